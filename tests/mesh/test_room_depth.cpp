// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What is a room, and what the inside of walls: a ball as wide as the boxes fits in it, or not.
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "reading.hpp"
#include "shapes.hpp"

using namespace jam::mesh;
using namespace reading;
using Catch::Matchers::Contains;
using jam::Vec3d;
using shapes::cuboid;
using shapes::joined;

namespace {

constexpr double litre = 1e6;  ///< [mm^3]

using Outline = std::vector<std::array<double, 2>>;

/// A prism along z over an outline all of which the origin sees.
TriangleMesh prism_over(const Outline& outline, double height) {
  const int n = static_cast<int>(outline.size());
  TriangleMesh mesh;
  for (const double z : {0.0, height})
    for (const auto& [x, y] : outline) mesh.vertices.push_back({x, y, z});
  mesh.vertices.push_back({0, 0, 0});
  mesh.vertices.push_back({0, 0, height});
  for (int k = 0; k < n; ++k) {
    const int next = (k + 1) % n;
    mesh.triangles.push_back({2 * n, next, k});
    mesh.triangles.push_back({2 * n + 1, n + k, n + next});
    mesh.triangles.push_back({k, next, n + next});
    mesh.triangles.push_back({k, n + next, n + k});
  }
  return mesh;
}

/// Fifty spikes from a radius of `inner` to one of 500 mm.
TriangleMesh star(double inner) {
  Outline outline;
  for (int k = 0; k < 100; ++k) {
    const double radius = k % 2 == 0 ? 500 : inner, angle = M_PI * k / 50;
    outline.push_back({radius * std::cos(angle), radius * std::sin(angle)});
  }
  return prism_over(outline, 300);
}

/// 500 mm wide and 300 mm high, with a round wall of 200 folds, 100 mm deep.
TriangleMesh corrugated_drum() {
  Outline outline;
  for (int k = 0; k < 400; ++k) {
    const double radius = k % 2 == 0 ? 350 : 250, angle = M_PI * k / 200;
    outline.push_back({radius * std::cos(angle), radius * std::sin(angle)});
  }
  return prism_over(outline, 300);
}

/// 250 l with upright sheets every 20 mm on the floor and below the ceiling, 150 mm high.
TriangleMesh ribbed_crate() {
  TriangleMesh mesh = cuboid({0, 0, 0}, {1000, 500, 500});
  for (int x = 20; x < 1000; x += 20)
    for (const double z : {0.0, 350.0}) {
      const int first = static_cast<int>(mesh.vertices.size());
      for (int k = 0; k < 4; ++k)
        mesh.vertices.push_back(
            {static_cast<double>(x), k == 1 || k == 2 ? 500.0 : 0.0, k < 2 ? z : z + 150});
      mesh.triangles.push_back({first, first + 1, first + 2});
      mesh.triangles.push_back({first, first + 2, first + 3});
    }
  return mesh;
}

/// Inner skin of the given size, outer skin `gap` around it.
TriangleMesh two_skins(Vec3d size, double gap) {
  const Vec3d wall{gap, gap, gap};
  return joined(cuboid(Vec3d{} - wall, size + wall), shapes::inside_out(cuboid({0, 0, 0}, size)));
}

}  // namespace

TEST_CASE("A room of star-shaped, corrugated or much-ribbed walls is a room") {
  // Twice the volume over the area of the walls is 4 to 18 mm, as in walls of that thickness.
  for (const double inner : {150.0, 100.0}) {
    const Container room = read(star(inner));
    CHECK(room.volume == Approx(50 * 500 * inner * std::sin(M_PI / 50) * 300));
    CHECK(room.warnings.empty());
  }
  CHECK(read(corrugated_drum()).volume == Approx(200 * 350 * 250 * std::sin(M_PI / 200) * 300));
  CHECK(read(ribbed_crate()).volume == Approx(250 * litre));
}

TEST_CASE("The inside of walls is no room, however large it is, and along no axis") {
  // Neither between the skins nor in the inner one is there depth.
  TriangleMesh tank = two_skins({1000, 1000, 10}, 8);
  CHECK_THAT(failure(tank), Contains("encloses no room") && Contains("nowhere thicker than"));
  tank = two_skins({400, 250, 100}, 20);
  for (Vec3d& v : tank.vertices)
    v = {0.36 * v.x + 0.48 * v.y - 0.8 * v.z, -0.8 * v.x + 0.6 * v.y, 0.48 * v.x + 0.64 * v.y + 0.6 * v.z};
  CHECK(read(tank).volume == Approx(10 * litre));
}

TEST_CASE("Smaller boxes make a room of what litre boxes leave to walls") {
  ReadOptions small;
  small.least_depth = 30;
  const TriangleMesh plate = cuboid({0, 0, 0}, {1000, 500, 40});
  CHECK_THAT(failure(plate), Contains("is nowhere thicker than 40 mm, the inside of walls"));
  CHECK(read(plate, small).volume == Approx(20 * litre));
  // Boxes that fit between the skins leave open which room is meant.
  const TriangleMesh crate = two_skins({400, 200, 100}, 35);
  CHECK(read(crate).volume == Approx(8 * litre));
  CHECK_THAT(failure(crate, small), Contains("encloses 2 rooms"));
}

TEST_CASE("A room that is mostly the inside of walls, and wide nowhere, is packed with a warning") {
  // Walls of 8 mm around a tub without its lid, with a rim of 60 x 60 mm.
  TriangleMesh walls = cuboid({-8, -8, -8}, {808, 608, 0});
  const std::vector<std::array<Vec3d, 2>> parts = {
      {Vec3d{-8, -8, 0}, Vec3d{808, 0, 340}},     {Vec3d{-8, 600, 0}, Vec3d{808, 608, 340}},
      {Vec3d{-8, 0, 0}, Vec3d{0, 600, 340}},      {Vec3d{800, 0, 0}, Vec3d{808, 600, 340}},
      {Vec3d{-60, -60, 340}, Vec3d{860, 0, 400}}, {Vec3d{-60, 600, 340}, Vec3d{860, 660, 400}},
      {Vec3d{-60, 0, 340}, Vec3d{0, 600, 400}},   {Vec3d{800, 0, 340}, Vec3d{860, 600, 400}}};
  for (const auto& [low, high] : parts) walls = joined(walls, cuboid(low, high));
  const Container rim = read(walls);
  CHECK(rim.volume < 25 * litre);
  REQUIRE(rim.warnings.size() == 1);
  CHECK_THAT(rim.warnings.front(),
             Contains("lies between walls that are less than 50 mm apart: it may be the inside of walls"));
}
