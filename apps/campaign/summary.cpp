// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "campaign/summary.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "campaign/programs.hpp"
#include "jam/circles/model/best_known.hpp"
#include "jam/core/duration.hpp"
#include "jam/io/number_text.hpp"
#include "shell/figure_text.hpp"
#include "shell/option_table.hpp"

namespace jam::campaign {
namespace {

using app::fact;

constexpr double no_limit = std::numeric_limits<double>::infinity();
constexpr int shown_slices = 12;  ///< Number of slices of a plan that are printed.

SeedRow seed_row(const Campaign& campaign, const State& state, const Search& search,
                 const std::optional<double>& reference) {
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
    if (seed.record->value && (row.best == nullptr || before(*row.problem, seed, *row.best)))
      row.best = &seed;
  }
  if (row.hits > 0) row.time_to_hit = until_hit / row.hits;
}

/// `5..8, 10` of numbers as they come.
std::string ranges_text(const std::vector<int>& numbers) {
  std::vector<std::string> ranges;
  for (std::size_t k = 0, end = 0; k < numbers.size(); k = end) {
    end = k + 1;
    while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1) ++end;
    ranges.push_back(end == k + 1 ? std::to_string(numbers[k])
                                  : fmt::format("{}..{}", numbers[k], numbers[end - 1]));
  }
  return fmt::format("{}", fmt::join(ranges, ", "));
}

std::string entry_text(const Campaign& campaign, std::size_t index) {
  const Entry& entry = campaign.entries[index];
  std::vector<int> counts;
  std::string group;
  std::size_t targets = 0;
  for (const Problem& problem : campaign.problems) {
    if (problem.entry != index) continue;
    group = problem.group;
    counts.push_back(problem.count);
    targets += problem.target ? 1 : 0;
  }
  const auto problems = static_cast<long long>(counts.size()),
             seeds = static_cast<long long>(entry.seeds.size());
  std::string text = fmt::format(
      "{}{}{}; {}, {} each; share {}; {}{}", entry.name.empty() ? "" : entry.name + ": ", group,
      entry.boxes ? "" : ", n = " + ranges_text(counts), app::counted(problems * seeds, "search", "searches"),
      app::counted(seeds, "seed", "seeds"), io::number_text(entry.share),
      entry.time > 0 ? "at most " + format_duration(entry.time) + " each" : "no time limit",
      targets == 0               ? ", no target"
      : targets == counts.size() ? ", or until the target"
                                 : ", or until the target where there is one");
  for (std::size_t k = 0; k < entry.options.size(); ++k)
    text += (k == 0 ? "; " : " ") + app::shell_word(entry.options[k]);
  return text;
}

/// The longest time that the whole campaign can take, as text.
std::string longest_text(const Campaign& campaign, const State& state) {
  double sum = 0;
  for (const Search& search : campaign.searches) {
    if (done(campaign, state, search) != Done::no) continue;
    const double time = campaign.entry_of(search).time;
    sum += time > 0 ? time - record_of(state, search).seconds : no_limit;
  }
  double clock = sum / static_cast<double>(campaign.devices.size());
  if (campaign.time > 0) clock = std::min(clock, std::max(0.0, campaign.time - state.seconds));
  return std::isfinite(clock) ? "at most " + format_duration(clock) : "no limit: Ctrl-C ends it";
}

/// The first slices, as if one ran at a time and found nothing: with several at a time the order is nearly
/// the same.
std::string slices_text(const Campaign& campaign, State state) {
  std::string text;
  for (int k = 0; k < shown_slices; ++k) {
    auto next = next_search(campaign, state, {}, "cpu");
    if (!next) next = next_search(campaign, state, {}, "cuda");
    if (!next) break;
    const Search& search = campaign.searches[*next];
    double& used = state.records[search.id].seconds;
    const double end = slice_end(campaign, state, search, no_limit);
    text += fact(k == 0 ? "first" : "",
                 fmt::format("{}  {} to {}", search.id, format_duration(used), format_duration(end)));
    used = end;
  }
  return text;
}

}  // namespace

