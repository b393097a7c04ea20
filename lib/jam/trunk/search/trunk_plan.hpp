// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What search_trunk and search_set have in common as archipelagos: the head of their states, and what all ranks agree on.
#pragma once

#include <optional>
#include <string_view>

#include "jam/io/binary_state.hpp"
#include "jam/search/archipelago.hpp"
#include "jam/trunk/search/trunk_search.hpp"

namespace jam::trunk {

/// `options` with the number of islands of the saved state and the seed of rank 0; makes the link where there are several ranks. InputError
/// for fewer islands than ranks, and for another number of islands than that of the saved state.
[[nodiscard]] TrunkSearchOptions agreed_options(const TrunkSearchOptions& options, const SearchRun& run, std::string_view tag,
                                                std::optional<ranks::RankLink>& link);

/// For agreed options; the head of a state holds the tag and the number of islands.
[[nodiscard]] ArchipelagoPlan trunk_plan(const TrunkSearchOptions& options, std::string_view tag);

/// Returns the number of islands.
[[nodiscard]] int read_trunk_head(io::StateReader& state, std::string_view tag);

}  // namespace jam::trunk
