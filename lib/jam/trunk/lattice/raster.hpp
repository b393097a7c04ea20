// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A lattice in space, and the cells of it that a closed surface leaves free.
//
// A cell is free when it lies inside of the surface and no triangle enters it. A box that fills whole cells
// is then legal exactly where all its cells are free: its interior consists of open cells and of faces
// between them, and a surface that runs in such faces alone would have one side outside, where no cell is
// free. So the test of the cells is as good as an exact test of the box itself.
#pragma once

#include <span>

#include "jam/core/quaternion.hpp"
#include "jam/core/stop_query.hpp"
#include "jam/trunk/lattice/grid.hpp"
#include "jam/trunk/model/box_packing.hpp"
#include "jam/trunk/model/triangle_mesh.hpp"

namespace jam::trunk {

/// Cells of edge `pitch` in a turned frame. A point p of the frame is rotate(rotation, p) in the world; cell
/// (0, 0, 0) has its low corner at `origin` of the frame.
struct Lattice {
  Quaterniond rotation;
  Vec3d origin;             ///< Low corner of cell (0, 0, 0) in the frame [mm].
  Vec3d pitch{10, 10, 10};  ///< Edges of a cell [mm].
  CellVector cells;         ///< Number of cells along each axis.
  /// Distance of triangles from a free cell, along each axis of the frame [mm]; negative: they may enter.
  double clearance = 1e-4;
};

[[nodiscard]] inline bool same_lattice(const Lattice& a, const Lattice& b) {
  return a.rotation == b.rotation && a.origin == b.origin && a.pitch == b.pitch && a.cells == b.cells &&
         a.clearance == b.clearance;
}

/// Whether they differ by their offsets at most.
[[nodiscard]] inline bool same_cells(const Lattice& a, const Lattice& b) {
  return a.rotation == b.rotation && a.pitch == b.pitch && a.clearance == b.clearance;
}

/// The mesh as seen from a frame.
[[nodiscard]] TriangleMesh in_frame(const TriangleMesh& mesh, const Quaterniond& rotation);

/// The free cells of a lattice whose frame `surface` is given in (in_frame). `surface` is closed.
///
/// Triangles are clipped to the layers of cells along z. The edges of such a part give its range along x in
/// each row of cells. Inside and outside come from the number of triangles that a line along x through the
/// centres of a row crosses. The test of a point against an edge takes the ends of the edge in the order of
/// their numbers and shifts a point on the edge, so that a line through an edge or a vertex crosses the right
/// number of the triangles there. After a stop, the cells are wrong and must not be used.
[[nodiscard]] BitGrid free_cells(const TriangleMesh& surface, const Lattice& lattice, StopQuery stop = {});

/// Clears in `free` the cells that come nearer than the clearance to one of `boxes` (in world coordinates).
void take_out_boxes(BitGrid& free, const Lattice& lattice, std::span<const PlacedBox> boxes);

}  // namespace jam::trunk
