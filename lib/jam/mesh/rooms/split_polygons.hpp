// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// From polygons to triangles. Inside jam_mesh only.
#pragma once

#include <cstddef>
#include <vector>

#include "jam/mesh/cgal_mesh.hpp"

namespace jam::mesh {

/// Splits polygons of more than three corners, concave ones as well, into triangles with the same corners;
/// each by itself and along its edges, so that neighbours still fit. Returns how many were split.
///
/// Up to 32 corners, the triangles are those of the least area (triangulate_hole_polyline, n^3). Larger
/// polygons are projected along the coordinate axis nearest to their normal and split by a constrained
/// Delaunay triangulation, decided exactly, in n log n. Corners may lie on other edges, a vertex may be a
/// corner any number of times, and an edge may occur twice, as the bridge to a hole does. A polygon on a
/// line, one that crosses itself in the projection, and one of which more than a few edges lie on each other,
/// becomes a fan.
std::size_t split_polygons(const std::vector<Point>& points, std::vector<std::vector<std::size_t>>& polygons);

}  // namespace jam::mesh
