// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Screening: many changes of each instance's packing are relaxed side by side by the contact simulation; only the best one of each
// instance is passed to the annealing. Boxes outside the region of a change do not move. Lengths in mm.
#pragma once

#include <span>
#include <vector>

#include "jam/trunk/annealing/annealing_instance.hpp"
#include "jam/trunk/relax/part_relaxer.hpp"

namespace jam::trunk {

/// Input and result of the search for a start with one box more, for one instance.
struct InsertRequest {
  const BoxPacking* legal = nullptr;  ///< Without the fixed boxes.
  RandomStream random;
  LooseBoxes best;  ///< With one box more and least energy; empty where none was found.
};

/// For each request, tries `tries` ways to insert one box into a legal packing: remove up to three boxes around a vacancy, place
/// them again and one more, each at the best of a few random poses, and relax the boxes around. The best way depends on the request
/// alone; after a stop, also on the moment of the stop.
void screen_inserts(PartRelaxer& relaxer, const AnnealingScene& scene, std::span<InsertRequest> requests, int tries, int thread_count,
                    StopToken& stop);

/// The proposed moves of one instance, and the best of them.
struct MoveRequest {
  const AnnealingInstance* instance = nullptr;
  std::vector<BoxChange> changes;
  BoxChange best;  ///< Relaxed; not `possible` where none of the changes is.
};

/// Finds the best move of each request: the one with the smallest rise of the energy of its movable part, measured by the contact
/// simulation before and after. The choice depends on the request alone.
void screen_moves(PartRelaxer& relaxer, const AnnealingScene& scene, std::span<MoveRequest> requests, int thread_count, StopToken& stop);

}  // namespace jam::trunk
