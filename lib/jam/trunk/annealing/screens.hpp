// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Many changes of each instance's packing, relaxed side by side by the contact simulation; the best of each is worth the annealing's time.
// Boxes that a change leaves alone and that lie farther off stand still. Lengths in mm.
#pragma once

#include <span>
#include <vector>

#include "jam/trunk/annealing/annealing_instance.hpp"
#include "jam/trunk/relax/part_relaxer.hpp"

namespace jam::trunk {

/// A search for one box more: what an instance asks for and gets.
struct InsertRequest {
  const BoxPacking* legal = nullptr;  ///< Without the fixed boxes.
  RandomStream random;
  LooseBoxes best;  ///< With one box more and least energy; empty where none was found.
};

/// For each request, tries `tries` ways to put one box more into a legal packing: take up to three boxes away around an empty place, put
/// them back and one more, each at the best of a few random poses, and let the boxes around give way. Which way is the best depends on the
/// request alone; on a stop, on where it came.
void screen_inserts(PartRelaxer& relaxer, const AnnealingScene& scene, std::span<InsertRequest> requests, int tries, int thread_count,
                    StopToken& stop);

/// The moves of one instance.
struct MoveRequest {
  const AnnealingInstance* instance = nullptr;
  std::vector<BoxChange> changes;
  BoxChange best;  ///< Relaxed; not possible where none of them is.
};

/// Finds the best move of each request: that with the least rise of the energy of the part that gives way, as the contact simulation
/// measures it before and after. Which move is the best depends on the request alone.
void screen_moves(PartRelaxer& relaxer, const AnnealingScene& scene, std::span<MoveRequest> requests, int thread_count, StopToken& stop);

}  // namespace jam::trunk
