// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>

#include <algorithm>
#include <vector>

#include "jam/tightness/nearest_part.hpp"
#include "jam/tightness/wall_regions.hpp"
#include "loading/rooms.hpp"

using namespace jam;
using namespace jam::tightness;

TEST_CASE("the walls of a cuboid are six regions") {
  const trunk::TriangleMesh surface = test::cuboid(1000, 500, 300).surface;
  const std::vector<WallRegion> regions = find_wall_regions(surface, {});
  REQUIRE(regions.size() == 6);
  double area = 0;
  std::vector<int> all;
  for (const WallRegion& region : regions) {
    CHECK(region.triangles.size() == 2);
    area += region.area;
    all.insert(all.end(), region.triangles.begin(), region.triangles.end());
    CHECK(length(region.outward) == Approx(1));
  }
  CHECK(area == Approx(trunk::area_of(surface)));
  std::ranges::sort(all);
  CHECK(std::ranges::adjacent_find(all) == all.end());
  // The largest first: floor and roof.
  CHECK(std::abs(regions[0].outward.z) == Approx(1));
  CHECK(regions[0].area == Approx(1000 * 500));
}

TEST_CASE("a region has one label") {
  const trunk::TriangleMesh surface = test::cuboid(1000, 500, 300).surface;
  std::vector<int> labels(surface.triangles.size(), 0);
  labels[0] = 1;
  const std::vector<WallRegion> regions = find_wall_regions(surface, labels);
  CHECK(regions.size() == 7);
  const std::vector<WallRegion> parts = find_part_regions(surface, labels);
  REQUIRE(parts.size() == 2);
  CHECK(parts[0].triangles.size() == 11);
  CHECK(parts[1].triangles == std::vector<int>{0});
  CHECK(parts[1].label == 1);
}

TEST_CASE("walls come from the parts that are nearest to them") {
  const trunk::Container room = test::cuboid(1000, 500, 300);
  trunk::TriangleMesh parted;
  std::vector<int> counts;
  // Each wall of the room, a little outside of it, is a part.
  for (const WallRegion& region : find_wall_regions(room.surface, {})) {
    for (const int t : region.triangles) {
      const int first = static_cast<int>(parted.vertices.size());
      for (const int vertex : room.surface.triangles[t])
        parted.vertices.push_back(room.surface.vertex(vertex) + region.outward * 0.5);
      parted.triangles.push_back({first, first + 1, first + 2});
    }
    counts.push_back(static_cast<int>(region.triangles.size()));
  }
  const std::vector<int> parts = nearest_parts(room.surface, parted, counts);
  const std::vector<WallRegion> regions = find_wall_regions(room.surface, {});
  REQUIRE(parts.size() == 12);
  for (std::size_t r = 0; r < regions.size(); ++r) {
    for (const int t : regions[r].triangles) CHECK(parts[t] == static_cast<int>(r));
  }
}
