// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "campaign/summary.hpp"

#include <algorithm>

#include "jam/circles/model/radius_text.hpp"
#include "jam/core/duration.hpp"
#include "shell/figure_text.hpp"

namespace jam::campaign {
namespace {

SeedRow seed_row(const Campaign& campaign, const State& state, const Search& search, const std::optional<double>& reference) {
  SeedRow row;
  row.seed = search.seed;
  row.state = done(campaign, state, search);
  row.record = &record_of(state, search);
  const Problem& problem = campaign.problem_of(search);
  for (const auto& [seconds, value] : row.record->improvements) {
    row.best_after = seconds;
    if (!row.hit_after && reference && problem.meets(value, *reference)) row.hit_after = seconds;
  }
  return row;
}

/// Whether `a` comes before `b` as the best seed.
bool before(const Problem& problem, const SeedRow& a, const SeedRow& b) {
  if (*a.record->value != *b.record->value) return problem.better(*a.record->value, *b.record->value);
  return a.best_after.value_or(0) < b.best_after.value_or(0);
}

void add_up(ProblemRow& row) {
  double until_hit = 0;
  for (const SeedRow& seed : row.seeds) {
    row.seconds += seed.record->seconds;
    until_hit += seed.hit_after.value_or(seed.record->seconds);
    row.hits += seed.hit_after ? 1 : 0;
    if (seed.record->value && (row.best == nullptr || before(*row.problem, seed, *row.best))) row.best = &seed;
  }
  if (row.hits > 0) row.time_to_hit = until_hit / row.hits;
}

}  // namespace

bool ProblemRow::beats_best_known() const {
  return best != nullptr && problem->best_known && circles::beats(*best->record->value, *problem->best_known);
}

std::vector<ProblemRow> summarise(const Campaign& campaign, const State& state, const std::vector<Running>& running) {
  std::vector<ProblemRow> rows(campaign.problems.size());
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const Problem& problem = campaign.problems[k];
    rows[k].problem = &problem;
    rows[k].reference = problem.best_known ? std::optional(problem.best_known->radius) : problem.target;
  }
  for (std::size_t k = 0; k < campaign.searches.size(); ++k) {
    const Search& search = campaign.searches[k];
    ProblemRow& row = rows[static_cast<std::size_t>(search.problem)];
    row.seeds.push_back(seed_row(campaign, state, search, row.reference));
    row.seeds.back().running =
        std::any_of(running.begin(), running.end(), [&](const Running& slice) { return slice.search == static_cast<int>(k); });
  }
  for (ProblemRow& row : rows) add_up(row);
  return rows;
}

Totals totals_of(const std::vector<ProblemRow>& rows) {
  Totals totals;
  for (const ProblemRow& row : rows) {
    ++totals.problems;
    totals.with_best_known += row.problem->best_known ? 1 : 0;
    totals.reached += row.problem->best_known && row.hits > 0 ? 1 : 0;
    totals.beaten += row.beats_best_known() ? 1 : 0;
    totals.seconds += row.seconds;
    for (const SeedRow& seed : row.seeds) {
      ++totals.searches;
      switch (seed.state) {
        case Done::no: ++totals.open; break;
        case Done::target: ++totals.by_target; break;
        case Done::finished: ++totals.finished; break;
        case Done::time: ++totals.by_time; break;
        case Done::failed: ++totals.failed; break;
      }
    }
  }
  return totals;
}

std::string summary_text(const Campaign& campaign, const State& state) {
  const Totals totals = totals_of(summarise(campaign, state, {}));
  const auto line = [](const char* name, const std::string& text) { return app::fact(name, text, 12); };
  std::string problems = std::to_string(totals.problems);
  if (totals.with_best_known > 0) {
    problems += ", " + std::to_string(totals.with_best_known) + " with a best known radius: " + std::to_string(totals.reached) + " reached";
    if (totals.beaten > 0) problems += ", " + std::to_string(totals.beaten) + " of them beaten";
  }
  std::string searches = std::to_string(totals.searches);
  const auto add = [&](int count, Done state_of_these) {
    if (count > 0) searches += ", " + std::to_string(count) + " " + done_text(state_of_these);
  };
  add(totals.by_target, Done::target);
  add(totals.finished, Done::finished);
  add(totals.by_time, Done::time);
  add(totals.failed, Done::failed);
  add(totals.open, Done::no);
  return line("campaign", campaign.name) + line("problems", problems) + line("searches", searches) +
         line("time", format_duration(totals.seconds) + " of search in " + format_duration(state.seconds));
}

}  // namespace jam::campaign
