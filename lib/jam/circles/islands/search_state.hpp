// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The parts of a search's state that several searches share, to bytes and back. Read states are checked
// against the problem: a state of other circles, or one that does not fit together, throws InputError.
// Lengths as in the headers of the parts.
#pragma once

#include <string>
#include <string_view>

#include "jam/circles/islands/archipelago_size.hpp"
#include "jam/circles/islands/elites.hpp"
#include "jam/circles/polish/packing_incumbent.hpp"
#include "jam/circles/tabu/scaled_instances.hpp"
#include "jam/io/binary_state.hpp"

namespace jam::circles {

/// Tags of states: the name of the search and the version of its state, raised when its layout changes.
inline constexpr const char* multistart_state_tag = "multistart 4";
inline constexpr const char* multistart_compress_state_tag = "multistart-compress 1";
inline constexpr const char* improve_state_tag = "improve 3";
inline constexpr const char* compress_state_tag = "compress 1";
inline constexpr const char* single_state_tag = "single 1";
inline constexpr const char* annealing_state_tag = "anneal 1";

/// The head of a state: its tag and size, so that a search can be set up before the rest is read. Reading
/// throws InputError for the state of another search or version.
void write_head(io::StateWriter& state, std::string_view tag, const SearchSize& size);
[[nodiscard]] SearchSize read_head(io::StateReader& state, std::string_view tag);

/// The size in the head of a state of any search.
[[nodiscard]] SearchSize size_of_state(const std::string& state);

/// The target radius and the first `instance_count` instances. `instances` may hold more than are read; those
/// stay at the origin. Reading returns how many were read.
void write_instances(io::StateWriter& state, const ScaledInstances& instances, int instance_count);
int read_instances(io::StateReader& state, ScaledInstances& instances);

void write_elites(io::StateWriter& state, const ElitePool& elites);
void read_elites(io::StateReader& state, const Problem& problem, ElitePool& elites);

}  // namespace jam::circles
