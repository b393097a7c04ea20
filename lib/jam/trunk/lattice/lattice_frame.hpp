// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Frames: a rotation (lattice_rotations.hpp) and where the lattice begins in it. Both are variables of the search: between a good and a
// random choice lie ten boxes in a trunk of four hundred litres. The figure of merit is the number of legal placements.
//
// Offsets come from two passes. The surface is put once on a finer lattice; its legal positions, counted by their phase modulo the
// pitch, give the number of legal placements of f^3 offsets at once. The best ones are then improved axis by axis with exact counts, by
// ever smaller steps and by the offsets at which a layer of the lattice touches a large wall.
//
// The lattice of the search is a hair coarser than its nominal pitch, so that neighbours on it keep a gap above the rounding of doubles and
// exact verification finds them apart. Where that hair costs boxes, because a cavity holds them only to the last digit, the tight lattice
// has the nominal pitch; boxes and walls then touch.
#pragma once

#include <span>
#include <vector>

#include "jam/core/stop.hpp"
#include "jam/trunk/lattice/lattice_raster.hpp"
#include "jam/trunk/lattice/lattice_rounds.hpp"

namespace jam::trunk {

inline constexpr double lattice_pitch_growth = 1e-6;      ///< Relative [-]: boxes of 200 mm keep 2e-4 mm.
inline constexpr double lattice_clearance = 1e-4;         ///< Between cells and walls [mm].
inline constexpr double lattice_tight_clearance = -2e-6;  ///< The same on a tight lattice [mm]: hides the rounding of a turned mesh.
inline constexpr int lattice_extent_limit = 64;           ///< Cells of a box along an axis, at most.

/// One way in which a box can lie on a lattice.
struct BoxOrientation {
  CellVector extent;             ///< Cells that the box takes.
  int edge_of_axis[3]{0, 1, 2};  ///< Which edge of the box lies along axis x, y, z of the frame.
};

/// The different orientations of a box of `edge` [mm] on a lattice of nominal `pitch` [mm]: six, or fewer where edges are equal. A box
/// takes all cells it touches.
[[nodiscard]] std::vector<BoxOrientation> box_orientations(Vec3d edge, Vec3d pitch);

/// The pitch near `wanted` [mm] at which least volume is lost when the edges are rounded up to whole cells: `wanted` itself where it
/// divides them all. Larger than `wanted` where an edge would have more than lattice_extent_limit cells.
[[nodiscard]] double suitable_pitch(Vec3d edge, double wanted);

/// The orientations in the form that the rounds need, on a lattice.
[[nodiscard]] RoundProblem round_problem(const BitGrid& free, const std::vector<BoxOrientation>& orientations);

/// Where a box of the lattice lies in the world: in the middle of its cells. Its edges keep the order of
/// `edge`; the orientation is in its rotation.
[[nodiscard]] PlacedBox placed_box(const Lattice& lattice, const BoxOrientation& orientation, Vec3d edge, const LatticeBox& box);

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

/// The best `count` of the `phases`^3 offsets (a power of two up to 8) of a rotation, best first. A wall of each axis lies on a plane of
/// the finer lattice. The count is a little too high, by placements that come up to 3e-4 mm too near. Where `stop` is given and asks for an
/// end, there are none: a container of some 10 m^3 takes seconds.
[[nodiscard]] std::vector<Frame> best_phases(const FrameTask& task, const Quaterniond& rotation, int phases, int count,
                                             StopToken* stop = nullptr);

/// The frame with its exact count, or one on the walls of the same rotation if that has more; then, where that has clearly more legal
/// placements, a tight lattice on the walls of the same rotation: the container holds rows of boxes to the last digit.
[[nodiscard]] std::vector<Frame> on_walls(const FrameTask& task, const Frame& frame);

/// Improves the offset of a frame that is not tight, axis by axis. Ends early on a stop, with what it has.
[[nodiscard]] Frame improve_offset(const FrameTask& task, const Frame& start, StopToken& stop);

}  // namespace jam::trunk
