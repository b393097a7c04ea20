// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The state of a campaign, and the choice of the search for the next slice. Times are in seconds of search.
// The state is one JSON file, replaced atomically after every slice, from which the same command continues.
// Whether a search is done follows from its record and the campaign, and is not stored: a campaign that is
// given more time or another target continues.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "campaign/campaign.hpp"

namespace jam::campaign {

/// New best values of a search: (time [s], R or litres), each better than the previous one.
using Improvements = std::vector<std::pair<double, double>>;

/// Largest number of improvements that are kept. The latest half is complete; earlier ones are thinned out.
inline constexpr std::size_t improvement_limit = 200;

/// State of one search; times are sums over all its slices.
struct Record {
  std::string arguments;        ///< Options that decide the result; a resumed search must have the same.
  std::string kind;             ///< Kind of device, `cpu` or `cuda`; a checkpoint serves only one kind.
  std::string device;           ///< Name of the device, as shown to users.
  double seconds = 0;           ///< Time that the search has used [s].
  int slices = 0;               ///< Number of slices that ended, for any reason.
  bool finished = false;        ///< Nothing was left to try.
  std::string error;            ///< Why the last slice failed; empty if it did not fail.
  int error_code = 0;           ///< Exit code of the last slice.
  std::optional<double> value;  ///< R or litres of the best verified packing.
  long long count = 0;          ///< Number of boxes in that packing.
  Improvements improvements;
};

/// At most improvement_limit of `improvements`: evenly spaced ones among the earlier ones are left out.
[[nodiscard]] Improvements thinned(const Improvements& improvements);

struct State {
  std::string begun;   ///< UTC, `2026-11-21T16:20:42Z`; empty before the first run.
  double seconds = 0;  ///< Time by the clock, over all runs.
  /// By Search::id. Those of searches that are no longer in the campaign stay.
  std::map<std::string, Record> records;
};

/// The record of a search, an empty one where it has none yet.
[[nodiscard]] const Record& record_of(const State& state, const Search& search);

[[nodiscard]] std::string state_text(const State& state);

/// Throws InputError with the place for a text that is not a state.
[[nodiscard]] State parse_state(std::string_view text, const std::string& name);

/// `campaign-state.json` in the campaign's folder.
[[nodiscard]] std::filesystem::path state_file(const Campaign& campaign);

/// The state in the folder; an empty one where there is none. Throws InputError for a file that cannot be
/// read as one, and where a search was begun with other arguments than the campaign has now.
[[nodiscard]] State read_state(const Campaign& campaign);

/// The words that decide the result of a search, as one text.
[[nodiscard]] std::string deciding_arguments(const Campaign& campaign, const Search& search);

/// Why a search gets no more time.
enum class Done {
  no,        ///< The search is open.
  target,    ///< The target is reached.
  finished,  ///< Nothing is left to try: a proven optimum.
  time,      ///< The time is used up.
  failed     ///< The last slice failed.
};

[[nodiscard]] Done done(const Campaign& campaign, const State& state, const Search& search);

/// A slice that is running.
struct Running {
  std::size_t search = 0;  ///< Index in Campaign::searches.
  double seconds = 0;      ///< Length of the slice [s].
  std::string device;      ///< Device as the campaign names it.
};

/// The search that gets the next slice on a device of this kind, by a rule without randomness and without the
/// clock; nothing if there is none. Candidates are open, not running, and were not begun on another kind.
/// First the entry whose searches have used the least time relative to its share, in it the search that has
/// used the least, of equal ones the first in the campaign. Time that running searches were given counts as
/// used. So every entry gets its share of the time as long as it has open searches, and every search of an
/// entry gets its first slice before one gets its second.
[[nodiscard]] std::optional<std::size_t> next_search(const Campaign& campaign, const State& state,
                                                     const std::vector<Running>& running,
                                                     const std::string& kind);

/// The time at which the next slice of a search ends, counted from the search's own beginning, where the
/// campaign has `remaining` left (infinite: no limit). Where a slice brought no packing, the next one doubles
/// the time.
[[nodiscard]] double slice_end(const Campaign& campaign, const State& state, const Search& search,
                               double remaining);

}  // namespace jam::campaign
