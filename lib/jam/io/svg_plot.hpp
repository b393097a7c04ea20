// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Curves as SVG: a plot that stands alone, and a chart for a page.
//
// The plot: title, axes with round ticks, linear or logarithmic x, several series, reference lines, a legend.
// Used for the radius over time. The picture is self-contained, legible at half its size, and colour-blind
// readers can distinguish its colours (palette of M. Okabe and K. Ito).
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace jam::io {

/// One curve. x and y have the same length (std::logic_error otherwise).
struct PlotSeries {
  std::string name;  ///< For the legend; empty: not listed.
  std::vector<double> x;
  std::vector<double> y;
  bool steps = false;  ///< Hold each y until the next x, as a best value found so far does.
};

/// A dashed horizontal line, for example the best known value.
struct PlotReference {
  std::string name;  ///< For the legend.
  double y = 0;      ///< Ignored where not finite.
};

struct PlotOptions {
  std::string title;
  std::string x_label;  ///< With its unit: "time [s]".
  std::string y_label;
  bool logarithmic_x = false;  ///< Points with x <= 0 are left out.
  double width = 900;          ///< Width of the picture [px].
  double height = 560;
};

/// The plot as the text of an SVG file. Points that are not finite interrupt their curve. Without any point
/// the plot says "no data".
[[nodiscard]] std::string line_plot_svg(const PlotOptions& options, const std::vector<PlotSeries>& series,
                                        const std::vector<PlotReference>& references = {});

/// Positions of about `count` round ticks (1, 2 or 5 times a power of ten apart) inside [low, high], and the
/// decimals their labels need.
struct Ticks {
  std::vector<double> positions;
  int decimals = 0;
};
[[nodiscard]] Ticks round_ticks(double low, double high, int count);

/// The same for a logarithmic axis, 0 < low < high: powers of ten; with 2 and 5 between them under three
/// decades; round_ticks under one. `decimals` is negative where labels are better written as the shortest
/// number.
[[nodiscard]] Ticks logarithmic_ticks(double low, double high);

/// A labelled position on the axis of a chart.
struct ChartTick {
  double value;
  std::string label;
};

/// An axis of a chart. Values beyond its ends are drawn at them.
struct ChartAxis {
  double low = 0;
  double high = 1;           ///< > low
  bool logarithmic = false;  ///< Then low > 0.
  std::vector<ChartTick> ticks;
  std::optional<double> goal;  ///< A dashed line.
};

/// A step line of a chart: each y holds until the next x. x and y have the same length.
struct ChartLine {
  std::string kind;   ///< CSS class beside `line`; empty: none.
  std::string title;  ///< Shown under the pointer.
  std::vector<double> x, y;
  double mark = 0;  ///< Radius of a dot at the end [px].
};

/// A chart of 300 x 168 px for a page whose style sheet colours it, by the classes `grid`, `goal`, `line` and
/// `nothing`: an SVG element. Later lines lie in front. Without any point it says `nothing`.
[[nodiscard]] std::string chart_svg(const std::string& label, const ChartAxis& x, const ChartAxis& y,
                                    const std::vector<ChartLine>& lines,
                                    const std::string& nothing = "no data");

}  // namespace jam::io
