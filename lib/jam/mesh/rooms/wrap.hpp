// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Alpha wrapping: a closed surface around triangles that leave holes, overlap or do not fit together at all
// (C. Portaneri, M. Rouxel-Labbe, M. Hemmer, D. Cohen-Steiner, P. Alliez, Alpha wrapping with an offset, ACM
// Trans. Graph. 41(4), 2022). It shrinks from outside, or grows from points inside, and stops at openings
// narrower than 2 alpha, a distance `offset` before the triangles. Lengths in mm.
#pragma once

#include <cstddef>
#include <vector>

#include "jam/trunk/model/triangle_mesh.hpp"

namespace jam::mesh {

struct Wrap {
  /// Part with the largest volume: closed, 2-manifold, without self-intersections, oriented outwards.
  trunk::TriangleMesh mesh;
  double alpha = 0;         ///< [mm]
  double offset = 0;        ///< [mm]
  double volume = 0;        ///< [mm^3]
  double area = 0;          ///< [mm^2]
  double solid_volume = 0;  ///< Volume less that of a layer as thick as the offset on all of the wrap [mm^3].
  int dropped_parts = 0;
};

/// About what wrap() needs for `mesh` [bytes], measured on trunks: 1.5 triangles per alpha^2 of the surface,
/// and 1.4 kB of the triangulation for each. A small offset needs up to three times as much.
[[nodiscard]] std::size_t wrap_memory_bytes(const trunk::TriangleMesh& mesh, double alpha);

/// Wraps `mesh`; alpha, offset > 0 [mm]. Its number of triangles grows as area / alpha^2, faster for a small
/// offset: 30 000 in 3 s for the shell of a trunk at alpha = 28 mm, offset = 1 mm; 100 000 in 10 s at 0.25
/// mm.
[[nodiscard]] Wrap wrap(const trunk::TriangleMesh& mesh, double alpha, double offset);

/// The room around some points: all of it that a ball of radius alpha reaches from them. Corners of the room
/// are rounded off by up to alpha. Facing outwards; a surface that encloses nothing of the room faces
/// inwards. Empty if the points are closer to a triangle than the offset, or too close for a ball.
[[nodiscard]] trunk::TriangleMesh wrap_from_inside(const trunk::TriangleMesh& mesh,
                                                   const std::vector<Vec3d>& points, double alpha,
                                                   double offset);

}  // namespace jam::mesh
