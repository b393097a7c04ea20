// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A closed surface through a cloud of points. The outside is flooded over the tetrahedra of the Delaunay
// triangulation, through triangles whose empty balls are larger than alpha (H. Edelsbrunner and E. P. Muecke,
// Three-dimensional alpha shapes, ACM Trans. Graph. 13(1), 1994). The tetrahedra that it does not reach are
// the solid: closed whatever the points are, and its corners are points of the cloud. So planes are exact,
// and a box inside holds no point of the wall. Inside of jam_mesh only. Lengths in mm.
#pragma once

#include <vector>

#include "jam/mesh/clouds/fit_planes.hpp"
#include "jam/trunk/model/triangle_mesh.hpp"

namespace jam::mesh {

struct Enclosure {
  /// Part of the largest volume, oriented outwards: a closed 2-manifold, whose vertices may lie at the same
  /// place where it touches itself.
  trunk::TriangleMesh surface;
  std::vector<int> plane_of;  ///< For each triangle the plane that it lies in; -1: none.
  double alpha = 0;           ///< [mm]
};

/// Encloses the points of a cloud. Alpha is twice the spacing, and doubled while the outside gets in, through
/// openings wider than 2 alpha, so that the solid has less than a fifth of the convex hull. Where planes meet
/// in an edge that sticks out into the load space, alpha would fill the crease behind it: tetrahedra with a
/// triangle that bridges two planes are taken off from outside. Throws InputError for points in a plane, and
/// where alpha gets beyond a quarter of the extent.
[[nodiscard]] Enclosure enclose_points(const PlanarCloud& cloud);

}  // namespace jam::mesh
