// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A container from points alone. Points have no inside; the grid has: cells that no path through empty cells joins to the far outside. The
// boundary of these, of the cells with points and of one more layer of cells stands in for the surface: a box bulges between the
// points of a wall without cutting it. The points themselves, as triangles without extent, are the walls that stop a box, and whoever
// verifies asks PointGrid::centre_inside as well.
#pragma once

#include <vector>

#include "jam/trunk/model/container.hpp"
#include "jam/trunk/model/point_grid.hpp"

namespace jam::trunk {

/// A wrapped container (container.hpp) whose surface is the boundary of the cells, 2-manifold, and whose `original` holds one triangle
/// (i, i, i) per point. `volume` is that of the enclosed cells without those on the wall. Where cells meet along an edge or in a corner
/// only, cells are added until they do not. InputError where the points enclose nothing: too few of them, or holes wider than about two
/// cells.
[[nodiscard]] Container container_of_points(const std::vector<Vec3d>& points, const PointGrid& grid);

}  // namespace jam::trunk
