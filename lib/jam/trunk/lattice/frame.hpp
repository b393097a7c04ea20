// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Frames: a rotation (rotations.hpp) and an offset of the lattice in it. Both are variables of the search: in
// a trunk of 400 litres, a good choice gains ten boxes over a random one. The figure of merit is the
// number of legal placements.
//
// Offsets come from two passes. First, the cells of a finer lattice are computed once; its legal positions,
// counted by their phase modulo the pitch, give the number of legal placements of f^3 offsets at once. Then
// the best offsets are improved axis by axis with exact counts, by smaller and smaller steps and by the
// offsets at which a layer of the lattice touches a large wall.
//
// The pitch of the lattice is slightly larger than nominal, so that neighbours on it keep a gap above the
// rounding of doubles and exact verification finds them separate. Where that costs boxes, because they fit a
// cavity exactly, the tight lattice has the nominal pitch; boxes and walls then touch.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "jam/core/stop_query.hpp"
#include "jam/trunk/lattice/raster.hpp"
#include "jam/trunk/lattice/rounds.hpp"
#include "jam/trunk/model/box_sets.hpp"

namespace jam::trunk {

/// Relative growth of the pitch [-]: leaves a gap of 2e-4 mm between boxes of 200 mm.
inline constexpr double lattice_pitch_growth = 1e-6;
inline constexpr double lattice_clearance = 1e-4;  ///< Clearance between cells and walls [mm].
/// Clearance on a tight lattice [mm]; below 0, because the mesh is rounded when it is turned.
inline constexpr double lattice_tight_clearance = -2e-6;
inline constexpr int lattice_extent_limit = 64;  ///< Largest number of cells of a box along an axis.

/// One way in which a box can lie on a lattice.
struct BoxOrientation {
  CellVector extent;             ///< Cells that the box takes.
  int edge_of_axis[3]{0, 1, 2};  ///< Which edge of the box lies along axis x, y, z of the frame.
};

/// Cells that a box takes whose edge number edge_of_axis[k] lies along axis k.
[[nodiscard]] CellVector extent_of(Vec3d edge, const int (&edge_of_axis)[3], Vec3d pitch);

/// The different orientations of a box of `edge` [mm] on a lattice of nominal `pitch` [mm]: six, or fewer
/// where edges are equal. A box takes all cells it touches; orientations in which these are more than `limit`
/// along an axis are left out.
[[nodiscard]] std::vector<BoxOrientation> box_orientations(Vec3d edge, Vec3d pitch,
                                                           CellVector limit = {lattice_extent_limit,
                                                                               lattice_extent_limit,
                                                                               lattice_extent_limit});

/// box_orientations() on a lattice whose windows have rows of `window_words` words, and which may still be
/// refined. Refinement cuts its cells in two.
[[nodiscard]] std::vector<BoxOrientation> coarse_orientations(Vec3d edge, Vec3d pitch, int window_words);

/// The volume of the cells that a box takes on a lattice of cubes, divided by its own volume, >= 1.
[[nodiscard]] double rounding_loss(Vec3d edge, double pitch);

/// The edge of cubic cells near `wanted` [mm] at which rounding_loss is least: `wanted` itself where it
/// divides the edges of the box. Where none loses less than 5 %, finer cells are tried, about a twentieth of
/// the longest edge. Larger than `wanted` where an edge would have more than lattice_extent_limit cells after
/// a refinement.
[[nodiscard]] double suitable_pitch(Vec3d edge, double wanted);

/// The edges in each different order, as they may lie along the axes of a frame.
[[nodiscard]] std::vector<Vec3d> turned_edges(Vec3d edge);

/// Cells that divide the edges `turned` of a box, nearly cubes of `wanted` [mm]: in this orientation boxes
/// stack without loss.
[[nodiscard]] Vec3d stacking_pitch(Vec3d turned, double wanted);

/// The orientations in the form that the rounds need, on a lattice.
[[nodiscard]] RoundProblem round_problem(const BitGrid& free, const std::vector<BoxOrientation>& orientations,
                                         int window_words = 1);

/// Where a box of the lattice lies in the world: in the middle of its cells. Its edges keep the order of
/// `edge`; the orientation is in its rotation.
[[nodiscard]] PlacedBox placed_box(const Lattice& lattice, const BoxOrientation& orientation, Vec3d edge,
                                   const LatticeBox& box);

/// Input of the functions that make and rate frames.
struct FrameTask {
  const TriangleMesh& mesh;          ///< The container, a closed mesh.
  std::span<const PlacedBox> fixed;  ///< Boxes that lie in the container already.
  Vec3d edge{200, 100, 50};          ///< Edges of the boxes that are packed [mm].
  Vec3d pitch{10, 10, 10};  ///< Nominal edges of a cell [mm]: suitable_pitch, stacking_pitch, or the edges of
                            ///< a box for a plain grid.
  StopQuery stop = {};      ///< Query of the stop; results found after a stop are wrong and must not be used.
  bool grid = false;        ///< Plain grid: a cell is a box, other orientations do not count.
  /// Words of a row of a window in the rounds: more than one where cells are fine along x.
  int window_words = 1;
  /// Which edges may be vertical; a frame without a vertical axis then holds no box.
  VerticalEdges vertical = any_edge;
};

/// coarse_orientations() that the rule of a task allows in a frame of this rotation.
[[nodiscard]] std::vector<BoxOrientation> allowed_orientations(const FrameTask& task,
                                                               const Quaterniond& rotation, Vec3d pitch,
                                                               int window_words);

/// Which axis of a frame is vertical, within upright_angle; -1: none.
[[nodiscard]] int vertical_axis(const Quaterniond& rotation);

/// A lattice with its figure of merit.
struct Frame {
  Lattice lattice;
  Vec3d pitch{10, 10, 10};  ///< Nominal pitch, see FrameTask::pitch [mm].
  int window_words = 1;     ///< See FrameTask::window_words.
  long long legal = 0;      ///< Legal placements over all orientations.
  int boxes = 0;            ///< The most boxes that a search put into it.

