// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "jam/tightness/moved_walls.hpp"
#include "loading/rooms.hpp"

using namespace jam;
using namespace jam::tightness;

namespace {

WallRegion facing(const trunk::Container& room, const Vec3d& outward) {
  const std::vector<WallRegion> regions = find_wall_regions(room.surface, {});
  const auto found = std::ranges::max_element(
      regions, {}, [&](const WallRegion& region) { return dot(region.outward, outward); });
  return *found;
}

/// A room of 400 x 200 x 300 mm whose wall at +x leans outwards by 45 degrees.
trunk::Container sloping_room() {
  return test::container_of(
      test::prism({{0, 0}, {400, 0}, {700, 300}, {0, 300}}, {{0, 1, 2}, {0, 2, 3}}, 200));
}

}  // namespace

TEST_CASE("a wall of a cuboid moves, and the room grows by its area times the distance") {
  const trunk::Container room = test::cuboid(1000, 500, 300);
  for (const Vec3d outward : {Vec3d{1, 0, 0}, Vec3d{0, -1, 0}, Vec3d{0, 0, 1}}) {
    const WallRegion region = facing(room, outward);
    const MovedContainer moved = move_outwards(room, region, 5);
    CHECK(moved.obstacle.empty());
    CHECK(moved.container.volume == Approx(room.volume + 5 * region.area));
    CHECK(moved.container.original.vertices == moved.container.surface.vertices);
  }
}

TEST_CASE("walls beside a moved one stay in their planes") {
  const trunk::Container room = sloping_room();
  const MovedContainer up = move_outwards(room, facing(room, {0, 0, 1}), 10);
  REQUIRE(up.obstacle.empty());
  // The roof is wider by 10 mm where the slope is longer.
  CHECK(up.container.volume == Approx(room.volume + 200 * (700 * 10 + 0.5 * 10 * 10)));
  const trunk::Bounds bounds = bounds_of(up.container.surface);
  CHECK(bounds.high.x == Approx(710));
  CHECK(bounds.high.z == Approx(310));
}

TEST_CASE("narrow triangles of a rounded edge go with a wall") {
  constexpr double radius = 30;
  constexpr int steps = 8;
  std::vector<std::array<double, 2>> outline;
  std::vector<std::array<int, 3>> ears;
  for (int corner = 0; corner < 4; ++corner) {
    const double x = corner == 0 || corner == 3 ? radius : 400 - radius;
    const double z = corner < 2 ? radius : 300 - radius;
    for (int k = 0; k <= steps; ++k) {
      const double angle = std::numbers::pi * (1 + 0.5 * corner + 0.5 * k / steps);
      outline.push_back({x + radius * std::cos(angle), z + radius * std::sin(angle)});
    }
  }
  for (int k = 1; k + 1 < static_cast<int>(outline.size()); ++k) ears.push_back({0, k, k + 1});
  const trunk::Container room = test::container_of(test::prism(outline, ears, 200));
  for (const Vec3d outward : {Vec3d{1, 0, 0}, Vec3d{-1, 0, 0}, Vec3d{0, 0, 1}, Vec3d{0, 0, -1}}) {
    const WallRegion region = facing(room, outward);
    for (const double distance : {2.0, 5.0, 10.0}) {
      const MovedContainer moved = move_outwards(room, region, distance);
      CHECK(moved.obstacle.empty());
      const double growth = moved.container.volume - room.volume;
      CHECK(growth > distance * 200 * (dot(outward, {1, 0, 0}) != 0 ? 240 : 340));
      CHECK(growth < distance * 200 * (dot(outward, {1, 0, 0}) != 0 ? 300 : 400));
    }
  }
}

TEST_CASE("a wall that would cross another one is not moved") {
  // Two parts of a room behind each other, with 8 mm of wall between them, that meet at the back.
  const trunk::Container room = test::container_of(
      test::prism({{0, 0}, {400, 0}, {400, 300}, {208, 300}, {208, 100}, {200, 100}, {200, 300}, {0, 300}},
                  {{0, 1, 4}, {0, 4, 5}, {1, 2, 4}, {2, 3, 4}, {0, 5, 7}, {5, 6, 7}}, 200));
  const std::vector<WallRegion> regions = find_wall_regions(room.surface, {});
  int crossing = 0;
  for (const WallRegion& region : regions) {
    const MovedContainer near = move_outwards(room, region, 5), far = move_outwards(room, region, 10);
    CHECK(near.obstacle.empty());
    if (far.obstacle.empty()) continue;
    ++crossing;
    CHECK(std::abs(region.outward.x) == Approx(1));
    CHECK(far.container.volume == room.volume);
  }
  CHECK(crossing == 2);
}

TEST_CASE("a part that faces opposite ways is not moved") {
  const trunk::Container room = test::cuboid(1000, 500, 300);
  const std::vector<int> labels(12, 0);
  const std::vector<WallRegion> parts = find_part_regions(room.surface, labels);
  REQUIRE(parts.size() == 1);
  CHECK(move_outwards(room, parts[0], 5).obstacle == "its walls face opposite ways");
}

TEST_CASE("alpha wraps are not moved, sheets on a moved wall go with it") {
  trunk::Container room = test::cuboid(1000, 500, 300);
  room.wrapped = true;
  room.wrap_alpha = 20;
  const WallRegion roof = facing(room, {0, 0, 1});
  CHECK(move_outwards(room, roof, 5).obstacle == "an alpha wrap closes the mesh");

  room.wrap_alpha = 0;
  trunk::TriangleMesh& original = room.original;
  const auto add_sheet = [&](double z) {
    const int first = static_cast<int>(original.vertices.size());
    for (const Vec3d corner : {Vec3d{-50, -50, z}, Vec3d{1200, -50, z}, Vec3d{-50, 900, z}})
      original.vertices.push_back(corner);
    original.triangles.push_back({first, first + 1, first + 2});
  };
  add_sheet(300);
  add_sheet(100);
  const MovedContainer moved = move_outwards(room, roof, 5);
  REQUIRE(moved.obstacle.empty());
  CHECK(moved.container.original.triangles.size() == 13);
  CHECK(inner_walls(moved.container).triangles.size() == 1);
}
