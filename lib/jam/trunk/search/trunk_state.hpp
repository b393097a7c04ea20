// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What the parts of a trunk's search share on their way into a kept state (io/state_keeper.hpp) and back. Arrays go out and in as they lie
// in memory; what has gaps there goes out member by member. Lengths as in the headers of the parts. Whoever reads throws InputError for
// what does not fit together.
#pragma once

#include <string_view>
#include <vector>

#include "jam/io/binary_state.hpp"
#include "jam/trunk/lattice/lattice_frame.hpp"
#include "jam/trunk/model/box_packing.hpp"
#include "jam/trunk/search/trunk_search.hpp"

namespace jam::trunk {

/// `tag` names the search and the version of its state; reading throws InputError for another one.
void put_tag(io::StateWriter& state, std::string_view tag);
void take_tag(io::StateReader& state, std::string_view tag);

/// A flag as one byte.
inline void put_flag(io::StateWriter& state, bool flag) { state.put(static_cast<std::uint8_t>(flag ? 1 : 0)); }
[[nodiscard]] inline bool take_flag(io::StateReader& state) { return state.take<std::uint8_t>() != 0; }

/// Boxes, the numbers of which have to be finite.
void put_boxes(io::StateWriter& state, const std::vector<PlacedBox>& boxes);
[[nodiscard]] std::vector<PlacedBox> take_boxes(io::StateReader& state);

void put_frame(io::StateWriter& state, const Frame& frame);
[[nodiscard]] Frame take_frame(io::StateReader& state);

/// The counters, without time and best load, which belong to BestLoad, and without the bound, which follows from the problem.
void put_counters(io::StateWriter& state, const TrunkProgress& progress);
void restore_counters(io::StateReader& state, TrunkProgress& progress);

/// For whatever does not fit together.
[[noreturn]] void fail_state(std::string_view what);

}  // namespace jam::trunk
