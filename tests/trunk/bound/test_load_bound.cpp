// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Upper bounds of what containers hold, against containers of which that is known.
#include <catch2/catch.hpp>

#include <array>
#include <cmath>
#include <numbers>

#include "../car_trunks.hpp"
#include "jam/trunk/bound/level_bound.hpp"
#include "jam/trunk/bound/load_bound.hpp"
#include "jam/trunk/bound/reach_bound.hpp"
#include "scenes/trunk/lattice_meshes.hpp"

using namespace jam;
using namespace jam::trunk;
using jam::trunk::test::car_trunk;
using jam::trunk::test::cuboid;

namespace {

constexpr double layer = 1e-6;

TrunkProblem problem_of(TriangleMesh surface, const char* set = "din") {
  TrunkProblem problem;
  problem.container.surface = problem.container.original = std::move(surface);
  problem.container.volume = volume_of(problem.container.surface);
  problem.set = box_set(set);
  return problem;
}

/// Litre boxes without the layer that they may share.
int boxes(double litres) {
  return static_cast<int>(
      std::floor(litres * 1e6 / ((200 - 2 * layer) * (100 - 2 * layer) * (50 - 2 * layer))));
}

/// A prism along y: a wedge of `angle` [rad] between a floor and a wall, `depth` deep.
TriangleMesh wedge(double angle, double depth, double length) {
  const double height = depth * std::tan(angle);
  TriangleMesh mesh;
  mesh.vertices = {{0, 0, 0},      {depth, 0, 0},      {depth, 0, height},
                   {0, length, 0}, {depth, length, 0}, {depth, length, height}};
  mesh.triangles = {{0, 1, 2}, {3, 5, 4}, {0, 3, 4}, {0, 4, 1}, {1, 4, 5}, {1, 5, 2}, {0, 2, 5}, {0, 5, 3}};
  return mesh;
}

Quaterniond turn_about_z(double degrees) {
  const double half = degrees * std::numbers::pi / 360;
  return {std::cos(half), 0, 0, std::sin(half)};
}

}  // namespace

TEST_CASE("the bounds of cuboids that boxes fill are the number of the boxes", "[unit]") {
  const double degrees = GENERATE(0.0, 30.0, 77.0);
  const TrunkProblem problem = problem_of(cuboid({400, 200, 100}, turn_about_z(degrees)));
  const auto bound = bound_load(problem, layer);
  REQUIRE(bound);
  CHECK(boxes(bound->any_way) == 8);
  REQUIRE(bound->level);
  CHECK(boxes(*bound->level) == 8);
}

TEST_CASE("the bound of boxes with a vertical edge leaves out heights that edges cannot fill", "[unit]") {
  // One layer of four boxes; or two, turned up, of a height of 100: none fits.
  const auto flat = bound_load(problem_of(cuboid({400, 200, 90})), layer);
  CHECK(boxes(flat->any_way) == 7);
  CHECK(boxes(*flat->level) == 4);
  const auto tall = bound_load(problem_of(cuboid({200, 100, 470}, turn_about_z(20))), layer);
  CHECK(boxes(*tall->level) == 9);
  // A box of which only the shortest edge may be vertical: two layers in 140 mm.
  TrunkProblem lying = problem_of(cuboid({200, 100, 140}));
  lying.set.pieces = {{"A", {200, 100, 60}, 0, false, {}, {false, false, true}}};
  CHECK(*bound_load(lying, layer)->level == Approx(200 * 100 * 120 / 1e6).epsilon(1e-6));
}

TEST_CASE("a tolerance makes bounds larger", "[unit]") {
  const TriangleMesh slot = cuboid({400, 200, 99.9});
  CHECK(boxes(*bound_load(problem_of(slot), layer)->level) == 4);
  const double depth = 0.1;
  const double core = (200 - 2 * depth) * (100 - 2 * depth) * (50 - 2 * depth) / 1e6;
  CHECK(*bound_load(problem_of(slot), depth)->level / core >= 7.9);
}

TEST_CASE("no box reaches the tip of a wedge", "[unit]") {
  const double angle = GENERATE(10, 20, 30) * std::numbers::pi / 180;
  const double length = 600;
  const double volume = unreached_volume(wedge(angle, 500, length), box_set("din"), 0);
  // The nearest centre of a ball of radius 25 mm is 25 / sin(angle / 2) away from the tip.
  const double tip = 25 / std::sin(angle / 2) - 25 * std::sqrt(3.0);
  CHECK(volume > 0.3 * 0.5 * tip * tip * std::tan(angle) * length);
  // A litre box lies with its long edge along the tip: its front edge at the height of 50 mm.
  const double front = 50 / std::tan(angle);
  CHECK(volume < 0.5 * front * front * std::tan(angle) * length);
}

TEST_CASE("boxes reach all of a cuboid, and nothing of a slot", "[unit]") {
  CHECK(unreached_volume(cuboid({400, 200, 100}, turn_about_z(30)), box_set("din"), 0) == 0);
  const TriangleMesh slot = cuboid({500, 300, 35});
  CHECK(unreached_volume(slot, box_set("din"), 0) == Approx(volume_of(slot)).epsilon(1e-6));
}

TEST_CASE("bounds of cars are below their volume and above their best loads", "[unit]") {
  struct Car {
    const char* mesh;
    double best;
  };
  for (const auto& [mesh, best] :
       {Car{"sedan.off", 411}, Car{"hatchback.off", 311}, Car{"roadster.off", 104}}) {
    const TrunkProblem problem = problem_of(car_trunk(mesh).surface);
    const auto bound = bound_load(problem, layer);
    REQUIRE(bound->level);
    CHECK(bound->any_way <= problem.container.volume / 1e6);
    CHECK(*bound->level < 0.95 * problem.container.volume / 1e6);
    CHECK(*bound->level > best);
  }
  CHECK(bound_load(problem_of(car_trunk("sedan.off").surface), layer)->any_way < 482.0);
}

TEST_CASE("bounds that need sharp boxes, free boxes or walls are left out without them", "[unit]") {
  TrunkProblem problem = problem_of(cuboid({400, 200, 100}), "sae-j1100");
  CHECK(bound_load(problem, layer)->level.has_value());
  problem.corner_radius = 5;
  CHECK_FALSE(bound_load(problem, layer)->level.has_value());
  problem.corner_radius = 0;
  problem.fixed.emplace_back();
  CHECK_FALSE(bound_load(problem, layer)->level.has_value());
  problem.fixed.clear();
  problem.container.wrap_offset = 20;
  CHECK_FALSE(bound_load(problem, layer).has_value());
  problem.container.wrap_offset = 0;
  problem.points_only = true;
  CHECK_FALSE(bound_load(problem, layer).has_value());
}
