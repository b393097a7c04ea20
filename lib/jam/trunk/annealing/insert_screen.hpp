// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Many ways to put one box more into a legal packing, relaxed side by side by the contact simulation; the best ones are worth the
// annealing. A way is: take up to three boxes away around an empty place, put them back and one more, at the better of a few random poses
// each, and let the boxes around give way while those farther off stand still. Lengths in mm.
#pragma once

#include <span>
#include <vector>

#include "jam/trunk/annealing/annealing_instance.hpp"
#include "jam/trunk/relax/part_relaxer.hpp"

namespace jam::trunk {

/// What an instance asks for and gets.
struct InsertRequest {
  const BoxPacking* legal = nullptr;  ///< Without the fixed boxes.
  RandomStream random;
  LooseBoxes best;  ///< With one box more and least energy; empty where none was found.
};

/// Tries `tries` ways for each request and keeps the best of them. Which one depends on the request alone; on a stop,
/// on where it came.
void screen_inserts(PartRelaxer& relaxer, const AnnealingScene& scene, std::span<InsertRequest> requests, int tries, int thread_count,
                    StopToken& stop);

}  // namespace jam::trunk
