// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Large-neighbourhood search of boxes on a lattice: the inner loop. A round removes the boxes of a random
// region, fills the hole again several times in different orders, and keeps the best filling. Compiled once
// per instruction set (jam/core/isa.hpp); it computes with integers alone.
//
// A window around the emptied boxes is copied, up to RoundProblem::window_words words per row along x: one of
// 64 cells where cells are about cubes, more where they are fine along x. For each orientation, the legal
// positions in it are an erosion of its free cells; a placed box removes from each set the positions that
// would overlap it. So the greedy filling works on bits alone, never on pairs of boxes.
//
// Most fillings have as many boxes as before and are kept: a walk on a plateau. It is directed: a random
// point, the focus, is kept for some thousand rounds, and most fillings start at the side opposite to it. So
// gaps gather near the focus until a box fits in.
#pragma once

#include <cstdint>

#include "jam/core/isa.hpp"
#include "jam/trunk/lattice/grid.hpp"

namespace jam::trunk {

/// Number of orientations of a box with three different edges.
inline constexpr int lattice_orientation_limit = 6;
inline constexpr int lattice_window_limit = 2048;  ///< Largest number of words of a window.
inline constexpr int lattice_row_words_limit = 8;  ///< Largest number of words of a row of a window.
inline constexpr int window_box_limit = 160;  ///< Largest number of boxes in a window; a filling ends there.

/// A box on the lattice: its low corner and which orientation it has.
struct LatticeBox {
  std::int16_t x = 0;
  std::int16_t y = 0;
  std::int16_t z = 0;
  std::int16_t orientation = 0;

  friend bool operator==(const LatticeBox&, const LatticeBox&) = default;
};

/// The problem as the rounds use it.
struct RoundProblem {
  CellVector cells;
  int row_words = 0;  ///< Number of words of a row of the grid of free cells.
  int orientation_count = 0;
  CellVector extent[lattice_orientation_limit];  ///< Cells of a box in each orientation, along x no more than
                                                 ///< a window.
  int window_words = 1;  ///< Number of words of a row of a window, 1 .. lattice_row_words_limit.
};

/// Parameters of the walk.
struct RoundParameters {
  std::uint64_t seed = 1;
  std::uint32_t instance = 0;      ///< Number of this search among those side by side.
  int least_removed = 2;           ///< Smallest number of boxes that a round removes.
  int most_removed = 26;           ///< Largest number of boxes that a round removes.
  int tries = 3;                   ///< Number of fillings per round.
  float focus_probability = 0.6F;  ///< Probability of filling from the side opposite to the focus.
};

/// A search: its packing and the best one it had. Arrays belong to the caller.
struct RoundState {
  std::uint64_t* free = nullptr;  ///< Free cells of the current packing, in the layout of BitGrid.
  LatticeBox* boxes = nullptr;    ///< [capacity]
  LatticeBox* best = nullptr;     ///< [capacity]
  int count = 0;
  int best_count = 0;
  int capacity = 0;
  std::uint64_t round = 0;  ///< Number of rounds done: the counter of the random numbers.
};

/// The place for the next box of an orientation.
struct FirstPlace {
  std::uint32_t key = 0;  ///< Grows along the order of filling.
  std::int16_t x = 0;
  std::int16_t y = 0;
  std::int16_t z = 0;
  std::int16_t layer = 0;  ///< Layers before this one are known to be empty.
};

/// Memory of the rounds of one thread. Nothing in it is kept from one round to the next.
struct RoundScratch {
  using Words = std::uint64_t[lattice_window_limit];

  alignas(64) Words free;                       ///< Free cells of the window.
  Words eroded[2];                              ///< Cells between the steps of an erosion.
  Words legal[lattice_orientation_limit];       ///< Legal positions of each orientation.
  Words left[lattice_orientation_limit];        ///< Remaining legal positions during a filling.
  FirstPlace place[lattice_orientation_limit];  ///< The next place of each orientation.
  std::int32_t removed[window_box_limit + 1];   ///< Numbers of the boxes that are removed.
  LatticeBox old[window_box_limit];             ///< The removed boxes.
  LatticeBox filled[2][window_box_limit];       ///< The best filling and the current one.
};

/// Runs `rounds` rounds.
using LatticeRounds = void(const RoundProblem& problem, const RoundParameters& parameters, RoundState& state,
                           long long rounds, RoundScratch& scratch);
extern const IsaTable<LatticeRounds> lattice_rounds;

}  // namespace jam::trunk
