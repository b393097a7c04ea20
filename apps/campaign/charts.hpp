// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Small pictures for the report: how the seeds of one problem came nearer to its best value over time. SVG whose colours are those of the
// page (classes `line`, `best`, `grid`, `goal`). Times in seconds.
#pragma once

#include <string>

#include "campaign/summary.hpp"

namespace jam::campaign {

/// The range of time that all pictures of a page show, so that they can be compared; 0 < first < last.
struct TimeRange {
  double first = 0.01;
  double last = 1;
};

/// From the first improvement of any search to the longest time of any.
[[nodiscard]] TimeRange time_range(const std::vector<ProblemRow>& rows);

/// A step line for each seed, the best one in front. Circles: the relative gap to the reference, or to the best radius found where there is
/// none, both axes logarithmic; at the bottom line the reference is reached, and what is better than it is drawn there. Boxes: litres.
/// Without any improvement the picture says so.
[[nodiscard]] std::string progress_chart(const ProblemRow& row, const TimeRange& range);

}  // namespace jam::campaign
