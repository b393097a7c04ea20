// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Containers of points alone.
#include <catch2/catch.hpp>

#include <array>
#include <map>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/trunk/model/container.hpp"
#include "trunk/search/search_support.hpp"

using namespace jam;
using namespace jam::trunk;

namespace {

/// Every edge belongs to two triangles that run through it in opposite directions.
bool is_closed_manifold(const TriangleMesh& mesh) {
  std::map<std::pair<int, int>, int> edges;
  for (const std::array<int, 3>& t : mesh.triangles) {
    for (std::size_t k = 0; k < 3; ++k) ++edges[{t[k], t[(k + 1) % 3]}];
  }
  for (const auto& [edge, count] : edges) {
    const auto back = edges.find({edge.second, edge.first});
    if (count != 1 || back == edges.end() || back->second != 1) return false;
  }
  return !edges.empty();
}

}  // namespace

TEST_CASE("points on the walls of a cuboid become a closed container around them") {
  const Vec3d size{403, 301, 207};
  for (const Quaterniond& turn : {Quaterniond{}, from_axis_angle(Vec3d{1, 2, 3}, 0.7)}) {
    const std::vector<Vec3d> points = search_test::cuboid_points(size, turn);
    const PointGrid grid(points);
    const Container container = container_of_points(points, grid);
    CHECK(is_closed_manifold(container.surface));
    CHECK(container.wrapped);
    CHECK(container.original.triangles.size() == points.size());
    const double volume = size.x * size.y * size.z;
    CHECK(volume_of(container.surface) > volume);
    // Two layers of cells at most around the cuboid, which lies askew in them.
    const double layer = 3.5 * grid.inside_cell_size();
    CHECK(volume_of(container.surface) < (size.x + 2 * layer) * (size.y + 2 * layer) * (size.z + 2 * layer));
    CHECK(container.volume < volume);
  }
}

TEST_CASE("points that enclose nothing are refused") {
  std::vector<Vec3d> sheet;
  for (int i = 0; i < 50; ++i) {
    for (int k = 0; k < 50; ++k) sheet.push_back({10.0 * i, 10.0 * k, 0});
  }
  const PointGrid grid(sheet);
  CHECK_THROWS_WITH(container_of_points(sheet, grid), Catch::Contains("enclose no volume"));
}
