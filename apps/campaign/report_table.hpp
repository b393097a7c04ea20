// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The tables of the report.
#pragma once

#include <string>
#include <vector>

#include "campaign/summary.hpp"

namespace jam::campaign {

/// A table of problems of one group, a row for each; all of circles or all of boxes.
[[nodiscard]] std::string problem_table(const std::vector<const ProblemRow*>& rows);

/// What stands where a problem is named on its own: `linear, n = 5`; with the entry's name where it has one.
[[nodiscard]] std::string problem_title(const Campaign& campaign, const Problem& problem);

/// As HTML: `6 ms`, `12.3 s`, `2m5s`; nothing: a dash.
[[nodiscard]] std::string time_text(const std::optional<double>& seconds);

}  // namespace jam::campaign
