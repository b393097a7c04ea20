// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Lines of walls in pictures.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "jam/trunk/pictures/wall_lines.hpp"

using namespace jam;
using namespace jam::trunk;

namespace {

constexpr double radius = 500, length_along = 800;  // [mm]

/// A round tube along y. Some walls are exactly parallel to z, others to x; none is bent against the next
/// one.
TriangleMesh tube() {
  constexpr int count = 24;
  TriangleMesh mesh;
  for (int k = 0; k < count; ++k) {
    // Walls 0, 6, 12, 18 face along axes: their corners have equal coordinates.
    const double angle = (k - 0.5) * 2 * std::numbers::pi / count;
    const double x = std::round(1e6 * radius * std::cos(angle)) / 1e6,
                 z = std::round(1e6 * radius * std::sin(angle)) / 1e6;
    for (const double y : {0.0, length_along}) mesh.vertices.push_back({x, y, z});
  }
  for (int k = 0; k < count; ++k) {
    const int a = 2 * k, b = 2 * ((k + 1) % count);
    mesh.triangles.push_back({a, b, b + 1});
    mesh.triangles.push_back({a, b + 1, a + 1});
  }
  return mesh;
}

}  // namespace

TEST_CASE("walls along the view have an outline", "[unit]") {
  const View top{"top", "", {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const double outmost = radius * std::cos(std::numbers::pi / 24);
  int left = 0, right = 0;
  for (const auto& path : wall_lines(tube(), top)) {
    REQUIRE(path.size() == 2);
    const bool whole = std::abs(std::abs(path[0].y - path[1].y) - length_along) < 1e-6;
    if (!whole || std::abs(path[0].x - path[1].x) > 1e-6) continue;
    CHECK(std::abs(std::abs(path[0].x) - outmost) < 1e-3);
    ++(path[0].x < 0 ? left : right);
  }
  CHECK(left == 1);
  CHECK(right == 1);
}
