// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A box measured in cells of a lattice, and back.
//
// The lattice of the search is a hair coarser than its nominal pitch, so that neighbours on it keep a gap above the rounding of doubles and
// exact verification finds them apart. Where that hair costs boxes, because a cavity holds them only to the last digit, the tight
// lattice has the nominal pitch; boxes and walls then touch.
#pragma once

#include <vector>

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

}  // namespace jam::trunk
