// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Planes in a cloud of points on walls. Regions of points in a plane are grown from the flattest
// neighbourhoods (CGAL, Shape_detection), and planes are fitted to them by least squares. Points are moved
// onto their planes, which takes the noise off them; two planes that meet get points on their edge, three get
// their corner, because samples of a wall seldom lie on its edges. Inside of jam_mesh only. Lengths in mm.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "jam/core/vec.hpp"

namespace jam::mesh {

struct FittedPlane {
  Vec3d centre;
  Vec3d normal;  ///< Unit vector; its sign means nothing.

  [[nodiscard]] double distance(Vec3d point) const { return dot(normal, point - centre); }
};

/// A point of a cloud with fitted planes.
struct CloudPoint {
  Vec3d place;
  std::vector<int> planes;  ///< Numbers of the planes that it lies on, at most a few; empty: a curved wall.
  bool replaced = false;    ///< Whether a point on an edge stands for it in a surface.
};

struct PlanarCloud {
  std::vector<CloudPoint> points;  ///< The given points in their order, then those on edges and corners.
  std::size_t given = 0;           ///< Number of the given points.
  std::vector<FittedPlane> planes;
  double spacing = 0;  ///< Mean distance of a point from its six nearest neighbours [mm].
  double noise = 0;    ///< Standard deviation of points from their wall [mm].
  double reach = 0;    ///< Distance within which a point counts as on a plane [mm].
};

/// Fits planes to `points`, at least 20. Without `noise`, that is estimated: the lower quartile of the
/// deviations of neighbourhoods of 18 points from their planes, over 0.88; a point within four times as much,
/// and 0.001 mm in any case, lies on a plane. With noise, points on curved walls are smoothed: each is moved
/// onto a quadric through its neighbours.
[[nodiscard]] PlanarCloud fit_planes(const std::vector<Vec3d>& points, std::optional<double> noise);

}  // namespace jam::mesh
