// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What a slice has brought, from the files that the program left. Times in seconds of search.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "campaign/campaign.hpp"
#include "campaign/child.hpp"
#include "campaign/state.hpp"

namespace jam::campaign {

/// A slice that has ended.
struct Slice {
  double end = 0;      ///< Until when the search was allowed to go, counted from its beginning.
  Ending ending;       ///< How the program ended.
  bool asked = false;  ///< It was told to end before that.
};

/// What to do next.
enum class Verdict {
  fine,      ///< The record tells.
  crashed,   ///< A signal ended the program, not sent by us: it may be tried again.
  no_device  ///< The device is not there (any more).
};

/// Brings a search's record up to date. A packing counts only if it passes exact verification (boxes: if the program says that it did).
/// Where the program failed, Record::error says why. Returns, with a line of explanation, what to do next.
[[nodiscard]] std::pair<Verdict, std::string> take_outcome(const Campaign& campaign, const Search& search, const Slice& slice,
                                                           Record& record);

/// The improvements in the text of a statistics file: (seconds, R) of each row with a smaller R than the rows before. Throws InputError for
/// a text that is none.
[[nodiscard]] std::vector<std::pair<double, double>> improvements_in(std::string_view csv, const std::string& name);

/// What the final block of a program says after `name`: `time limit of 5s` after `ended by`; empty where there is no such line.
[[nodiscard]] std::string fact_in(const std::string& block, const std::string& name);

}  // namespace jam::campaign
