// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "campaign/report.hpp"
#include "jam/circles/model/best_known.hpp"
#include "jam/core/duration.hpp"
#include "shell/figure_text.hpp"

namespace jam::campaign {
namespace {

using Json = nlohmann::ordered_json;

/// Relative gaps that the axis shows [-]; from the smaller one down, the reference counts as reached.
constexpr double least_gap = 1e-9, largest_gap = 1e-1;

/// Best value and gap in a few characters.
std::string chart_caption(const ProblemRow& row) {
  const Problem& problem = *row.problem;
  if (!row.best_value()) return {};
  if (problem.boxes) return value_text(problem, *row.best_value());
  if (!problem.best_known) return "R " + app::figures(*row.best_value());
  if (row.hits > 0 && !row.beats_best_known())
    return fmt::format("reached {}/{}", row.hits, row.seeds.size());
  return circles::gap_text(*row.best_value(), problem.best_known);
}

/// Times [s] and values of a seed.
Json points_of(const ProblemRow& row, const SeedRow& seed) {
  const double reference = row.reference.value_or(*row.best_value());
  Json points = Json::array();
  for (const auto& [seconds, value] : seed.record->improvements)
    points.push_back({seconds, row.problem->boxes ? value : (value - reference) / reference});
  return points;
}

Json chart_of(const Campaign& campaign, const ProblemRow& row) {
  Json chart{{"title", problem_title(campaign, *row.problem)},
             {"kind", row.beats_best_known() ? "better"
                      : row.hits > 0         ? "good"
                                             : ""}};
  chart["points"] = chart["others"] = Json::array();
  if (row.best == nullptr) {
    const bool failed = std::any_of(row.seeds.begin(), row.seeds.end(),
                                    [](const SeedRow& seed) { return seed.state == Done::failed; });
    chart["caption"] = failed ? "failed" : "no packing yet";
    return chart;
  }
  chart["caption"] = chart_caption(row);
  if (row.problem->boxes) {
    chart["unit"] = "l";
    if (row.reference) chart["goal"] = *row.reference;
  } else {
    chart["range"] = {least_gap, largest_gap};
    chart["goal"] = least_gap;
  }
  for (const SeedRow& seed : row.seeds) {
    if (seed.record->improvements.empty()) continue;
    const auto [after, value] = seed.record->improvements.back();
    const double until = std::max(seed.record->seconds, after);
    if (&seed == row.best) {
      chart["points"] = points_of(row, seed);
      chart["until"] = until;
    } else {
      const std::string title = fmt::format("seed {}: {} after {}", seed.seed,
                                            value_text(*row.problem, value), format_duration(after));
      chart["others"].push_back({{"title", title}, {"points", points_of(row, seed)}, {"until", until}});
    }
  }
  return chart;
}

}  // namespace

std::string problem_title(const Campaign& campaign, const Problem& problem) {
  const std::string& entry = campaign.entry_of(problem).name;
  const std::string count = problem.boxes ? "" : fmt::format(", n = {}", problem.count);
  return (entry.empty() ? "" : entry + ": ") + problem.group + count;
}

std::string charts_json(const Campaign& campaign, const std::vector<ProblemRow>& rows) {
  double begin = 1e9, end = 0;
  Json problems = Json::array();
  for (const ProblemRow& row : rows) {
    for (const SeedRow& seed : row.seeds) {
      if (!seed.record->improvements.empty())
        begin = std::min(begin, seed.record->improvements.front().first);
      end = std::max(end, seed.record->seconds);
    }
    problems.push_back(chart_of(campaign, row));
  }
  // Logarithmic axes need a positive begin.
  begin = std::clamp(begin, 0.001, 10.0);
  return Json{{"begin", begin}, {"end", std::max(end, 10 * begin)}, {"problems", problems}}.dump();
}

}  // namespace jam::campaign
