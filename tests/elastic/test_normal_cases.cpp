// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// NORM away from the paraboloid: punches, liners, single cells, no contact, what is refused.
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "elastic/contacts.hpp"
#include "jam/core/error.hpp"

using namespace jam;
using namespace jam::test;

namespace {

/// 0 below a disc of this radius, nothing elsewhere.
std::vector<double> punch(const Grid& grid, double radius) {
  std::vector<double> gap;
  for (int i = 0; i < grid.count(); ++i)
    gap.push_back(std::hypot(grid.x(i % grid.nx), grid.y(i / grid.nx)) <= radius ? 0 : 1e30);
  return gap;
}

}  // namespace

TEST_CASE("a rigid flat punch (T13, E2)") {
  struct Row {
    int n;
    double force;
  };
  for (const Row& row : {Row{32, 0.98653}, Row{64, 0.99628}, Row{128, 0.99806}, Row{256, 0.99887}}) {
    CAPTURE(row.n);
    const Grid grid = centred_grid(row.n, row.n, 2.2, 2.2);
    const NormalSolution solution = solve_normal(grid, m1(), 0, punch(grid, 1), by_approach(1), {});
    CHECK(solution.force / (2 * m1().modulus) == Approx(row.force).margin(1e-4).epsilon(0));
  }
  const MaterialPair soft = combine({3.56, 0}, Material{});  // E* = 3.56.
  const Grid grid = centred_grid(256, 256, 44, 44);
  const NormalSolution solution = solve_normal(grid, soft, 0, punch(grid, 20), by_force(15), {});
  CHECK(solution.approach == Approx(0.105337).epsilon(2e-3));
}

TEST_CASE("no contact (T15)") {
  const Grid grid = centred_grid(16, 16, 2.5, 2.5);
  std::vector<double> gap = parabolic_gap(grid, 0.01, 0.01);
  for (double& h : gap) h += 0.001;
  for (const auto method : {NormalMethod::bound_cg, NormalMethod::active_set}) {
    NormalSettings settings;
    settings.method = method;
    const NormalSolution solution = solve_normal(grid, m1(), 0, gap, by_approach(0), settings);
    CHECK(solution.pressure == std::vector<double>(256));
    CHECK(solution.contact_cells == 0);
    CHECK(solution.iterations == 0);
    CHECK(solution.residual == 0);
  }
  const NormalSolution unloaded = solve_normal(grid, m1(), 0, gap, by_force(0), {});
  CHECK(unloaded.force == 0);
  CHECK(unloaded.approach == *std::min_element(gap.begin(), gap.end()));
}

TEST_CASE("contact in one cell (T15)") {
  const Grid grid = centred_grid(5, 5, 2.5, 2.5);
  const auto gap = parabolic_gap(grid, 0.01, 0.01);
  const NormalSolution force = solve_normal(grid, m1(), 0, gap, by_force(1e-3), {});
  CHECK(force.contact_cells == 1);
  CHECK(force.peak == Approx(0.004).epsilon(1e-12));
  CHECK(force.approach == Approx(6.50875829e-6).epsilon(1e-8));
  const NormalSolution approach = solve_normal(grid, m1(), 0, gap, by_approach(1e-6), {});
  CHECK(approach.contact_cells == 1);
  CHECK(approach.peak == Approx(6.14556544e-4).epsilon(1e-8));
}

TEST_CASE("a liner lowers and spreads the peak (7.4)") {
  const Grid grid = centred_grid(96, 96, 4.8, 4.8);
  const auto gap = parabolic_gap(grid, 0.01, 0.01);
  struct Row {
    double liner, approach, peak, radius;
  };
  for (const Row& row : {Row{1e-3, 0.0219962, 3.7237, 1.166}, Row{1e-2, 0.0336234, 2.0256, 1.670}}) {
    const NormalSolution solution = solve_normal(grid, m1(), row.liner, gap, by_force(9.195402), {});
    CAPTURE(row.liner);
    CHECK(solution.approach == Approx(row.approach).margin(2e-5).epsilon(0));
    CHECK(solution.peak == Approx(row.peak).margin(2e-4).epsilon(0));
    CHECK(std::sqrt(solution.contact_cells * grid.area() / std::numbers::pi) ==
          Approx(row.radius).margin(2e-3).epsilon(0));
  }
  // On rigid bodies, but for a rest of 1e-9, the liner is a bed of springs.
  const MaterialPair hard = combine({1e12, 0.3}, Material{});
  const NormalSolution solution = solve_normal(grid, hard, 1e-2, gap, by_force(9.195402), {});
  CHECK(solution.approach == Approx(std::sqrt(9.195402 * 1e-2 / (std::numbers::pi * 50))).margin(1e-5));
  CHECK(solution.peak == Approx(2.4195).epsilon(6e-4));
}

TEST_CASE("one row of cells, and one cell") {
  const Grid row = centred_grid(40, 1, 2.5, 1);
  const NormalSolution solution = solve_normal(row, m1(), 0, parabolic_gap(row, 0.01, 0), by_force(1), {});
  CHECK(solution.status == SolveEnd::solved);
  CHECK(solution.force == Approx(1));
  CHECK(solution.residual < 1e-6);
  const Grid cell = centred_grid(1, 1, 1, 1);
  const std::vector<double> gap{0};
  CHECK(solve_normal(cell, m1(), 0, gap, by_force(2), {}).peak == Approx(2));
}

TEST_CASE("the kinds of products lead to the same contact") {
  NormalSettings settings;
  settings.product = ProductKind::direct;
  const NormalSolution direct = hertz_on(40, by_force(5), settings);
  settings.product = ProductKind::fft;
  const NormalSolution fourier = hertz_on(40, by_force(5), settings);
  CHECK(direct.contact_cells == fourier.contact_cells);
  CHECK(direct.peak == Approx(fourier.peak).epsilon(1e-9));
}

TEST_CASE("loads and settings out of their ranges are refused") {
  CHECK_THROWS_AS(hertz_on(8, by_force(-1)), InputError);
  NormalSettings settings;
  settings.method = NormalMethod::active_set;
  CHECK_THROWS_AS(hertz_on(8, by_force(1), settings), InputError);
  settings = {};
  settings.tolerance = 0;
  CHECK_THROWS_AS(hertz_on(8, by_force(1), settings), InputError);
}
