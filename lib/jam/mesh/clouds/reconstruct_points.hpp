// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// From a cloud of points on walls, a scan, to a container: planes are fitted (fit_planes.hpp), a closed
// surface is laid through the points (enclose_points.hpp), and its triangles are thinned (thin_surface.hpp).
// Lengths in mm.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jam/mesh/watch.hpp"
#include "jam/trunk/model/container.hpp"

namespace jam::mesh {

/// A container from points, and the points as they are judged by.
struct PointContainer {
  /// `surface` passes through the points of the walls, so that a box in it holds none of them. Points farther
  /// inside than the noise explains are obstacles: `original` has a triangle (i, i, i) for each, and the
  /// container counts as wrapped then.
  trunk::Container container;
  std::vector<Vec3d> points;  ///< Without duplicates, and moved onto their walls.
  double spacing = 0;         ///< Their mean distance from their neighbours [mm].
};

/// Makes a container of `points` in a file `name`. `noise` is the standard deviation of points from their
/// walls [mm], >= 0, if the user states it; it is estimated otherwise. Notes tell of points, planes, noise,
/// the widest opening that was closed, and the volume.
///
/// A child process (guarded_call.hpp) does it. Throws InputError for less than 20 points, and for points that
/// enclose no volume; OverflowError if there is no memory for that many; StoppedError as `watch` asks.
[[nodiscard]] PointContainer reconstruct_points(const std::vector<Vec3d>& points, std::optional<double> noise,
                                                const std::string& name, const Watch& watch = {});

}  // namespace jam::mesh
