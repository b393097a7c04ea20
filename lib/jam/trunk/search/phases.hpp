// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The phases of the search of a trunk, and the choice of the phase for the next turn. A search has a table of
// its phases; to add one, add a row to the table and a branch to the function that takes the turn
// (BoxIsland::finish_round, LatticeSeries::advance).
#pragma once

#include <span>

namespace jam::trunk {

/// The part of a search that is running, or that found a packing. Lattices have four: `grid`, as many boxes
/// as lie the same way in rows; `lattice`, rounds in the container as it is; `squeezed`, a lattice packing of
/// a stretched container that the polish made legal; `hopping`, a squeezed packing that basin hopping made
/// legal. Checkpoints hold the numbers: add new ones at the end.
enum class SearchPhase { start, lattice, annealing, pieces, pose, grid, squeezed, hopping };
inline constexpr SearchPhase last_phase = SearchPhase::hopping;

/// "start", "lattice", "annealing", "pieces", "pose", "plain grid", "squeezed", "hopping".
[[nodiscard]] const char* phase_name(SearchPhase phase);

/// A phase of the search, and its part of the turns.
struct PhaseRow {
  SearchPhase phase;
  bool open;  ///< Whether the phase has anything to do in this turn.
  /// Turns of the phase in a cycle, which is the sum over the open rows; 0: only if no row with a `share`
  /// above 0 is open.
  int share;
};

/// The phase that takes turn number `turn` (from 0), of those that are open. In a cycle the phase with the
/// least share comes first, of equal shares the one whose row comes first, with all its turns one after the
/// other. A row must be open.
[[nodiscard]] SearchPhase phase_of_turn(std::span<const PhaseRow> rows, long long turn);

}  // namespace jam::trunk
