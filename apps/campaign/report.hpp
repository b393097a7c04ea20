// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The report of a campaign: one page to look at in a browser, in one file that needs no network. A function
// of campaign and state.
#pragma once

#include <string>
#include <vector>

#include "campaign/campaign.hpp"
#include "campaign/state.hpp"
#include "campaign/summary.hpp"

namespace jam::campaign {

/// How the campaign stands when the page is written.
struct Standing {
  std::string text;              ///< `running`, `done`, `stopped`, `time used up`.
  bool live = false;             ///< The campaign is running: the page loads itself again every minute.
  std::string time;              ///< Now, UTC.
  std::vector<Running> running;  ///< Slices that are under way.
};

/// The page: figures, what is running, a table for each family against the best known radii, one for boxes,
/// charts over time, failures.
[[nodiscard]] std::string report_html(const Campaign& campaign, const State& state, const Standing& standing);

/// A table of problems of one group, a row for each; all of circles or all of boxes.
[[nodiscard]] std::string problem_table(const std::vector<const ProblemRow*>& rows);

/// The range of time [s] that all charts of a page show, so that they can be compared; 0 < first < last.
struct TimeRange {
  double first = 0.01;
  double last = 1;
};

/// From the first improvement of any search to the longest time of any.
[[nodiscard]] TimeRange time_range(const std::vector<ProblemRow>& rows);

/// How the seeds of a problem approached its best value: a step line for each seed, the best one in front.
/// Circles: the relative gap to the reference, or to the best radius found where there is none, both axes
/// logarithmic; what is as good as the reference, or better, lies on the bottom line. Boxes: litres. Without
/// any improvement the chart says so.
[[nodiscard]] std::string progress_chart(const ProblemRow& row, const TimeRange& range);

}  // namespace jam::campaign
