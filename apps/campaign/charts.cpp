// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "campaign/charts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "jam/circles/model/radius_text.hpp"
#include "jam/core/duration.hpp"
#include "jam/io/number_text.hpp"
#include "jam/io/svg_plot.hpp"
#include "shell/figure_text.hpp"

namespace jam::campaign {
namespace {

// The picture [px]: margins for labels at the left and below.
constexpr double width = 300, height = 168, left = 42, right = 10, top = 10, bottom = 24;
constexpr double plot_right = width - right, plot_bottom = height - bottom;

/// Relative gaps that the axis shows [-]; from the smaller one down, the reference counts as reached.
constexpr double least_gap = 1e-9, largest_gap = 1e-1;

/// Labels nearer than this leave one out [px].
constexpr double label_distance = 42;

struct Mark {
  double value;
  const char* label;
};
constexpr std::array<Mark, 13> time_marks = {{{0.001, "1 ms"},
                                              {0.01, "10 ms"},
                                              {0.1, "0.1 s"},
                                              {1, "1 s"},
                                              {10, "10 s"},
                                              {60, "1 min"},
                                              {600, "10 min"},
                                              {3600, "1 h"},
                                              {36000, "10 h"},
                                              {86400, "1 d"},
                                              {864000, "10 d"},
                                              {8640000, "100 d"},
                                              {86400000, "1000 d"}}};
constexpr std::array<Mark, 5> gap_marks = {{{1e-1, "1e-1"}, {1e-3, "1e-3"}, {1e-5, "1e-5"}, {1e-7, "1e-7"}, {1e-9, "≤ 1e-9"}}};

std::string px(double value) { return io::fixed_text(value, 1); }

/// From the value of a search to the height in the picture.
using Height = std::function<double(double)>;

struct Axis {
  Height height_of;
  std::string marks;  ///< Lines and labels.
};

std::string grid_line(double y, const std::string& label, bool goal) {
  return "<path class=\"" + std::string(goal ? "goal" : "grid") + "\" d=\"M" + px(left) + " " + px(y) + "H" + px(plot_right) +
         "\"/><text x=\"" + px(left - 5) + "\" y=\"" + px(y + 3.5) + "\" text-anchor=\"end\">" + label + "</text>";
}

double between(double part) { return plot_bottom - std::clamp(part, 0.0, 1.0) * (plot_bottom - top); }

Axis gap_axis(double reference) {
  Axis axis;
  const auto part = [](double gap) { return std::log10(std::max(gap, least_gap) / least_gap) / std::log10(largest_gap / least_gap); };
  axis.height_of = [part, reference](double radius) { return between(part((radius - reference) / reference)); };
  for (const Mark& mark : gap_marks) axis.marks += grid_line(between(part(mark.value)), mark.label, mark.value == least_gap);
  return axis;
}

Axis litre_axis(const ProblemRow& row) {
  double low = row.reference.value_or(*row.best->record->value), high = low;
  for (const SeedRow& seed : row.seeds) {
    for (const auto& [seconds, litres] : seed.record->improvements) {
      low = std::min(low, litres);
      high = std::max(high, litres);
    }
  }
  const double room = high > low ? 0.06 * (high - low) : 1;
  low -= room;
  high += room;
  Axis axis;
  axis.height_of = [low, high](double litres) { return between((litres - low) / (high - low)); };
  const io::Ticks ticks = io::round_ticks(low, high, 4);
  for (const double tick : ticks.positions) axis.marks += grid_line(axis.height_of(tick), io::fixed_text(tick, ticks.decimals), false);
  if (row.reference) axis.marks += grid_line(axis.height_of(*row.reference), "", true);
  return axis;
}

double time_position(double seconds, const TimeRange& range) {
  const double part = std::log(std::max(seconds, range.first) / range.first) / std::log(range.last / range.first);
  return left + std::clamp(part, 0.0, 1.0) * (plot_right - left);
}

std::string time_marks_text(const TimeRange& range) {
  std::string text;
  double last = -label_distance;
  for (const Mark& mark : time_marks) {
    if (mark.value < range.first * 0.999 || mark.value > range.last * 1.001) continue;
    const double x = time_position(mark.value, range);
    text += "<path class=\"grid\" d=\"M" + px(x) + " " + px(top) + "V" + px(plot_bottom) + "\"/>";
    if (x - last < label_distance) continue;
    text +=
        "<text x=\"" + px(std::min(x, plot_right - 8)) + "\" y=\"" + px(height - 8) + "\" text-anchor=\"middle\">" + mark.label + "</text>";
    last = x;
  }
  return text;
}

std::string step_line(const SeedRow& seed, bool best, const Axis& axis, const TimeRange& range, const Problem& problem) {
  const auto& points = seed.record->improvements;
  if (points.empty()) return {};
  double y = axis.height_of(points.front().second);
  std::string path = "M" + px(time_position(points.front().first, range)) + " " + px(y);
  for (const auto& [seconds, value] : points) {
    path += "H" + px(time_position(seconds, range));
    const double next = axis.height_of(value);
    if (px(next) != px(y)) path += "V" + px(next);
    y = next;
  }
  const double end = time_position(std::max(seed.record->seconds, points.back().first), range);
  path += "H" + px(end);
  const std::string value = problem.boxes ? app::figures(points.back().second) + " l" : "R = " + circles::radius_text(points.back().second);
  return "<g class=\"" + std::string(best ? "line best" : "line") + "\"><title>seed " + std::to_string(seed.seed) + ": " + value +
         " after " + format_duration(points.back().first) + "</title><path d=\"" + path + "\"/><circle cx=\"" + px(end) + "\" cy=\"" +
         px(y) + "\" r=\"" + (seed.hit_after ? "3.2" : "2.2") + "\"/></g>";
}

}  // namespace

TimeRange time_range(const std::vector<ProblemRow>& rows) {
  double first = 1e9, last = 0;
  for (const ProblemRow& row : rows) {
    for (const SeedRow& seed : row.seeds) {
      if (!seed.record->improvements.empty()) first = std::min(first, seed.record->improvements.front().first);
      last = std::max(last, seed.record->seconds);
    }
  }
  TimeRange range;
  range.first = std::clamp(first, 0.001, 10.0);
  range.last = std::max(last, 10 * range.first);
  return range;
}

std::string progress_chart(const ProblemRow& row, const TimeRange& range) {
  std::string text = "<svg viewBox=\"0 0 " + px(width) + " " + px(height) + "\" role=\"img\" aria-label=\"" +
                     (row.problem->boxes ? "litres" : "gap to the best known radius") + " over time\">" + time_marks_text(range);
  if (row.best == nullptr) {
    const bool failed = std::any_of(row.seeds.begin(), row.seeds.end(), [](const SeedRow& seed) { return seed.state == Done::failed; });
    const std::string nothing = failed ? "failed" : "no packing yet";
    return text + "<text class=\"nothing\" x=\"" + px((left + plot_right) / 2) + "\" y=\"" + px((top + plot_bottom) / 2) +
           "\" text-anchor=\"middle\">" + nothing + "</text></svg>";
  }
  const Axis axis = row.problem->boxes ? litre_axis(row) : gap_axis(row.reference.value_or(*row.best->record->value));
  text += axis.marks;
  for (const SeedRow& seed : row.seeds) {
    if (&seed != row.best) text += step_line(seed, false, axis, range, *row.problem);
  }
  return text + step_line(*row.best, true, axis, range, *row.problem) + "</svg>";
}

}  // namespace jam::campaign
