// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "campaign/report.hpp"
#include "jam/circles/model/best_known.hpp"
#include "jam/core/duration.hpp"
#include "jam/io/json_writer.hpp"
#include "shell/figure_text.hpp"

namespace jam::campaign {
namespace {

using io::JsonObject;
using io::JsonText;

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
JsonText points_of(const ProblemRow& row, const SeedRow& seed) {
  const double reference = row.reference.value_or(*row.best_value());
  return io::json_array(seed.record->improvements, [&](const auto& point) {
    const auto [seconds, value] = point;
    return std::pair(seconds, row.problem->boxes ? value : (value - reference) / reference);
  });
}

JsonObject chart_of(const Campaign& campaign, const ProblemRow& row) {
  JsonObject chart;
  chart.add("title", problem_title(campaign, *row.problem))
      .add("kind", row.beats_best_known() ? "better"
                   : row.hits > 0         ? "good"
                                          : "");
  if (row.best == nullptr) {
    const bool failed = std::any_of(row.seeds.begin(), row.seeds.end(),
                                    [](const SeedRow& seed) { return seed.state == Done::failed; });
    const JsonText none{"[]"};
    return chart.add("caption", failed ? "failed" : "no packing yet").add("points", none).add("others", none);
  }
  chart.add("caption", chart_caption(row));
  if (row.problem->boxes) chart.add("unit", "l");
  else chart.add("range", io::json_list(least_gap, largest_gap)).add("goal", least_gap);
  if (row.problem->boxes && row.reference) chart.add("goal", *row.reference);
  std::vector<JsonObject> others;
  for (const SeedRow& seed : row.seeds) {
    if (seed.record->improvements.empty()) continue;
    const auto [after, value] = seed.record->improvements.back();
    JsonObject line;
    line.add("points", points_of(row, seed)).add("until", std::max(seed.record->seconds, after));
    if (&seed == row.best) chart.add_members(line);
    else
      others.push_back(
          line.add("title", fmt::format("seed {}: {} after {}", seed.seed, value_text(*row.problem, value),
                                        format_duration(after))));
  }
  return chart.add("others", others);
}

}  // namespace

std::string problem_title(const Campaign& campaign, const Problem& problem) {
  const std::string& entry = campaign.entry_of(problem).name;
  const std::string count = problem.boxes ? "" : fmt::format(", n = {}", problem.count);
  return (entry.empty() ? "" : entry + ": ") + problem.group + count;
}

std::string charts_json(const Campaign& campaign, const std::vector<ProblemRow>& rows) {
  double begin = 1e9, end = 0;
  for (const ProblemRow& row : rows) {
    for (const SeedRow& seed : row.seeds) {
      if (!seed.record->improvements.empty())
        begin = std::min(begin, seed.record->improvements.front().first);
      end = std::max(end, seed.record->seconds);
    }
  }
  // Logarithmic axes need a positive begin.
  begin = std::clamp(begin, 0.001, 10.0);
  const auto chart = [&](const ProblemRow& row) { return chart_of(campaign, row); };
  return JsonObject("begin", begin, "end", std::max(end, 10 * begin), "problems", io::json_array(rows, chart))
      .text();
}

}  // namespace jam::campaign
