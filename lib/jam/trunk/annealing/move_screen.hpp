// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Many moves of each instance, relaxed side by side by the contact simulation; the one that helps most is worth a decision by the polish.
// What counts is the energy of the part that gives way, less what it had before, both as the contact simulation measures it.
#pragma once

#include <span>
#include <vector>

#include "jam/trunk/annealing/annealing_instance.hpp"
#include "jam/trunk/relax/part_relaxer.hpp"

namespace jam::trunk {

/// The moves of one instance.
struct MoveRequest {
  const AnnealingInstance* instance = nullptr;
  std::vector<BoxChange> changes;
  BoxChange best;  ///< Relaxed; not possible where none of them is.
};

/// Finds the best move of each request. Which one depends on the request alone.
void screen_moves(PartRelaxer& relaxer, const AnnealingScene& scene, std::span<MoveRequest> requests, int thread_count, StopToken& stop);

}  // namespace jam::trunk
