// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// How many packings, islands and ladders a search has.
#pragma once

#include <cstdint>

#include "jam/circles/model/problem.hpp"
#include "jam/circles/model/search.hpp"
#include "jam/core/device.hpp"
#include "jam/search/island.hpp"

namespace jam::circles {

/// The size of a search over all ranks, or of one island.
struct SearchSize {
  std::int32_t instance_count = 1;  ///< Number of packings searched concurrently.
  std::int32_t active_limit = 0;    ///< Largest number of instances searched at once; 0: no limit.
  /// Number of groups of instances, each with a state; >= the number of ranks.
  std::int32_t island_count = 1;
  std::int32_t ladder_count = 0;  ///< Number of ladders of replicas, over all these islands.

  /// The part of one island. Instance k of island i has the number i + k * islands among all; so have
  /// ladders.
  [[nodiscard]] SearchSize share(const IslandPlace& place) const;
};

/// The size of a multistart search of `rank_count` ranks, each with a device like this one: what the options
/// say, else the defaults for problem and device. Throws InputError for fewer islands than ranks, and for
/// ladders if replica exchange does not support this number of circles or they take too much memory.
[[nodiscard]] SearchSize archipelago_size(const Problem& problem, const SearchOptions& options,
                                          const Device& device, int rank_count);

}  // namespace jam::circles
