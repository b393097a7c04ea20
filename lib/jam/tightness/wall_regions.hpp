// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The regions of a container's walls: connected triangles of its surface that face about the same way.
#pragma once

#include <span>
#include <vector>

#include "jam/core/vec.hpp"
#include "jam/trunk/model/triangle_mesh.hpp"

namespace jam::tightness {

struct WallRegion {
  int label = 0;               ///< That of all its triangles.
  std::vector<int> triangles;  ///< Numbers in the surface, ascending.
  Vec3d outward;               ///< Unit vector: mean normal, weighted by area.
  double area = 0;             ///< [mm^2]
};

/// Divides a surface into regions: each grows from the largest triangle that is free, over edges, to
/// triangles whose normals are within 20 degrees of its first one. `labels` has a number for each triangle,
/// the part of the mesh that it belongs to: a region has one label. Empty: all are equal. Triangles without
/// area belong to no region.
[[nodiscard]] std::vector<WallRegion> find_wall_regions(const trunk::TriangleMesh& surface,
                                                        std::span<const int> labels);

/// The walls of each part in one region, which need neither be connected nor face one way.
[[nodiscard]] std::vector<WallRegion> find_part_regions(const trunk::TriangleMesh& surface,
                                                        std::span<const int> labels);

}  // namespace jam::tightness
