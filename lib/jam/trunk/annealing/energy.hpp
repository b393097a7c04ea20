// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The energy of a whole packing as the trials count it (contacts.hpp): each pair of boxes and each face of a
// box on the wall once. On the host. Lengths in mm.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "jam/trunk/annealing/engine.hpp"
#include "jam/trunk/annealing/memory.hpp"
#include "jam/trunk/annealing/walls.hpp"

namespace jam::trunk {

/// Measures packings of one scene. Holds scratch memory: one per thread.
class TrialEnergy {
 public:
  /// `data` must outlive it.
  explicit TrialEnergy(const TrialSceneData& data);

  /// The energy, or -1 where a box has more contacts than trials have room for. `squeeze` gets that of each
  /// box of the packing.
  [[nodiscard]] int measure(const BoxView& packing, std::span<std::int32_t> squeeze);

 private:
  template <TrialWall Wall>
  [[nodiscard]] int measure_against(const BoxView& packing, std::span<std::int32_t> squeeze);

  TrialScene scene_;
  PartMemory memory_;
  std::vector<std::uint32_t> elements_;
};

}  // namespace jam::trunk
