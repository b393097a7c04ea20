// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The test of a load by manoeuvres: trunkpack --load-test.
#include "load_test.hpp"

#include <catch2/catch.hpp>

#include <cmath>

using namespace jam;
using namespace jam::trunk;

namespace {

/// A box on the floor of a cuboid of 800 x 400 x 300 mm, 300 mm from both of its ends.
TrunkProblem cuboid() {
  TrunkProblem problem;
  problem.container.surface = unit_cube();
  for (Vec3d& v : problem.container.surface.vertices) v = {800 * v.x, 400 * v.y, 300 * v.z};
  return problem;
}

BoxRow box() {
  BoxRow row;
  row.centre = {0, 0, -125};
  row.first_axis = {1, 0, 0};
  row.second_axis = {0, 1, 0};
  row.edge = {200, 100, 50};
  return row;
}

/// Stops at the question after `limit` others.
struct Countdown {
  int left;
  StopQuery query() {
    return {[](void* self) { return static_cast<Countdown*>(self)->left-- <= 0; }, this};
  }
};

}  // namespace

TEST_CASE("a box slides under a brake that friction does not hold", "[unit]") {
  const std::vector<LoadMotion> motions =
      app::test_load(cuboid(), {box()}, dynamics::parse_manoeuvres("brake=0.3g,accelerate=0.8g"), true, 1);
  REQUIRE(motions.size() == 3);
  CHECK(motions[0].moved[0] < 1);
  CHECK(motions[1].moved[0] < 1);    // Friction is 0.4.
  CHECK(motions[2].moved[0] > 250);  // Up to the wall, 300 mm away.
  CHECK(motions[2].moved[0] < 305);
  // 0.25 kg on 0.02 m^2; while it is braked, on the same floor; then a face of 0.005 m^2 hits the wall.
  CHECK(motions[0].bearing[0].pressure == Approx(0.25 * 9.81 / 0.02 * 1e-3).epsilon(0.02));
  CHECK(motions[0].bearing[0].edge_force < 0.1);
  CHECK(motions[1].bearing[0].pressure == Approx(0.25 * 9.81 / 0.02 * 1e-3).epsilon(0.05));
  CHECK(motions[2].bearing[0].pressure > 0.25 * 0.8 * 9.81 / 0.005 * 1e-3);
}

TEST_CASE("a box that is balanced on an edge bears its weight there, and nothing on a face", "[unit]") {
  BoxRow row;
  row.edge = {100, 200, 60};
  const double half_diagonal = std::hypot(50.0, 30.0);
  row.first_axis = {30 / half_diagonal, 0, 50 / half_diagonal};  // The diagonal of the ends is upright.
  row.second_axis = {0, 1, 0};
  row.centre = {0, 0, -150 + half_diagonal};
  const LoadMotion standing =
      app::test_load(cuboid(), {row}, dynamics::parse_manoeuvres("bump=0.1g"), true, 1).front();
  CHECK(standing.moved[0] < 0.1);  // [mm]
  CHECK(standing.bearing[0].edge_force == Approx(0.3 * 9.81).epsilon(0.01));
  CHECK(standing.bearing[0].pressure == 0);
  // At 45 degrees no face is nearer to the floor than the other: the force is not shared between them.
  row.edge = {100, 200, 100};
  row.first_axis = {std::sqrt(0.5), 0, std::sqrt(0.5)};
  row.centre = {0, 0, -150 + 100 * std::sqrt(0.5)};
  const LoadMotion between =
      app::test_load(cuboid(), {row}, dynamics::parse_manoeuvres("bump=0.1g"), true, 1).front();
  CHECK(between.moved[0] < 0.1);
  CHECK(between.bearing[0].edge_force == Approx(0.5 * 9.81).epsilon(0.01));
  CHECK(between.bearing[0].pressure == 0);
}

TEST_CASE("two boxes, one on the other: the lower one bears both on its bottom, and the upper one on its top",
          "[unit]") {
  BoxRow upper = box();
  upper.centre.z += 50;
  upper.edge = {100, 100, 50};
  const std::vector<LoadMotion> motions =
      app::test_load(cuboid(), {box(), upper}, dynamics::parse_manoeuvres("bump=0.1g"), true, 1);
  CHECK(motions[0].bearing[1].pressure == Approx(0.125 * 9.81 / 0.01 * 1e-3).epsilon(0.05));
  CHECK(motions[0].bearing[0].pressure == Approx(0.375 * 9.81 / 0.02 * 1e-3).epsilon(0.05));
  CHECK(app::test_load(cuboid(), {box()}, dynamics::parse_manoeuvres("bump=0.1g"), false, 1)[0]
            .bearing.empty());
}

TEST_CASE("a stop leaves the motions that had ended", "[unit]") {
  const std::vector<dynamics::Manoeuvre> brake = dynamics::parse_manoeuvres("brake=0.8g");
  Countdown at_once{0}, during_brake{400};  // Standing takes 250 steps.
  CHECK(app::test_load(cuboid(), {box()}, brake, false, 1, at_once.query()).empty());
  const std::vector<LoadMotion> motions =
      app::test_load(cuboid(), {box()}, brake, false, 1, during_brake.query());
  REQUIRE(motions.size() == 1);
  CHECK(motions[0].name == "standing");
}
