// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "campaign/report.hpp"
#include "jam/core/duration.hpp"
#include "jam/io/number_text.hpp"
#include "jam/io/svg_plot.hpp"

namespace jam::campaign {
namespace {

/// Relative gaps that the axis shows [-]; from the smaller one down, the reference counts as reached.
constexpr double least_gap = 1e-9, largest_gap = 1e-1;

const std::vector<io::ChartTick> time_ticks = {
    {0.001, "1 ms"},  {0.01, "10 ms"},    {0.1, "0.1 s"},      {1, "1 s"},      {10, "10 s"},
    {60, "1 min"},    {600, "10 min"},    {3600, "1 h"},       {36000, "10 h"}, {86400, "1 d"},
    {864000, "10 d"}, {8640000, "100 d"}, {86400000, "1000 d"}};

const io::ChartAxis gap_axis = {
    least_gap,
    largest_gap,
    true,
    {{1e-1, "1e-1"}, {1e-3, "1e-3"}, {1e-5, "1e-5"}, {1e-7, "1e-7"}, {1e-9, "≤ 1e-9"}},
    least_gap};

io::ChartAxis litre_axis(const ProblemRow& row) {
  double low = row.reference.value_or(*row.best_value()), high = low;
  for (const SeedRow& seed : row.seeds) {
    for (const auto& [seconds, litres] : seed.record->improvements) {
      low = std::min(low, litres);
      high = std::max(high, litres);
    }
  }
  const double margin = high > low ? 0.06 * (high - low) : 1;
  io::ChartAxis axis{low - margin, high + margin, false, {}, row.reference};
  const io::Ticks ticks = io::round_ticks(axis.low, axis.high, 4);
  for (const double tick : ticks.positions)
    axis.ticks.push_back({tick, io::fixed_text(tick, ticks.decimals)});
  return axis;
}

io::ChartLine line_of(const ProblemRow& row, const SeedRow& seed) {
  const double reference = row.reference.value_or(*row.best_value());
  io::ChartLine line;
  line.kind = &seed == row.best ? "best" : "";
  line.mark = seed.hit_after ? 3.2 : 2.2;
  const auto add = [&](double seconds, double value) {
    line.x.push_back(seconds);
    line.y.push_back(row.problem->boxes ? value : (value - reference) / reference);
  };
  for (const auto& [seconds, value] : seed.record->improvements) add(seconds, value);
  if (line.x.empty()) return line;
  const auto [after, value] = seed.record->improvements.back();
  add(std::max(seed.record->seconds, after), value);
  line.title =
      fmt::format("seed {}: {} after {}", seed.seed, value_text(*row.problem, value), format_duration(after));
  return line;
}

}  // namespace

TimeRange time_range(const std::vector<ProblemRow>& rows) {
  double first = 1e9, last = 0;
  for (const ProblemRow& row : rows) {
    for (const SeedRow& seed : row.seeds) {
      if (!seed.record->improvements.empty())
        first = std::min(first, seed.record->improvements.front().first);
      last = std::max(last, seed.record->seconds);
    }
  }
  first = std::clamp(first, 0.001, 10.0);
  return {first, std::max(last, 10 * first)};
}

std::string progress_chart(const ProblemRow& row, const TimeRange& range) {
  const io::ChartAxis time{range.first, range.last, true, time_ticks, {}};
  const std::string label =
      row.problem->boxes ? "litres over time" : "gap to the best known radius over time";
  if (row.best == nullptr) {
    const bool failed = std::any_of(row.seeds.begin(), row.seeds.end(),
                                    [](const SeedRow& seed) { return seed.state == Done::failed; });
    return io::chart_svg(label, time, {}, {}, failed ? "failed" : "no packing yet");
  }
  std::vector<io::ChartLine> lines;
  for (const SeedRow& seed : row.seeds) {
    if (&seed != row.best) lines.push_back(line_of(row, seed));
  }
  lines.push_back(line_of(row, *row.best));
  return io::chart_svg(label, time, row.problem->boxes ? litre_axis(row) : gap_axis, lines);
}

}  // namespace jam::campaign
