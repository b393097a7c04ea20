// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The report of a campaign: one page for a browser, in one file that needs no network. It depends on the
// campaign, its state and its standing alone.
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

/// The page: figures, running searches, a table for each family against the best known radii, one for boxes,
/// charts over time, failures.
[[nodiscard]] std::string report_html(const Campaign& campaign, const State& state, const Standing& standing);

/// A table of problems of one group, a row for each; all of circles or all of boxes.
[[nodiscard]] std::string problem_table(const std::vector<const ProblemRow*>& rows);

/// `linear, n = 5`, with the entry's name where it has one.
[[nodiscard]] std::string problem_title(const Campaign& campaign, const Problem& problem);

/// What the charts of the page show, as JSON: the range of time that they share (`begin`, `end` [s]) and for
/// each of `problems` the options of web/chart.js, the points of the best seed and those of the `others`.
/// Circles: the relative gap to the reference, or to the best radius found if there is none; `goal` is the
/// gap from which the reference counts as reached. Boxes: litres.
[[nodiscard]] std::string charts_json(const Campaign& campaign, const std::vector<ProblemRow>& rows);

}  // namespace jam::campaign
