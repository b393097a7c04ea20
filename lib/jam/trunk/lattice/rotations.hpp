// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Rotations of a lattice. They come from the walls: directions with much surface are paired; the first of a
// pair is matched exactly, the second is made perpendicular to it. So a cavity with perpendicular walls gets
// its own frame to the last digit. Further rotations are steps about the normals of the largest walls (a
// trunk's floor and back rest).
#pragma once

#include <vector>

#include "jam/core/quaternion.hpp"
#include "jam/core/stop_query.hpp"
#include "jam/trunk/model/triangle_mesh.hpp"

namespace jam::trunk {

/// The rotation that maps the z axis to `z` and the x axis as close as possible to `x`. Neither need be a
/// unit vector; they must not be parallel.
[[nodiscard]] Quaterniond rotation_with_axes(Vec3d z, Vec3d x);

/// A direction in which the surface faces, up to sign.
struct WallDirection {
  Vec3d normal;
  double area = 0;  ///< Area of the triangles within 1 degree [mm^2].
};

/// The largest wall directions, largest first, at most `limit`; none nearer than 1 degree to another. After a
/// stop fewer, at least one.
[[nodiscard]] std::vector<WallDirection> wall_directions(const TriangleMesh& mesh, int limit,
                                                         StopQuery stop = {});

/// Angle between two frames [rad], the least over the 24 rotations of a cube, which map a lattice onto
/// itself.
[[nodiscard]] double frame_angle(const Quaterniond& a, const Quaterniond& b);

/// Rotations worth trying: at most `pair_limit` from pairs of walls, by the product of their areas, then
/// steps of `yaw_step` [degrees] about the normals of the two largest walls and the z axis. None is nearer
/// than a quarter of a degree to an earlier one (frame_angle). Never empty; after a stop, rotations of fewer
/// walls.
[[nodiscard]] std::vector<Quaterniond> candidate_rotations(const TriangleMesh& mesh, int pair_limit,
                                                           double yaw_step, StopQuery stop = {});

}  // namespace jam::trunk
