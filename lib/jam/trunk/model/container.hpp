// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The container of a packing of boxes: the closed surface that the search fills, and the triangles that the user gave, against which the
// result is verified as well. Made by jam_mesh (read_container); plain data here. Lengths in mm, z up.
#pragma once

#include <string>
#include <vector>

#include "jam/trunk/model/triangle_mesh.hpp"

namespace jam::trunk {

class PointGrid;

/// What is filled.
struct Container {
  TriangleMesh surface;               ///< Closed, 2-manifold, without self-intersections, oriented outwards.
  TriangleMesh original;              ///< As read: same as `surface` unless wrapped.
  bool wrapped = false;               ///< `surface` is an alpha wrap of `original` and lies outside of it.
  double wrap_alpha = 0;              ///< [mm]
  double wrap_offset = 0;             ///< [mm]
  double volume = 0;                  ///< Of `surface` [mm^3].
  std::vector<std::string> notes;     ///< What was repaired, one line each, for the user.
  std::vector<std::string> warnings;  ///< What probably is a mistake: to be seen in any case.
};

/// The closed surface and, where it is a wrap, the original triangles, each in both orientations, for the search on lattices: what is
/// inside, the volume enclosed and the parity of crossings are those of the surface alone, and no free cell is touched by an original
/// triangle.
[[nodiscard]] TriangleMesh container_walls(const Container& container);

/// A container from points alone. Points have no inside; the grid has: cells that no path through empty cells joins to the far outside. The
/// surface is the boundary of these cells, of the cells with points and of one more layer of cells: a box bulges between the points of a
/// wall without cutting it. Where cells meet along an edge or in a corner only, cells are added until the surface is a 2-manifold. The
/// container counts as wrapped; `original` has one triangle (i, i, i) per point, and these points are the walls that stop a box, so whoever
/// verifies asks PointGrid::centre_inside as well. `volume` is that of the enclosed cells without those on the wall. InputError where the
/// points enclose nothing: too few of them, or holes wider than about two cells.
[[nodiscard]] Container container_of_points(const std::vector<Vec3d>& points, const PointGrid& grid);

}  // namespace jam::trunk
