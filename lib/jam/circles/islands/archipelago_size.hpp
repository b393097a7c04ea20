// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// How many packings, islands and ladders a multistart search has.
#pragma once

#include "jam/circles/model/problem.hpp"
#include "jam/circles/model/search.hpp"
#include "jam/core/device.hpp"

namespace jam::circles {

/// How many packings are searched, and in how many islands: of all ranks.
struct ArchipelagoSize {
  int instance_count = 1;
  int active_limit = 1;
  int island_count = 1;  ///< >= the number of ranks.
  int ladder_count = 0;  ///< Of all islands.
};

/// That of `rank_count` ranks, each of which has a device like this one: as the options tell, else so that it suits problem and device.
/// Throws InputError where islands are fewer than ranks, and where ladders are asked for that this many circles cannot have.
[[nodiscard]] ArchipelagoSize archipelago_size(const Problem& problem, const SearchOptions& options, const Device& device, int rank_count);

}  // namespace jam::circles
