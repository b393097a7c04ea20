// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "campaign/schedule.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace jam::campaign {
namespace {

/// Times are given to the millisecond [s].
constexpr double time_unit = 1e-3;

}  // namespace

Done done(const Campaign& campaign, const State& state, const Search& search) {
  const Record& record = record_of(state, search);
  const Problem& problem = campaign.problem_of(search);
  const Entry& entry = campaign.entry_of(search);
  if (record.value && problem.target && problem.meets(*record.value, *problem.target)) return Done::target;
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
  // Time used by each entry, running slices included.
  std::vector<double> used(campaign.entries.size(), 0);
  const auto entry_of = [&](const Search& search) { return static_cast<std::size_t>(campaign.problem_of(search).entry); };
  for (const Search& search : campaign.searches) used[entry_of(search)] += record_of(state, search).seconds;
  for (const Running& slice : running) {
    used[entry_of(campaign.searches[static_cast<std::size_t>(slice.search)])] += slice.seconds;
  }

  std::optional<int> best;
  std::tuple<double, std::size_t, double> best_rank;
  for (int k = 0; k < static_cast<int>(campaign.searches.size()); ++k) {
    const Search& search = campaign.searches[static_cast<std::size_t>(k)];
    const Record& record = record_of(state, search);
    const bool runs = std::any_of(running.begin(), running.end(), [&](const Running& slice) { return slice.search == k; });
    const bool other_kind = !record.kind.empty() && record.kind != kind;
    if (runs || other_kind || done(campaign, state, search) != Done::no) continue;
    const std::size_t entry = entry_of(search);
    const std::tuple rank(used[entry] / campaign.entries[entry].share, entry, record.seconds);
    if (best && !(rank < best_rank)) continue;
    best = k;
    best_rank = rank;
  }
  return best;
}

double slice_end(const Campaign& campaign, const State& state, const Search& search, double remaining) {
  const Entry& entry = campaign.entry_of(search);
  if (!entry.keeps_checkpoints) return entry.time;
  double end = record_of(state, search).seconds + std::min(campaign.slice, std::max(remaining, time_unit));
  end = std::round(end / time_unit) * time_unit;
  // Avoid a zero-length final slice.
  return entry.time > 0 && end >= entry.time - time_unit ? entry.time : end;
}

}  // namespace jam::campaign