bool ProblemRow::beats_best_known() const {
  return best_value() && problem->best_known && circles::beats(*best_value(), *problem->best_known);
}

std::vector<ProblemRow> summarise(const Campaign& campaign, const State& state,
                                  const std::vector<Running>& running) {
  std::vector<ProblemRow> rows(campaign.problems.size());
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const Problem& problem = campaign.problems[k];
    rows[k].problem = &problem;
    rows[k].reference = problem.best_known ? std::optional(target_of(*problem.best_known)) : problem.target;
  }
  for (std::size_t k = 0; k < campaign.searches.size(); ++k) {
    const Search& search = campaign.searches[k];
    ProblemRow& row = rows[search.problem];
    row.seeds.push_back(seed_row(campaign, state, search, row.reference));
    row.seeds.back().running =
        std::any_of(running.begin(), running.end(), [&](const Running& slice) { return slice.search == k; });
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
    totals.searches += static_cast<int>(row.seeds.size());
    for (const SeedRow& seed : row.seeds) ++totals.by_state[static_cast<std::size_t>(seed.state)];
  }
  return totals;
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

std::string value_text(const Problem& problem, double value) {
  return problem.boxes ? app::figures(value) + " l" : "R = " + circles::radius_text(value);
}

std::string value_and_gap_text(const Problem& problem, double value) {
  return value_text(problem, value) +
         (problem.best_known ? ", gap " + circles::gap_text(value, problem.best_known) : "");
}

std::string summary_text(const Campaign& campaign, const State& state) {
  const Totals totals = totals_of(summarise(campaign, state, {}));
  std::string problems = std::to_string(totals.problems);
  if (totals.with_best_known > 0) {
    problems +=
        fmt::format(", {} with a best known radius: {} reached", totals.with_best_known, totals.reached);
    if (totals.beaten > 0) problems += fmt::format(", {} of them beaten", totals.beaten);
  }
  std::string searches = std::to_string(totals.searches);
  for (const Done each : {Done::target, Done::finished, Done::time, Done::failed, Done::no}) {
    if (totals.of(each) > 0) searches += fmt::format(", {} {}", totals.of(each), done_text(each));
  }
  return fact("campaign", campaign.name) + fact("problems", problems) + fact("searches", searches) +
         fact("time", format_duration(totals.seconds) + " of search in " + format_duration(state.seconds));
}

std::string plan_text(const Campaign& campaign, const State& state) {
  const std::size_t devices = campaign.devices.size();
  std::string text =
      fact("campaign", campaign.name) + fact("folder", campaign.folder.string()) +
      fact("archive", campaign.archive.empty() ? "the per-user default" : campaign.archive) +
      fact("devices", fmt::format("{}{}", fmt::join(campaign.devices, ", "),
                                  devices > 1 ? fmt::format(": {} searches side by side", devices) : "")) +
      fact("time", longest_text(campaign, state) + ", slices of " + format_duration(campaign.slice));
  for (std::size_t k = 0; k < campaign.entries.size(); ++k)
    text += fact(k == 0 ? "entries" : "", entry_text(campaign, k));
  const Totals totals = totals_of(summarise(campaign, state, {}));
  text += fact("searches",
               fmt::format("{}, {} of them done", totals.searches, totals.searches - totals.of(Done::no)));
  const auto open =
      std::find_if(campaign.searches.begin(), campaign.searches.end(),
                   [&](const Search& search) { return done(campaign, state, search) == Done::no; });
  if (open == campaign.searches.end()) return text;
  std::string command = campaign.problem_of(*open).boxes ? "trunkpack" : "circlepack";
  const double end = slice_end(campaign, state, *open, no_limit);
  for (const std::string& word :
       slice_words(campaign, *open, campaign.devices.front(), campaign.threads, end)) {
    command += " " + app::shell_word(word);
  }
  return text + slices_text(campaign, state) + fact("command", command);
}

}  // namespace jam::campaign
