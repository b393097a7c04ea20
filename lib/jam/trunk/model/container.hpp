// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The container of a packing of boxes: the closed surface that the search fills, and the triangles as the
// user gave them. Results are verified against both. Made by jam_mesh (read_container); plain data here.
// Lengths in mm, z up.
#pragma once

#include <string>
#include <vector>

#include "jam/trunk/model/triangle_mesh.hpp"

namespace jam::trunk {

class PointGrid;

/// The volume to be filled, and its walls.
struct Container {
  TriangleMesh surface;               ///< Closed, 2-manifold, without self-intersections, oriented outwards.
  TriangleMesh original;              ///< Mesh as read: the same as `surface` unless wrapped.
  bool wrapped = false;               ///< `surface` is an alpha wrap around `original`.
  double wrap_alpha = 0;              ///< [mm]
  double wrap_offset = 0;             ///< [mm]
  double volume = 0;                  ///< Volume of `surface` [mm^3].
  std::vector<std::string> notes;     ///< Repairs, one line each, for the user.
  std::vector<std::string> warnings;  ///< Probable mistakes, shown to the user in any case.
};

/// The walls for the lattice search: the closed surface and, where it is a wrap, the original triangles, each
/// in both orientations. The two orientations cancel: inside, enclosed volume and parity of crossings are
/// those of the surface alone, but a cell that an original triangle touches is not free.
[[nodiscard]] TriangleMesh container_walls(const Container& container);

/// A container made from points alone. Its inside is the set of those cells of the grid that no path through
/// empty cells connects to the far outside. The surface is the boundary of these cells, of the cells with
/// points and of one more layer of cells: so a box may bulge between the points of a wall without cutting the
/// surface. Where cells meet only along an edge or in a corner, cells are added until the surface is a
/// 2-manifold. The container counts as wrapped; `original` has one triangle (i, i, i) per point. These points
/// are the walls that stop a box, hence a verification has to call PointGrid::centre_inside as well. `volume`
/// is that of the enclosed cells without points. InputError where the points enclose nothing: too few of
/// them, or holes wider than about two cells.
[[nodiscard]] Container container_of_points(const std::vector<Vec3d>& points, const PointGrid& grid);

}  // namespace jam::trunk
