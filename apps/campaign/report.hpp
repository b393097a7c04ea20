// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The report of a campaign: one page to look at in a browser, in one file that needs no network. A function of campaign and state.
#pragma once

#include <string>
#include <vector>

#include "campaign/campaign.hpp"
#include "campaign/schedule.hpp"
#include "campaign/state.hpp"

namespace jam::campaign {

/// How the campaign stands when the page is written.
struct Standing {
  std::string text;              ///< `running`, `done`, `stopped`, `time used up`.
  bool live = false;             ///< It is being worked on: the page loads itself again every minute.
  std::string time;              ///< Now, UTC.
  std::vector<Running> running;  ///< Slices that are under way.
};

/// The page: figures, what is running, a table for each family against the best known radii, one for boxes, pictures over time, failures.
[[nodiscard]] std::string report_html(const Campaign& campaign, const State& state, const Standing& standing);

}  // namespace jam::campaign
