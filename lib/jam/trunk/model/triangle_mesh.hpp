// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Triangles as plain data: what jam_mesh reads and repairs, and all that the search knows of a container. Lengths in mm, z up.
#pragma once

#include <array>
#include <vector>

#include "jam/core/vec.hpp"

namespace jam::trunk {

/// Corners counter-clockwise when seen from outside, where the mesh bounds a solid.
struct TriangleMesh {
  std::vector<Vec3d> vertices;                ///< [mm]
  std::vector<std::array<int, 3>> triangles;  ///< Indices into `vertices`.
};

/// An axis-aligned box in space [mm].
struct Bounds {
  Vec3d low{1e300, 1e300, 1e300};
  Vec3d high{-1e300, -1e300, -1e300};
};

[[nodiscard]] Bounds bounds_of(const TriangleMesh& mesh);

/// Area of all triangles [mm^2].
[[nodiscard]] double area_of(const TriangleMesh& mesh);

/// Volume enclosed by a closed mesh that is oriented outwards [mm^3].
[[nodiscard]] double volume_of(const TriangleMesh& mesh);

}  // namespace jam::trunk
