// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Small charts for the report: how the seeds of one problem came nearer to its best value over time [s].
#pragma once

#include <string>
#include <vector>

#include "campaign/summary.hpp"

namespace jam::campaign {

/// The range of time that all charts of a page show, so that they can be compared; 0 < first < last.
struct TimeRange {
  double first = 0.01;
  double last = 1;
};

/// From the first improvement of any search to the longest time of any.
[[nodiscard]] TimeRange time_range(const std::vector<ProblemRow>& rows);

/// A step line for each seed, the best one in front. Circles: the relative gap to the reference, or to the best radius found where there is
/// none, both axes logarithmic; what is as good as the reference, or better, lies on the bottom line. Boxes: litres. Without any
/// improvement the chart says so.
[[nodiscard]] std::string progress_chart(const ProblemRow& row, const TimeRange& range);

}  // namespace jam::campaign
