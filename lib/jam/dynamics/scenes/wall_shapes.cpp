// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/scenes/wall_shapes.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

namespace jam::dynamics {
namespace {

using Corners = std::array<int, 3>;

/// The triangle as a shape: see ShapeKind::triangle.
Shape triangle_shape(const std::array<Vec3d, 3>& corner, Vec3d normal, std::uint8_t edges) {
  const Vec3d along = corner[1] - corner[0], to_third = corner[2] - corner[0];
  const Vec3d x = along / length(along), y = cross(normal, x);
  Shape shape;
  shape.kind = ShapeKind::triangle;
  shape.half = {length(along), dot(x, to_third), dot(y, to_third)};
  shape.edges = edges;
  Eigen::Matrix3d axes;
  axes << x.x, y.x, normal.x, x.y, y.y, normal.y, x.z, y.z, normal.z;
  const Eigen::Quaterniond q(axes);
  shape.pose = {corner[0], normalised(Quaterniond{q.w(), q.x(), q.y(), q.z()})};
  return shape;
}

}  // namespace

std::vector<Shape> wall_shapes(std::span<const Vec3d> vertices, std::span<const Corners> triangles) {
  // For each directed edge the third corners of the triangles that have it.
  std::multimap<std::pair<int, int>, int> thirds;
  Vec3d low{1e300, 1e300, 1e300}, high{-1e300, -1e300, -1e300};
  for (const Corners& t : triangles) {
    for (int k = 0; k < 3; ++k) {
      thirds.emplace(std::pair(t[k], t[(k + 1) % 3]), t[(k + 2) % 3]);
      const Vec3d p = vertices[t[k]];
      low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
  }
  const double size = length(high - low);
  std::vector<Shape> shapes;
  for (const Corners& t : triangles) {
    const std::array<Vec3d, 3> corner{vertices[t[0]], vertices[t[1]], vertices[t[2]]};
    const Vec3d area = cross(corner[1] - corner[0], corner[2] - corner[0]);
    if (!(length(area) > 1e-12 * size * size)) continue;
    const Vec3d normal = area / length(area);
    std::uint8_t edges = 0;
    for (int k = 0; k < 3; ++k) {
      const int from = t[k], to = t[(k + 1) % 3];
      const Vec3d along = vertices[to] - vertices[from];
      // A neighbour that continues the wall, or rises from it, bears what lies over the edge. The same
      // triangle in the other order does neither.
      const auto bears = [&](const auto& neighbour) {
        if (neighbour.second == t[(k + 2) % 3]) return false;
        const Vec3d opposite = vertices[neighbour.second] - corner[k];
        const double depth = dot(normal, opposite), width = length(cross(along, opposite)) / length(along);
        return !(depth < -1e-3 * width);
      };
      const auto [begin, end] = thirds.equal_range(std::pair(to, from));
      if (std::none_of(begin, end, bears)) edges |= static_cast<std::uint8_t>(1U << k);
    }
    shapes.push_back(triangle_shape(corner, normal, edges));
  }
  return shapes;
}

}  // namespace jam::dynamics
