// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Batches of small contacts against the solver of single ones (T22), and against Hertz.
#include <catch2/catch.hpp>
#include <cmath>

#include "elastic/small_contacts.hpp"
#include "jam/core/parallel.hpp"
#include "jam/elastic/batch/rows.hpp"

using namespace jam;
using namespace jam::test;

namespace {

std::vector<SmallPressure> solve(const std::vector<SmallContact>& contacts, double tolerance, int threads,
                                 std::vector<double>* pressures = nullptr) {
  std::vector<SmallPressure> results(contacts.size());
  if (pressures != nullptr) pressures->assign(contacts.size() * small_cells, 0);
  SmallBatch batch{contacts, results, pressures != nullptr ? std::span(*pressures) : std::span<double>(),
                   tolerance};
  make_cpu_small_engine(threads)->run(batch);
  return results;
}

}  // namespace

TEST_CASE("a batch of contacts has the results of single ones (T22)", "[long]") {
  const int count = GENERATE(1, 7, 1000);
  const std::vector<SmallContact> contacts = random_contacts(count, 22);
  std::vector<double> pressures;
  const std::vector<SmallPressure> results = solve(contacts, 2e-14, 0, &pressures);
  std::vector<NormalSolution> singles(contacts.size());
  parallel_for(count, 0, [&](int k) {
    const SmallContact& contact = contacts[k];
    NormalSettings settings;
    settings.tolerance = 2e-14;
    settings.preconditioned = false;
    settings.thread_count = 1;
    const std::vector<double> gap = parabolic_gap(contact.grid, contact.curvature.a, contact.curvature.b);
    singles[k] = solve_normal(contact.grid, contact.pair, contact.liner, gap, contact.load, settings);
  });
  for (int k = 0; k < count; ++k) {
    CAPTURE(k);
    const NormalSolution& single = singles[k];
    CHECK(results[k].contact_cells == single.contact_cells);
    CHECK(std::fabs(results[k].approach - single.approach) <= 1e-12 * single.approach);
    CHECK(std::fabs(results[k].force - single.force) <= 1e-12 * single.force);
    double largest = 0;
    for (int i = 0; i < contacts[k].grid.count(); ++i) {
      largest = std::max(
          largest, std::fabs(pressures[static_cast<std::size_t>(k) * small_cells + i] - single.pressure[i]));
    }
    CHECK(largest <= 1e-12 * single.peak);
    CHECK(results[k].residual < 1e-11);
  }
}

TEST_CASE("neither threads nor the other contacts change a bit of a small contact") {
  const std::vector<SmallContact> contacts = random_contacts(40, 5);
  const std::vector<SmallPressure> all = solve(contacts, 1e-6, 2), again = solve(contacts, 1e-6, 1);
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const SmallPressure alone = solve({contacts[k]}, 1e-6, 1)[0];
    CHECK(all[k].end == SolveEnd::solved);
    CHECK(all[k].approach == again[k].approach);
    CHECK(all[k].peak == alone.peak);
    CHECK(all[k].iterations == alone.iterations);
    CHECK(all[k].residual == alone.residual);
  }
}

TEST_CASE("all instruction sets give the same bits of a small contact") {
  const std::vector<SmallContact> contacts = random_contacts(20, 9);
  const auto solved = [&](SmallRow* row, std::vector<double>& pressures) {
    std::vector<SmallPressure> results(contacts.size());
    pressures.assign(contacts.size() * small_cells, 0);
    const SmallBatch batch{contacts, results, pressures};
    for (int k = 0; k < batch.count(); ++k) row(batch, k);
    return results;
  };
  std::vector<double> plain_pressures, pressures;
  const std::vector<SmallPressure> plain = solved(small_row.version(Isa::plain), plain_pressures);
  for (const Isa isa : all_isas) {
    SmallRow* const row = small_row.version(isa);
    if (row == nullptr) continue;
    CAPTURE(static_cast<int>(isa));
    const std::vector<SmallPressure> found = solved(row, pressures);
    CHECK(pressures == plain_pressures);
    for (std::size_t k = 0; k < found.size(); ++k) {
      CHECK(found[k].approach == plain[k].approach);
      CHECK(found[k].force == plain[k].force);
      CHECK(found[k].residual == plain[k].residual);
      CHECK(found[k].iterations == plain[k].iterations);
    }
  }
}

TEST_CASE("small contacts on 32 x 32 cells are Hertz' to a tenth of a percent") {
  const SmallContact approached = hertz_contact(32, by_approach(hertz_approach));
  const SmallContact pressed = hertz_contact(32, by_force(hertz_force));
  const std::vector<SmallPressure> found = solve({approached, pressed}, 1e-6, 1);
  CHECK(found[0].force / hertz_force == Approx(1.000379).margin(2e-5));
  CHECK(found[0].peak / hertz_peak == Approx(0.99887).margin(2e-5));
  CHECK(found[0].contact_cells == 532);
  CHECK(found[1].approach == Approx(hertz_approach).epsilon(1e-3));
  CHECK(found[1].force == Approx(hertz_force).epsilon(1e-12));
  CHECK_FALSE(found[1].at_border);
}

TEST_CASE("small contacts that do not touch, or reach the border, say so") {
  const SmallContact apart = hertz_contact(16, by_approach(-0.001)), none = hertz_contact(16, by_force(0));
  SmallContact wide = hertz_contact(16, by_force(hertz_force));
  wide.grid = centred_grid(16, 16, 1.5, 1.5);
  const std::vector<SmallPressure> found = solve({apart, none, wide}, 1e-6, 1);
  CHECK(found[0].peak == 0);
  CHECK(found[0].contact_cells == 0);
  CHECK(found[0].end == SolveEnd::solved);
  CHECK(found[1].force == 0);
  CHECK(found[1].approach == Approx(0.02 * std::pow(2.5 / 32, 2)).epsilon(1e-12));
  CHECK(found[2].at_border);
}