  /// Comparable between lattices of different pitch: the volume in which the low corner of a box may lie
  /// [mm^3].
  [[nodiscard]] double merit() const { return static_cast<double>(legal) * (pitch.x * pitch.y * pitch.z); }
};

[[nodiscard]] inline bool same_place(const Frame& a, const Frame& b) {
  return a.lattice.rotation == b.lattice.rotation && a.lattice.origin == b.lattice.origin &&
         a.lattice.clearance == b.lattice.clearance && a.pitch == b.pitch;
}

/// A lattice of nominal `pitch` [mm] whose planes include the point `anchor` [mm, in the frame] and which
/// covers `bounds`. OverflowError where it has more than 32767 cells along an axis or more than 2^31 in all.
[[nodiscard]] Lattice covering_lattice(const Quaterniond& rotation, Vec3d anchor, Vec3d pitch,
                                       const Bounds& bounds, bool tight);

/// The lattice with its cells cut in `divide` parts along each axis.
[[nodiscard]] Lattice refined(const Lattice& lattice, CellVector divide);

/// Free cells of a lattice, less those of the fixed boxes. `surface` is the mesh in the lattice's frame.
/// legal_positions of the result are the legal placements of a box of any size in this frame.
[[nodiscard]] BitGrid free_cells_of(const FrameTask& task, const TriangleMesh& surface,
                                    const Lattice& lattice);

/// Legal placements of the boxes in the free cells of a lattice, over all orientations that are allowed in a
/// frame of this rotation.
[[nodiscard]] long long legal_placements(const FrameTask& task, const Quaterniond& rotation,
                                         const BitGrid& free);

/// Legal placements of the boxes on a lattice, over all orientations.
[[nodiscard]] long long count_legal(const FrameTask& task, const TriangleMesh& surface,
                                    const Lattice& lattice);

/// The best `count` offsets of a rotation, best first, of those in steps of pitch / phases; along x a
/// power of two up to 64. A wall of each axis lies on a plane of the finer lattice, if this is not `moved`
/// [mm]. Counts are a little too high, by placements that are up to 3e-4 mm too near to a wall. Of offsets
/// that are equal along z there are at most `count_per_z`. Empty after a stop: a container of 10 m^3 takes
/// seconds.
[[nodiscard]] std::vector<Frame> best_phases(const FrameTask& task, const Quaterniond& rotation,
                                             CellVector phases, int count,
                                             int count_per_z = std::numeric_limits<int>::max(),
                                             Vec3d moved = {});

/// The frame with its exact count, or one of the same rotation whose planes lie on walls if that has more
/// placements. A tight lattice on the walls follows if it has clearly more, as the container then fits
/// rows of boxes exactly. For plain grids the tight one follows if it has more boxes. Empty after a stop.
[[nodiscard]] std::vector<Frame> on_walls(const FrameTask& task, const Frame& frame);

/// Improves the offset of a frame that is not tight, axis by axis. Ends early on a stop, with the best frame
/// so far.
[[nodiscard]] Frame improve_offset(const FrameTask& task, const Frame& start);

}  // namespace jam::trunk
