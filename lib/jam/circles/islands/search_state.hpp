// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The parts of a search's state that multistart and improve share, to bytes and back. What is read is checked against the problem: a state
// of other circles, or one that does not fit together, throws InputError. Lengths as in the headers of the parts.
#pragma once

#include <string>
#include <string_view>

#include "jam/circles/islands/elite_pool.hpp"
#include "jam/circles/model/packing_bytes.hpp"
#include "jam/circles/tabu/scaled_instances.hpp"
#include "jam/io/binary_state.hpp"

namespace jam::circles {

/// What states begin with: the name of the search, and the version of its state, a higher one where what it holds changes.
inline constexpr const char* multistart_state_tag = "multistart 4";
inline constexpr const char* improve_state_tag = "improve 3";

/// How many packings were searched side by side; begins the state, so that a search can be set up for it before the rest is read.
struct SearchSize {
  std::int32_t instance_count = 0;
  std::int32_t active_limit = 0;  ///< 0 where the search has none.
  std::int32_t island_count = 1;  ///< Groups of instances with a state each.
  std::int32_t ladder_count = 0;  ///< Of all islands.
};

/// Reading throws InputError for the state of another search, and for one of another version.
void write_head(io::StateWriter& state, std::string_view tag, const SearchSize& size);
[[nodiscard]] SearchSize read_head(io::StateReader& state, std::string_view tag);

/// The size in the head of a state of any search.
[[nodiscard]] SearchSize size_of_state(const std::string& state);

/// The target radius and the first `instance_count` instances. `instances` may hold more than are read; those stay at the origin. Reading
/// returns how many were read.
void write_instances(io::StateWriter& state, const ScaledInstances& instances, int instance_count);
int read_instances(io::StateReader& state, ScaledInstances& instances);

void write_elites(io::StateWriter& state, const ElitePool& elites);
void read_elites(io::StateReader& state, const Problem& problem, ElitePool& elites);

}  // namespace jam::circles
