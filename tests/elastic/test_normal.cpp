// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// NORM on Hertz problems: convergence with the grid, iterations, accuracy, the independent cases of the
// specification.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "elastic/contacts.hpp"
#include "jam/core/error.hpp"

using namespace jam;
using namespace jam::test;

namespace {

/// Root mean square of the error of Hertz pressures, over that of the pressures.
double pressure_error(int n, const NormalSolution& solution) {
  const Grid grid = centred_grid(n, n, 2.5, 2.5);
  double error = 0, size = 0;
  for (int i = 0; i < grid.count(); ++i) {
    const double r2 = std::pow(grid.x(i % n), 2) + std::pow(grid.y(i / n), 2);
    const double exact = r2 < 1 ? hertz_peak * std::sqrt(1 - r2) : 0;
    error += std::pow(solution.pressure[i] - exact, 2);
    size += exact * exact;
  }
  return std::sqrt(error / size);
}

void check_conditions(const NormalSolution& solution, double tolerance) {
  double contact = 0, outside = 1, lowest = 0;
  for (std::size_t i = 0; i < solution.pressure.size(); ++i) {
    lowest = std::min(lowest, solution.pressure[i]);
    if (solution.pressure[i] > 0) contact = std::max(contact, std::fabs(solution.gap[i]));
    else outside = std::min(outside, solution.gap[i]);
  }
  CHECK(lowest == 0);
  CHECK(contact <= tolerance * solution.approach);
  CHECK(outside >= -tolerance * solution.approach);
  CHECK(solution.residual <= 2 * tolerance);
}

}  // namespace

TEST_CASE("Hertz for a given approach converges with the grid (T7)") {
  struct Row {
    int n;
    double force, peak;
    int cells;
    double error;
  };
  for (const Row& row : {Row{16, 0.999551, 0.99617, 132, 1.5e-2}, Row{32, 1.000379, 0.99887, 532, 9.5e-3},
                         Row{64, 1.000067, 0.99972, 2080, 6.3e-3}, Row{128, 1.000024, 0.99993, 8272, 3.1e-3},
                         Row{256, 1.0000045, 0.99998, 32992, 1.3e-3}}) {
    CAPTURE(row.n);
    const NormalSolution solution = hertz_on(row.n, by_approach(0.02));
    CHECK(solution.status == SolveEnd::solved);
    CHECK(solution.force / hertz_force == Approx(row.force).margin(2e-5).epsilon(0));
    CHECK(solution.peak / hertz_peak == Approx(row.peak).margin(2e-5).epsilon(0));
    CHECK(std::abs(solution.contact_cells - row.cells) <= 4);
    CHECK(pressure_error(row.n, solution) == Approx(row.error).epsilon(0.1));
    check_conditions(solution, 1e-6);
  }
}

TEST_CASE("Hertz for a given force (T8)") {
  const NormalSolution solution = hertz_on(128, by_force(hertz_force));
  CHECK(solution.approach / 0.02 == Approx(0.999984).margin(2e-5).epsilon(0));
  CHECK(solution.force == Approx(hertz_force).epsilon(1e-12));
  CHECK(solution.peak / hertz_peak > 0.99991);
  CHECK(solution.peak / hertz_peak < 0.99995);
  check_conditions(solution, 1e-6);
}

TEST_CASE("the same as CONTACT (T9)") {
  const Grid grid = centred_grid(19, 19, 2 * 1.26667, 2 * 1.26667);
  const NormalSolution solution =
      solve_normal(grid, m1(), 0, parabolic_gap(grid, 0.01, 0.01), by_force(9.1954), {});
  CHECK(solution.contact_cells == 177);
  CHECK(solution.approach == Approx(0.0199809).margin(1e-7));
  CHECK(solution.peak == Approx(4.39303).margin(1e-5));
}

TEST_CASE("iterations of the solvers (T10, 2.6.3, 2.6.6)") {
  struct Row {
    int n, plain, plain_force, inverse, inverse_force, active_set, rounds;
  };
  for (const Row& row : {Row{16, 25, 17, 12, 10, 49, 4}, Row{32, 32, 24, 13, 12, 84, 5},
                         Row{64, 34, 34, 15, 13, 132, 6}, Row{128, 42, 44, 16, 16, 231, 8}}) {
    CAPTURE(row.n);
    NormalSettings settings;
    settings.coarse_start = false;
    settings.preconditioned = false;
    CHECK(hertz_on(row.n, by_approach(0.02), settings).iterations <= 1.3 * row.plain);
    CHECK(hertz_on(row.n, by_force(hertz_force), settings).iterations <= 1.3 * row.plain_force);
    settings.method = NormalMethod::active_set;
    const NormalSolution active = hertz_on(row.n, by_approach(0.02), settings);
    CHECK(active.status == SolveEnd::solved);
    CHECK(active.iterations == Approx(row.active_set).epsilon(0.15));
    CHECK(active.rounds == row.rounds);
    settings.method = NormalMethod::bound_cg;
    settings.preconditioned = true;
    CHECK(hertz_on(row.n, by_approach(0.02), settings).iterations <= row.inverse + 1);
    const NormalSolution force = hertz_on(row.n, by_force(hertz_force), settings);
    CHECK(force.iterations <= row.inverse_force + 1);
    CHECK(force.force == Approx(hertz_force).epsilon(1e-13));
  }
}

