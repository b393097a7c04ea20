// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Campaigns for tests.
#pragma once

#include <string>

#include "campaign/campaign.hpp"
#include "campaign/state.hpp"

namespace jam::campaign {

/// A campaign file with these entries.
inline std::string with_entries(const std::string& entries, const std::string& more = "") {
  return "{\"schema\": \"jampack/campaign/1\", " + more + "\"entries\": [" + entries + "]}";
}

/// The campaign of these entries, as if it stood in night.json.
inline Campaign campaign_of(const std::string& entries, const std::string& more = "") {
  return parse_campaign(with_entries(entries, more), "night.json");
}

/// Records that a search has used `seconds` [s] and holds `value`.
inline Record& used(State& state, const std::string& id, double seconds, double value = 0) {
  Record& record = state.records[id];
  record.arguments = "--seed 1";
  record.kind = "cpu";
  record.device = "CPU, 2 threads";
  record.seconds = seconds;
  if (value > 0) {
    record.value = value;
    record.improvements = {{0.25 * seconds, 2 * value}, {0.5 * seconds, value}};
  }
  return record;
}

}  // namespace jam::campaign
