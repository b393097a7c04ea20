// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <vector>

#include <catch2/catch.hpp>
#include "jam/trunk/box_polish.hpp"
#include "trunk/annealing_scenes.hpp"

namespace jam::trunk {
namespace {

// What the exact verification grants for rounding is 1e-6 mm; the polish accepts 2e-7, and the checks here round at 1e-12.
constexpr double granted = 5e-7;

TEST_CASE("a perturbed stack in a turned cavity with 2 mm to spare becomes legal") {
  const Container container = test::turned_cavity({802, 402, 202});
  const WallTriangles walls(container);
  BoxPolish polish(walls);
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    BoxPacking packing = test::turned_lattice(4, 4, 4, {1, 1, 1});
    jam::test::perturb(packing, 3, 0.01, seed);
    REQUIRE(test::illegality(packing, container.surface) > 2);
    const PolishResult result = polish.run(packing.boxes);
    CHECK(result.legal);
    CHECK(result.deepest <= 2e-7);
    CHECK(test::illegality(packing, container.surface) < granted);
  }
}

TEST_CASE("a cavity one millimetre too short is told to be impossible") {
  const Container container = test::turned_cavity({799, 402, 202});
  const WallTriangles walls(container);
  BoxPolish polish(walls);
  BoxPacking packing = test::turned_lattice(4, 4, 4, {-0.5, 1, 1});
  jam::test::perturb(packing, 0.2, 0.001, 4);
  const PolishResult result = polish.run(packing.boxes);
  CHECK_FALSE(result.legal);
  // Five gaps along each row share the missing millimetre at best.
  CHECK(result.deepest > 0.1);
}

TEST_CASE("a legal packing stays as it is, to the bit") {
  const Container container = test::turned_cavity({802, 402, 202});
  const WallTriangles walls(container);
  BoxPolish polish(walls);
  BoxPacking packing = test::turned_lattice(4, 4, 4, {1, 1, 1});
  const BoxPacking before = packing;
  REQUIRE(polish.run(packing.boxes).legal);
  for (std::size_t i = 0; i < packing.boxes.size(); ++i) {
    REQUIRE(packing.boxes[i].centre == before.boxes[i].centre);
    REQUIRE(packing.boxes[i].rotation == before.boxes[i].rotation);
  }
}

TEST_CASE("fixed boxes do not move while others give way") {
  const Container container = test::turned_cavity({640, 220, 120});
  const WallTriangles walls(container);
  BoxPolish polish(walls);
  BoxPacking packing = test::turned_lattice(3, 2, 2, {10, 10, 10});
  jam::test::perturb(packing, 4, 0.01, 5);
  const BoxPacking before = packing;
  const PolishResult result = polish.run(packing.boxes, 1);
  // The last box lies askew but inside.
  REQUIRE(result.legal);
  CHECK(test::illegality(packing, container.surface) < granted);
  CHECK(packing.boxes.back().centre == before.boxes.back().centre);
  CHECK(packing.boxes.back().rotation == before.boxes.back().rotation);
}

TEST_CASE("a protrusion with a sharp tip pushes a box off its face") {
  // A thin pyramid stands on the floor below a box that has room above.
  Container container = test::turned_cavity({300, 200, 150});
  const Mat3<double> axes = rotation_matrix(test::cavity_turn);
  const auto first = static_cast<int>(container.surface.vertices.size());
  for (const Vec3d& v : {Vec3d{140, 90, 0}, Vec3d{160, 90, 0}, Vec3d{150, 110, 0}, Vec3d{150, 98, 20}})
    container.surface.vertices.push_back(axes * v);
  container.surface.triangles.push_back({first, first + 1, first + 3});
  container.surface.triangles.push_back({first + 1, first + 2, first + 3});
  container.surface.triangles.push_back({first + 2, first, first + 3});
  const WallTriangles walls(container);
  BoxPolish polish(walls);
  BoxPacking packing = test::turned_lattice(1, 1, 1, {50, 50, 16});
  REQUIRE(polish.run(packing.boxes).legal);
  const PlacedBox& box = packing.boxes.front();
  const Vec3d tip = rotation_matrix(box.rotation).transposed_times(axes * Vec3d{150, 98, 20} - box.centre);
  CHECK(std::max({std::abs(tip.x) - 100, std::abs(tip.y) - 50, std::abs(tip.z) - 25}) > -granted);
  CHECK(length(box.centre - axes * Vec3d{150, 100, 41}) < 8);
}

}  // namespace
}  // namespace jam::trunk
