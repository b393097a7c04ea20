// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Triangle meshes as plain data; jam_mesh reads and repairs them. Lengths in mm, z up.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "jam/core/vec.hpp"

namespace jam::trunk {

/// Corners counter-clockwise when seen from outside, where the mesh bounds a solid.
struct TriangleMesh {
  std::vector<Vec3d> vertices;                ///< [mm]
  std::vector<std::array<int, 3>> triangles;  ///< Indices into `vertices`.
  int behind = 0;  ///< Number of triangles at the beginning that lie behind walls: those of a wrap.
  /// Number of triangles at the end that bound no solid: walls that stand in the room, or before a wrap.
  /// Their normals point away from the room, if it lies on one side only.
  int sheets = 0;

  /// Triangles that bound a solid.
  [[nodiscard]] std::span<const std::array<int, 3>> closed() const {
    return std::span(triangles).first(triangles.size() - sheets);
  }
  /// Triangles that boxes may touch, sheets last.
  [[nodiscard]] std::span<const std::array<int, 3>> walls() const {
    return std::span(triangles).subspan(behind);
  }

  [[nodiscard]] const Vec3d& vertex(int index) const { return vertices[index]; }
  [[nodiscard]] std::array<Vec3d, 3> corners(const std::array<int, 3>& triangle) const {
    return {vertex(triangle[0]), vertex(triangle[1]), vertex(triangle[2])};
  }
};

/// Component `axis` (0, 1, 2) of a vector.
[[nodiscard]] inline double component(const Vec3d& v, int axis) {
  return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}
[[nodiscard]] inline double& component(Vec3d& v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

/// An axis-aligned box in space [mm].
struct Bounds {
  Vec3d low{1e300, 1e300, 1e300};
  Vec3d high{-1e300, -1e300, -1e300};

  void add(const Vec3d& p) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  [[nodiscard]] bool meets(const Bounds& b) const {
    return low.x <= b.high.x && b.low.x <= high.x && low.y <= b.high.y && b.low.y <= high.y &&
           low.z <= b.high.z && b.low.z <= high.z;
  }
};

[[nodiscard]] Bounds bounds_of(const TriangleMesh& mesh);

/// The mesh without vertices that no triangle has.
[[nodiscard]] TriangleMesh without_unused(const TriangleMesh& mesh);

/// A cube of edge 1 about the origin. Vertex k has positive x, y, z where bits 0, 1, 2 of k are set.
[[nodiscard]] TriangleMesh unit_cube();

/// Area of all triangles [mm^2].
[[nodiscard]] double area_of(const TriangleMesh& mesh);

/// Volume enclosed by a closed mesh that is oriented outwards [mm^3].
[[nodiscard]] double volume_of(const TriangleMesh& mesh);

}  // namespace jam::trunk
