// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What a slice has brought: from how its program ended, and the result files that it left.
#pragma once

#include <string>
#include <utility>

#include "campaign/campaign.hpp"
#include "campaign/child.hpp"
#include "campaign/state.hpp"

namespace jam::campaign {

/// A slice that has ended.
struct Slice {
  double end = 0;        ///< Until when the search was allowed to go, counted from its beginning [s].
  Ending ending;         ///< How the program ended.
  bool stopped = false;  ///< We told it to end before that.
};

/// What to do next.
enum class Verdict {
  recorded,  ///< The record holds all.
  crashed,   ///< Something else than us ended the program: it may be tried again.
  no_device  ///< The device is not there (any more).
};

/// Brings a search's record up to date, from the packing and the JSON of its slice. A packing counts only if it passes exact
/// verification (boxes: if the program says that it did). Where the program failed, Record::error says why. Returns what to do next, and
/// why.
[[nodiscard]] std::pair<Verdict, std::string> take_outcome(const Campaign& campaign, const Search& search, const Slice& slice,
                                                           Record& record);

}  // namespace jam::campaign