TEST_CASE("at most 20 iterations to 1e-6 for every size of grid") {
  for (const int n : {64, 65, 100, 128, 192, 255, 256, 512}) {
    CAPTURE(n);
    for (const NormalLoad load : {by_approach(0.02), by_force(hertz_force)}) {
      const NormalSolution solution = hertz_on(n, load);
      CHECK(solution.status == SolveEnd::solved);
      CHECK(solution.iterations <= 20);
    }
  }
}

TEST_CASE("both methods find the same pressures") {
  NormalSettings settings;
  settings.tolerance = 1e-10;
  const NormalSolution bound = hertz_on(48, by_approach(0.02), settings);
  settings.method = NormalMethod::active_set;
  const NormalSolution active = hertz_on(48, by_approach(0.02), settings);
  CHECK(bound.contact_cells == active.contact_cells);
  for (std::size_t i = 0; i < bound.pressure.size(); ++i)
    REQUIRE(bound.pressure[i] == Approx(active.pressure[i]).margin(1e-7));
}

TEST_CASE("pressures on five by five cells (T11)") {
  const Grid grid = centred_grid(5, 5, 2.5, 2.5);
  NormalSettings settings;
  settings.tolerance = 1e-11;
  const NormalSolution solution =
      solve_normal(grid, m1(), 0, parabolic_gap(grid, 0.01, 0.01), by_approach(0.02), settings);
  constexpr double a = 0.8116373995, b = 3.2033795394, c = 3.9899548111, d = 4.4928440641;
  const double rows[5][5] = {
      {0, 0, a, 0, 0}, {0, b, c, b, 0}, {a, c, d, c, a}, {0, b, c, b, 0}, {0, 0, a, 0, 0}};
  for (int i = 0; i < 25; ++i) CHECK(solution.pressure[i] == Approx(rows[i / 5][i % 5]).margin(1e-9));
  CHECK(solution.force == Approx(9.12818276599).margin(1e-9));
  CHECK(solution.contact_cells == 13);
}

TEST_CASE("an elliptic patch on cells that are no squares (T12)") {
  for (const auto& [n, force, peak] :
       {std::tuple(64, 1.0000676, 0.999726), std::tuple(128, 1.0000245, 0.999929)}) {
    const Grid grid = centred_grid(n, n, 5, 2.5);
    const NormalSolution solution = solve_normal(
        grid, m1(), 0, parabolic_gap(grid, 0.004569721496, 0.012990590903), by_approach(0.031269476889), {});
    CAPTURE(n);
    CHECK(solution.force / 20.943951024 == Approx(force).margin(2e-6).epsilon(0));
    CHECK(solution.peak / 5 == Approx(peak).margin(2e-5).epsilon(0));
  }
}

TEST_CASE("the stiffness of a Hertz contact (T14)") {
  const double slope =
      (hertz_on(128, by_approach(0.0201)).force - hertz_on(128, by_approach(0.0199)).force) / 0.0002;
  CHECK(slope / (2 * m1().modulus) == Approx(0.9997).margin(1e-4));
}

TEST_CASE("single precision is solved on large grids, where overlaps at the edge are rounding (T20)") {
  NormalSettings settings;
  settings.precision = Precision::single;
  for (const NormalLoad load : {by_approach(hertz_approach), by_force(hertz_force), by_force(7)}) {
    const NormalSolution found = hertz_on(1024, load, settings);
    CHECK(found.status == SolveEnd::solved);
    CHECK(found.iterations <= 30);
    const double share = load.by_force ? load.value / hertz_force : 1;
    CHECK(found.force / hertz_force == Approx(share).margin(1e-5));
    CHECK(found.approach / hertz_approach == Approx(std::cbrt(share * share)).margin(1e-5));
    CHECK(found.residual < 4e-6);
  }
}

TEST_CASE("single precision stops where its digits end (T20)") {
  NormalSettings settings;
  settings.tolerance = 1e-9;
  settings.precision = Precision::single;
  const NormalSolution single = hertz_on(128, by_approach(0.02), settings);
  settings.precision = Precision::double_;
  const NormalSolution exact = hertz_on(128, by_approach(0.02), settings);
  CHECK(single.status == SolveEnd::solved);
  double error = 0, size = 0;
  for (std::size_t i = 0; i < exact.pressure.size(); ++i) {
    error += std::pow(single.pressure[i] - exact.pressure[i], 2);
    size += std::pow(exact.pressure[i], 2);
  }
  CHECK(std::sqrt(error / size) < 2e-5);
}

TEST_CASE("a limit of iterations is said") {
  NormalSettings settings;
  settings.iteration_limit = 3;
  CHECK(hertz_on(32, by_approach(0.02), settings).status == SolveEnd::limit);
  settings.method = NormalMethod::active_set;
  const NormalSolution active = hertz_on(32, by_approach(0.02), settings);
  CHECK(active.status == SolveEnd::limit);
  CHECK(active.iterations == 3);
}

TEST_CASE("threads change no bit of a solution") {
  constexpr int cells = 128;
  NormalSettings settings;
  settings.thread_count = 1;
  const NormalSolution one = hertz_on(cells, by_force(3), settings);
  settings.thread_count = 2;
  const NormalSolution two = hertz_on(cells, by_force(3), settings);
  CHECK(one.pressure == two.pressure);
  CHECK(one.gap == two.gap);
}
