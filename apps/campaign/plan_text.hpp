// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "campaign/campaign.hpp"
#include "campaign/state.hpp"

namespace jam::campaign {

/// What a campaign is going to do, for people: its entries with their searches and limits, the order of the first slices, what is done.
[[nodiscard]] std::string plan_text(const Campaign& campaign, const State& state);

}  // namespace jam::campaign
