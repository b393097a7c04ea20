// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Several items on one wall: the hollow that each presses into it lowers the others (7.4).
#include <catch2/catch.hpp>
#include <cmath>

#include "elastic/contacts.hpp"
#include "jam/core/error.hpp"
#include "jam/elastic/packing/wall_patches.hpp"

using namespace jam;
using namespace jam::test;

namespace {

const Material m1_material{568, 0.42};

/// Two spheres of the acceptance tests, `distance` apart, on a wall of the same material with cells of 0.05.
WallSolution pair_of(double distance, double second_force, const Liner& liner = {}) {
  const Grid grid =
      centred_grid(static_cast<int>(std::lround((distance + 2.5) / 0.05)), 50, distance + 2.5, 2.5);
  const Curvature gap{0.01, 0.01};
  return solve_wall(grid, m1_material, liner,
                    {{-0.5 * distance, 0, gap, m1_material, hertz_force},
                     {0.5 * distance, 0, gap, m1_material, second_force}},
                    {});
}

}  // namespace

TEST_CASE("two spheres on one wall sink into each other's hollow (7.4)") {
  struct Row {
    double distance, approach;
  };
  for (const Row& row : {Row{2.5, 0.0217351}, Row{4, 0.0210716}, Row{8, 0.0205296}, Row{16, 0.0202627}}) {
    CAPTURE(row.distance);
    const WallSolution found = pair_of(row.distance, hertz_force);
    CHECK(found.solved);
    CHECK(found.patches[0].approach == Approx(row.approach).margin(2e-5).epsilon(0));
    CHECK(found.patches[1].approach == Approx(row.approach).margin(2e-5).epsilon(0));
    CHECK(found.residual < 1e-6);
  }
  const WallSolution unequal = pair_of(4, hertz_force / 8);
  CHECK(unequal.patches[0].approach == Approx(0.0201310).margin(2e-5).epsilon(0));
  CHECK(unequal.patches[1].approach == Approx(0.0060661).margin(2e-5).epsilon(0));
  CHECK(unequal.patches[0].peak == Approx(4.38884).epsilon(1e-4));
  CHECK(unequal.patches[1].peak == Approx(2.19533).epsilon(1e-4));
}

TEST_CASE("one item on a wall is a single contact") {
  const Grid grid = centred_grid(40, 40, 2.5, 2.5);
  const WallSolution found =
      solve_wall(grid, m1_material, {}, {{0, 0, {0.01, 0.01}, m1_material, hertz_force}}, {});
  const NormalSolution single = hertz_on(40, by_force(hertz_force));
  CHECK(found.patches[0].cells == single.contact_cells);
  CHECK(found.patches[0].approach == Approx(single.approach).epsilon(1e-6));
  CHECK(found.patches[0].peak == Approx(single.peak).epsilon(1e-5));
  // With a liner, too, and with a rigid item.
  const Liner liner{1, 100};
  const Material rigid;
  const Grid wide = centred_grid(48, 48, 4.8, 4.8);
  const NormalSolution lined = solve_normal(wide, combine(rigid, m1_material), liner.flexibility(),
                                            parabolic_gap(wide, 0.01, 0.01), by_force(hertz_force), {});
  const WallSolution rigid_lined =
      solve_wall(wide, m1_material, liner, {{0, 0, {0.01, 0.01}, rigid, hertz_force}}, {});
  CHECK(rigid_lined.patches[0].approach == Approx(lined.approach).epsilon(1e-6));
  CHECK(rigid_lined.patches[0].peak == Approx(lined.peak).epsilon(1e-5));
}

TEST_CASE("items beyond the wall or without force are refused") {
  const Grid grid = centred_grid(10, 10, 1, 1);
  CHECK_THROWS_AS(solve_wall(grid, m1_material, {}, {}, {}), InputError);
  CHECK_THROWS_AS(solve_wall(grid, m1_material, {}, {{2, 0, {0.01, 0.01}, m1_material, 1}}, {}), InputError);
  CHECK_THROWS_AS(solve_wall(grid, m1_material, {}, {{0, 0, {0.01, 0.01}, m1_material, 0}}, {}), InputError);
}
