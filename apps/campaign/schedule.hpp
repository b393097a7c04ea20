// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Which search gets the next slice: a rule without chance and without the clock. Times in seconds.
//
// First the entry whose searches have used the least time relative to its share, in it the open search that has used the least, of equal
// ones the first in the campaign. Time that running searches were given counts as used. So every entry gets its share of the time as long
// as it has open searches, and every search of an entry gets its first slice before one gets its second.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "campaign/campaign.hpp"
#include "campaign/state.hpp"

namespace jam::campaign {

/// Why a search gets no more time.
enum class Done {
  no,        ///< It is open.
  target,    ///< It reached its target.
  finished,  ///< Nothing is left to try: a proven optimum.
  time,      ///< It has used its time.
  failed     ///< Its last slice failed.
};

[[nodiscard]] Done done(const Campaign& campaign, const State& state, const Search& search);

/// For people: `target reached`.
[[nodiscard]] const char* done_text(Done done);

/// A slice that is running.
struct Running {
  int search = 0;      ///< Index in Campaign::searches.
  double seconds = 0;  ///< Its length.
  std::string device;  ///< As in the campaign.
};

/// The search that goes next on a device of this kind: one that is open, not running, and was not begun on another kind. Nothing where
/// there is none.
[[nodiscard]] std::optional<int> next_search(const Campaign& campaign, const State& state, const std::vector<Running>& running,
                                             const std::string& kind);

/// The time at which the next slice of a search ends, counted from the search's own beginning, where the campaign has `remaining` left
/// (infinite: no limit).
[[nodiscard]] double slice_end(const Campaign& campaign, const State& state, const Search& search, double remaining);

}  // namespace jam::campaign
