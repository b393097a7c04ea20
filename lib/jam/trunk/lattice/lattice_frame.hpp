// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Frames: a turn (lattice_turns.hpp) and where the lattice begins in it. Both are variables of the search: between a good and a random
// choice lie ten boxes in a trunk of four hundred litres. The figure of merit is the number of legal placements.
//
// Offsets come from two passes. The surface is put once on a finer lattice; its legal positions, counted by their phase modulo the
// pitch, give the number of legal placements of f^3 offsets at once. The best ones are then improved axis by axis with exact counts, by
// ever smaller steps and by the offsets at which a layer of the lattice touches a large wall.
#pragma once

#include <span>
#include <vector>

#include "jam/core/stop.hpp"
#include "jam/trunk/lattice/lattice_box.hpp"
#include "jam/trunk/lattice/lattice_raster.hpp"

namespace jam::trunk {

/// What is packed into what.
struct FrameTask {
  const TriangleMesh& mesh;          ///< Closed.
  std::span<const PlacedBox> fixed;  ///< Boxes that lie in the container already.
  Vec3d edge{200, 100, 50};          ///< Of the boxes that are packed [mm].
  double pitch = 10;                 ///< Nominal [mm]; see suitable_pitch.
};

/// A lattice with its figure of merit.
struct Frame {
  Lattice lattice;
  long long legal = 0;  ///< Legal placements over all orientations.
  int boxes = 0;        ///< The most boxes that a search put into it.
};

/// A lattice of nominal `pitch` [mm] whose planes include the point `anchor` [mm, in the frame] and which covers `bounds`. OverflowError
/// where it has more than 32767 cells along an axis or more than 2^31 in all.
[[nodiscard]] Lattice covering_lattice(const Quaterniond& rotation, Vec3d anchor, double pitch, const Bounds& bounds, bool tight);

/// The same cells cut in `divide` parts along each axis.
[[nodiscard]] Lattice refined(const Lattice& lattice, CellVector divide);

/// Free cells of a lattice, less those of the fixed boxes. `surface` is the mesh in the lattice's frame. legal_positions of the result are
/// the legal placements of a box of any size in this frame. `stop` as for free_cells.
[[nodiscard]] BitGrid free_cells_of(const FrameTask& task, const TriangleMesh& surface, const Lattice& lattice, StopToken* stop = nullptr);

/// Legal placements of the boxes on a lattice, over all orientations.
[[nodiscard]] long long count_legal(const FrameTask& task, const TriangleMesh& surface, const Lattice& lattice);

/// The best `count` of the `phases`^3 offsets (a power of two up to 8) of a turn, best first. A wall of each axis lies on a plane of the
/// finer lattice. The count is a little too high, by placements that come up to 3e-4 mm too near. Where `stop` is given and asks for an
/// end, there are none: a container of some 10 m^3 takes seconds.
[[nodiscard]] std::vector<Frame> best_phases(const FrameTask& task, const Quaterniond& turn, int phases, int count,
                                             StopToken* stop = nullptr);

/// The frame with its exact count, or one on the walls of the same turn if that has more; then, where that has clearly more legal
/// placements, a tight lattice on the walls of the same turn: the container holds rows of boxes to the last digit.
[[nodiscard]] std::vector<Frame> on_walls(const FrameTask& task, const Frame& frame);

/// Improves the offset of a frame that is not tight, axis by axis. Ends early on a stop, with what it has.
[[nodiscard]] Frame improve_offset(const FrameTask& task, const Frame& start, StopToken& stop);

}  // namespace jam::trunk
