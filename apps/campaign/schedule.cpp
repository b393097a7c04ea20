// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "campaign/schedule.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace jam::campaign {
namespace {

/// Times are given to the millisecond.
constexpr double time_unit = 1e-3;

}  // namespace

Done done(const Campaign& campaign, const State& state, const Search& search) {
  const Record& record = record_of(state, search);
  const Problem& problem = campaign.problem_of(search);
  const Entry& entry = campaign.entry_of(search);
  if (record.value && problem.target && meets(problem, *record.value, *problem.target)) return Done::target;
  if (record.finished) return Done::finished;
  if (!record.error.empty()) return Done::failed;
  if (entry.time > 0 && record.seconds >= entry.time - time_unit) return Done::time;
  return Done::no;
}

const char* done_text(Done done) {
  switch (done) {
    case Done::no: return "open";
    case Done::target: return "target reached";
    case Done::finished: return "nothing left to try";
    case Done::time: return "time used up";
    case Done::failed: return "failed";
  }
  return "?";
}

std::optional<int> next_search(const Campaign& campaign, const State& state, const std::vector<Running>& running, const std::string& kind) {
  std::vector<double> used(campaign.entries.size(), 0);
  const auto given = [&](int index) {
    const auto found = std::find_if(running.begin(), running.end(), [&](const Running& other) { return other.search == index; });
    return found == running.end() ? nullptr : &*found;
  };
  for (std::size_t k = 0; k < campaign.searches.size(); ++k) {
    const Running* slice = given(static_cast<int>(k));
    used[static_cast<std::size_t>(campaign.problem_of(campaign.searches[k]).entry)] +=
        record_of(state, campaign.searches[k]).seconds + (slice == nullptr ? 0 : slice->seconds);
  }
  std::optional<int> best;
  double best_entry_time = 0, best_time = 0;
  for (std::size_t k = 0; k < campaign.searches.size(); ++k) {
    const Search& search = campaign.searches[k];
    const Record& record = record_of(state, search);
    if (given(static_cast<int>(k)) != nullptr || done(campaign, state, search) != Done::no) continue;
    if (!record.kind.empty() && record.kind != kind) continue;
    const auto entry = static_cast<std::size_t>(campaign.problem_of(search).entry);
    const double entry_time = used[entry] / campaign.entries[entry].share;
    const bool same_entry =
        best && campaign.problem_of(campaign.searches[static_cast<std::size_t>(*best)]).entry == static_cast<int>(entry);
    if (best && !(same_entry ? record.seconds < best_time : entry_time < best_entry_time)) continue;
    best = static_cast<int>(k);
    best_entry_time = entry_time;
    best_time = record.seconds;
  }
  return best;
}

double slice_end(const Campaign& campaign, const State& state, const Search& search, double remaining) {
  const Entry& entry = campaign.entry_of(search);
  const double before = record_of(state, search).seconds;
  if (!entry.keeps_checkpoints) return entry.time;
  double end = before + std::min(campaign.slice, std::max(remaining, time_unit));
  end = std::round(end / time_unit) * time_unit;
  // Nobody wants a last slice of nothing.
  return entry.time > 0 && end >= entry.time - time_unit ? entry.time : end;
}

}  // namespace jam::campaign
