// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Containers for the tests of the lattice, and a check of packings that shares nothing with the lattice.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "jam/core/quaternion.hpp"
#include "jam/trunk/model/box_packing.hpp"
#include "jam/trunk/model/triangle_mesh.hpp"

namespace jam::trunk::test {

/// A hexahedron by its corners; corner i lies at the low (0) or high (1) end along x, y, z by the bits 0, 1,
/// 2 of i.
inline TriangleMesh hexahedron(const std::array<Vec3d, 8>& corners, const Quaterniond& turn = {},
                               Vec3d shift = {}) {
  TriangleMesh mesh;
  for (const Vec3d& corner : corners) mesh.vertices.push_back(rotation_matrix(turn) * corner + shift);
  mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                    {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return mesh;
}

/// A cuboid cavity from the origin to `size`, rotated about the origin and then moved.
inline TriangleMesh cuboid(Vec3d size, const Quaterniond& turn = {}, Vec3d shift = {}) {
  std::array<Vec3d, 8> corners;
  for (int i = 0; i < 8; ++i) {
    corners[static_cast<std::size_t>(i)] = {(i & 1) != 0 ? size.x : 0, (i & 2) != 0 ? size.y : 0,
                                            (i & 4) != 0 ? size.z : 0};
  }
  return hexahedron(corners, turn, shift);
}

/// Largest signed distance of a box, rounded as it is, beyond the walls of a convex container: negative when
/// the box is inside.
inline double beyond_walls(const PlacedBox& box, const TriangleMesh& convex) {
  double worst = -1e300;
  const Mat3<double> axes = rotation_matrix(box.rotation);
  for (const std::array<int, 3>& t : convex.triangles) {
    const Vec3d a = convex.vertices[static_cast<std::size_t>(t[0])];
    const Vec3d normal = normalised(cross(convex.vertices[static_cast<std::size_t>(t[1])] - a,
                                          convex.vertices[static_cast<std::size_t>(t[2])] - a),
                                    Vec3d{});
    for (int i = 0; i < 8; ++i) {
      const double corner = box.corner_radius;
      const Vec3d core = 0.5 * box.edge - Vec3d{corner, corner, corner};
      const Vec3d local{(i & 1) != 0 ? core.x : -core.x, (i & 2) != 0 ? core.y : -core.y,
                        (i & 4) != 0 ? core.z : -core.z};
      worst = std::max(worst, dot(normal, box.centre + axes * local - a) + corner);
    }
  }
  return worst;
}

/// Overlap of two boxes by the fifteen axes: positive when they penetrate.
inline double overlap(const PlacedBox& a, const PlacedBox& b) {
  const Mat3<double> p = rotation_matrix(a.rotation);
  const Mat3<double> q = rotation_matrix(b.rotation);
  const auto radius = [](const Mat3<double>& m, const PlacedBox& box, Vec3d n) {
    const double corner = box.corner_radius;
    const Vec3d core = box.edge - Vec3d{2 * corner, 2 * corner, 2 * corner};
    const double along = std::abs(dot(m.column[0], n)) * core.x + std::abs(dot(m.column[1], n)) * core.y +
                         std::abs(dot(m.column[2], n)) * core.z;
    return along / 2 + corner;
  };
  double least = 1e300;
  const auto look = [&](Vec3d n) {
    if (length(n) < 1e-6) return;
    n = n / length(n);
    least = std::min(least, radius(p, a, n) + radius(q, b, n) - std::abs(dot(n, b.centre - a.centre)));
  };
  for (const Vec3d& u : p.column) look(u);
  for (const Vec3d& v : q.column) look(v);
  for (const Vec3d& u : p.column) {
    for (const Vec3d& v : q.column) look(cross(u, v));
  }
  return least;
}

/// The deepest overlap of two boxes.
inline double deepest_overlap(const BoxPacking& packing) {
  double worst = -1e300;
  for (std::size_t i = 0; i < packing.boxes.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) worst = std::max(worst, overlap(packing.boxes[i], packing.boxes[k]));
  }
  return worst;
}

}  // namespace jam::trunk::test
