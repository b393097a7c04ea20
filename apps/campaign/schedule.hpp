// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Which search has its turn: a rule without chance and without the clock. Times in seconds.
//
// The entry goes next whose searches have used the least time relative to its share; of its searches that are not done, the one that has
// used the least; where several are equal, the first in the campaign. Time that running searches were given counts as used. So every entry
// gets its share of the time as long as it has something to do, and every search of an entry has its first turn before one has its second.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "campaign/campaign.hpp"
#include "campaign/state.hpp"

namespace jam::campaign {

/// Why a search gets no more time.
enum class Done {
  no,        ///< It does.
  target,    ///< It reached its target.
  finished,  ///< Nothing is left to try: a proven optimum.
  time,      ///< It has used its time.
  failed     ///< Its last slice failed.
};

[[nodiscard]] Done done(const Campaign& campaign, const State& state, const Search& search);

/// For people: `target reached`.
[[nodiscard]] const char* done_text(Done done);

/// A slice that is under way.
struct Running {
  int search = 0;      ///< Of Campaign::searches.
  double seconds = 0;  ///< That it was given.
  std::string device;  ///< As in the campaign.
};

/// The search that goes next on a device of this kind: one that is not done, not running, and was not begun on another kind. Nothing
/// where there is none.
[[nodiscard]] std::optional<int> next_search(const Campaign& campaign, const State& state, const std::vector<Running>& running,
                                             const std::string& kind);

/// The time at which a search's next slice ends, counted from its own beginning, where the campaign has `remaining` left (infinite: no
/// limit).
[[nodiscard]] double slice_end(const Campaign& campaign, const State& state, const Search& search, double remaining);

}  // namespace jam::campaign
