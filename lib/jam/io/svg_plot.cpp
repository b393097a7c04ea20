// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Page units are pixels, y downwards.
#include "jam/io/svg_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "jam/io/html_text.hpp"
#include "jam/io/number_text.hpp"

namespace jam::io {
namespace {

constexpr std::array<const char*, 7> palette = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                "#e69f00", "#56b4e9", "#000000"};
constexpr double font_size = 15;
constexpr double character_width =
    0.58 * font_size;  ///< Width of a digit in usual sans-serif fonts, a little generous.

/// Control characters, which XML does not allow, are left out.
std::string escaped(std::string text) {
  std::erase_if(text, [](char c) { return static_cast<unsigned char>(c) < 0x20; });
  return html_text(text);
}

std::string px(double value) { return fixed_text(value, 2); }

/// Range of one axis, and how it maps to the page.
struct Axis {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  bool logarithmic = false;
  double page_low = 0;   ///< Where `low` lies [px].
  double page_high = 1;  ///< Where `high` lies [px].

  [[nodiscard]] bool accepts(double value) const {
    return std::isfinite(value) && (!logarithmic || value > 0);
  }
  [[nodiscard]] bool empty() const { return low > high; }

  void include(double value) {
    if (!accepts(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }

  /// Adds space around the data: a fraction of the range, and some range where all values are equal.
  void pad(double fraction) {
    if (empty()) {
      low = logarithmic ? 1 : 0;
      high = logarithmic ? 10 : 1;
      return;
    }
    if (high - low <= 1e-14 * std::max(std::abs(low), std::abs(high))) {
      const double half = low != 0 ? 0.01 * std::abs(low) : 1;
      low -= half;
      high += half;
    }
    if (logarithmic) return;
    const double margin = fraction * (high - low);
    low -= margin;
    high += margin;
  }

  [[nodiscard]] double to_page(double value) const {
    const double t =
        logarithmic ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
    return page_low + t * (page_high - page_low);
  }
};

std::string tick_label(double value, const Ticks& ticks) {
  return ticks.decimals < 0 ? number_text(value) : fixed_text(value == 0 ? 0.0 : value, ticks.decimals);
}

std::string text_at(double x, double y, const char* attributes, const std::string& text) {
  return fmt::format("<text x=\"{}\" y=\"{}\" {}>{}</text>\n", px(x), px(y), attributes, escaped(text));
}

std::string line(double x1, double y1, double x2, double y2, const std::string& attributes) {
  return fmt::format("<path d=\"M{} {}L{} {}\" {}/>\n", px(x1), px(y1), px(x2), px(y2), attributes);
}

/// The path of one curve. Points inside a horizontal run change nothing and are left out: a search may report
/// thousands of equal values.
class CurvePath {
 public:
  explicit CurvePath(bool steps) : steps_(steps) {}

  void add(double x, double y) {
    const std::string page_x = px(x);
    const std::string page_y = px(y);
    if (!std::exchange(drawing_, true)) {
      path_ += "M" + page_x + " " + page_y;
      y_ = page_y;
    } else if (page_y == y_) {
      run_end_ = page_x;
    } else {
      end_run();
      path_ += steps_ ? "H" + page_x + "V" + page_y : "L" + page_x + " " + page_y;
      y_ = page_y;
    }
  }

  void interrupt() {
    end_run();
    drawing_ = false;
  }

  [[nodiscard]] const std::string& text() const { return path_; }

 private:
  void end_run() {
    if (!run_end_.empty()) path_ += "H" + run_end_;
    run_end_.clear();
  }

  bool steps_;
  bool drawing_ = false;
  std::string path_;
  std::string y_;        ///< y of the last point.
  std::string run_end_;  ///< x of the last point at that height, where it was not written yet.
};

std::string curve(const PlotSeries& series, const Axis& x, const Axis& y) {
  CurvePath path(series.steps);
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    if (x.accepts(series.x[i]) && y.accepts(series.y[i])) {
      path.add(x.to_page(series.x[i]), y.to_page(series.y[i]));
    } else {
      path.interrupt();
    }
  }
  path.interrupt();
  return path.text();
}

constexpr const char* reference_style = "stroke-width=\"1.6\" stroke-dasharray=\"7 5\" stroke=\"#5a6570\"";

struct LegendEntry {
  std::string name;
  std::string style;
};

std::string series_style(std::size_t index) {
  return fmt::format(
      "fill=\"none\" stroke-width=\"2.2\" stroke-linejoin=\"round\" stroke-linecap=\"round\" stroke=\"{}\"",
      palette[index % palette.size()]);
}

/// The width of an entry on the page [px].
double legend_width(const LegendEntry& entry) {
  return 66 + static_cast<double>(entry.name.size()) * character_width;
}

/// The entries in lines above the plot, where they cover no curve; returns their text and the height of the
/// lines [px].
std::pair<std::string, double> legend(const std::vector<LegendEntry>& entries, double left, double right,
                                      double top) {
  if (entries.empty()) return {};
  constexpr double line_height = 1.5 * font_size;
  std::string text = "<g id=\"legend\">\n";
  double x = left;
  double y = top + 0.5 * line_height;
  for (const LegendEntry& entry : entries) {
    const double width = legend_width(entry);
    if (x > left && x + width > right) {
      x = left;
      y += line_height;
    }
    text += line(x, y, x + 30, y, entry.style);
    text += text_at(x + 40, y + 0.35 * font_size, "", entry.name);
    x += width;
  }
  return {text + "</g>\n", y + 0.5 * line_height - top + 6};
}

}  // namespace

Ticks round_ticks(double low, double high, int count) {
  const double raw = (high - low) / std::max(1, count);
  const double power = std::floor(std::log10(raw));
  const double unit = std::pow(10.0, power);
  const double ratio = raw / unit;
  const double factor = ratio <= 1.5 ? 1 : ratio <= 3.5 ? 2 : ratio <= 7.5 ? 5 : 10;
  const double step = factor * unit;
  Ticks ticks;
  ticks.decimals = std::clamp(static_cast<int>(-power) - (factor == 10 ? 1 : 0), 0, 17);
  // Ticks are whole multiples of the step, so that they do not drift; a rounding error may not cost the last
  // one.
  const double first = std::ceil(low / step - 1e-9);
  const double last = std::floor(high / step + 1e-9);
  for (double k = first; k <= last && ticks.positions.size() < 100; ++k) ticks.positions.push_back(k * step);
  return ticks;
}

Ticks logarithmic_ticks(double low, double high) {
  const double decades = std::log10(high / low);
  if (decades < 1) return round_ticks(low, high, 6);
  Ticks ticks;
  ticks.decimals = -1;
  const int stride = std::max(1, static_cast<int>(std::ceil(decades / 10)));
  for (int power = static_cast<int>(std::floor(std::log10(low)));
       power <= static_cast<int>(std::ceil(std::log10(high))); ++power) {
    if (power % stride != 0) continue;
    for (double factor : {1.0, 2.0, 5.0}) {
      if (factor != 1 && decades >= 3) continue;
      // Division is exact where the power is negative and the decimal short: 2/100, not 2*0.01.
      const double position = power < 0 ? factor / std::pow(10.0, -power) : factor * std::pow(10.0, power);
      if (position >= low * (1 - 1e-9) && position <= high * (1 + 1e-9)) ticks.positions.push_back(position);
    }
  }
  return ticks;
}

std::string line_plot_svg(const PlotOptions& options, const std::vector<PlotSeries>& series,
                          const std::vector<PlotReference>& references) {
  // Ranges of the data.
  Axis x;
  Axis y;
  x.logarithmic = options.logarithmic_x;
  bool any_point = false;
  for (const PlotSeries& one : series) {
    if (one.x.size() != one.y.size())
      throw std::logic_error("plot: series '" + one.name + "' has unequal numbers of x and y");
    for (std::size_t i = 0; i < one.x.size(); ++i) {
      if (!x.accepts(one.x[i]) || !y.accepts(one.y[i])) continue;
      x.include(one.x[i]);
      y.include(one.y[i]);
      any_point = true;
    }
  }
  for (const PlotReference& reference : references) y.include(reference.y);
  x.pad(0.0);
  y.pad(0.05);

  // The left margin follows the widest label.
  const Ticks y_ticks = round_ticks(y.low, y.high, 7);
  std::size_t widest = 1;
  for (double tick : y_ticks.positions) widest = std::max(widest, tick_label(tick, y_ticks).size());
  x.page_low = 50 + static_cast<double>(widest) * character_width;
  x.page_high = options.width - 30;
  y.page_low = options.height - 70;
  y.page_high = options.title.empty() ? 24 : 56;
  std::vector<LegendEntry> entries;
  for (const PlotReference& reference : references)
    if (std::isfinite(reference.y) && !reference.name.empty())
      entries.push_back({reference.name, reference_style});
  for (std::size_t i = 0; i < series.size(); ++i)
    if (!series[i].name.empty()) entries.push_back({series[i].name, series_style(i)});
  const auto [legend_text, legend_height] = legend(entries, x.page_low, x.page_high, y.page_high - 10);
  y.page_high += legend_height;
  const Ticks x_ticks = x.logarithmic ? logarithmic_ticks(x.low, x.high) : round_ticks(x.low, x.high, 8);

  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
      "font-family=\"Helvetica, Arial, "
      "'DejaVu Sans', sans-serif\" font-size=\"{2}\" fill=\"#22303c\">\n<title>{3}</title>\n<rect "
      "width=\"100%\" height=\"100%\" "
      "fill=\"#ffffff\"/>\n",
      number_text(options.width), number_text(options.height), number_text(font_size),
      escaped(options.title));

  // Grid, ticks and their labels.
  const std::string grid_style = "stroke=\"#e3e7ea\" stroke-width=\"1\"";
  text += "<g id=\"axes\">\n";
  for (double tick : x_ticks.positions) {
    const double page = x.to_page(tick);
    text += line(page, y.page_low, page, y.page_high, grid_style);
    text += text_at(page, y.page_low + 22, "text-anchor=\"middle\"", tick_label(tick, x_ticks));
  }
  for (double tick : y_ticks.positions) {
    const double page = y.to_page(tick);
    text += line(x.page_low, page, x.page_high, page, grid_style);
    text +=
        text_at(x.page_low - 8, page + 0.35 * font_size, "text-anchor=\"end\"", tick_label(tick, y_ticks));
  }
  const std::string axis_style = "stroke=\"#22303c\" stroke-width=\"1.2\"";
  text += line(x.page_low, y.page_low, x.page_high, y.page_low, axis_style);
  text += line(x.page_low, y.page_low, x.page_low, y.page_high, axis_style);
  const double middle_x = 0.5 * (x.page_low + x.page_high);
  const double middle_y = 0.5 * (y.page_low + y.page_high);
  text += text_at(middle_x, options.height - 18, "text-anchor=\"middle\"", options.x_label);
  text += fmt::format("<text transform=\"translate(24 {}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
                      px(middle_y), escaped(options.y_label));
  if (!options.title.empty())
    text +=
        text_at(middle_x, 32, "text-anchor=\"middle\" font-size=\"19\" font-weight=\"bold\"", options.title);
  text += "</g>\n";

  // Curves, with references under them.
  text += "<g id=\"curves\">\n";
  for (const PlotReference& reference : references) {
    if (!std::isfinite(reference.y)) continue;
    text += line(x.page_low, y.to_page(reference.y), x.page_high, y.to_page(reference.y), reference_style);
  }
  for (std::size_t i = 0; i < series.size(); ++i) {
    const std::string path = curve(series[i], x, y);
    if (!path.empty()) text += "<path d=\"" + path + "\" " + series_style(i) + "/>\n";
  }
  if (!any_point) text += text_at(middle_x, middle_y, "text-anchor=\"middle\" fill=\"#5a6570\"", "no data");
  text += "</g>\n" + legend_text + "</svg>\n";
  return text;
}

std::string chart_svg(const std::string& label, const ChartAxis& x, const ChartAxis& y,
                      const std::vector<ChartLine>& lines, const std::string& nothing) {
  constexpr double width = 300, height = 168, left = 42, right = 290, top = 10, bottom = 144;
  constexpr double label_distance = 42;  // Labels nearer than this leave one out.
  const Axis across{x.low, x.high, x.logarithmic, left, right}, up{y.low, y.high, y.logarithmic, bottom, top};
  const auto place = [](const Axis& axis, double value) {
    return axis.to_page(std::clamp(value, axis.low, axis.high));
  };
  const auto inside = [](const ChartAxis& axis, double value) {
    return value >= axis.low * 0.999 && value <= axis.high * 1.001;
  };
  std::string text = fmt::format("<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">", width, height,
                                 escaped(label));
  double last = -label_distance;
  for (const ChartTick& tick : x.ticks) {
    if (!inside(x, tick.value)) continue;
    const double at = place(across, tick.value);
    text += fmt::format("<path class=\"grid\" d=\"M{0:.1f} {1:.1f}V{2:.1f}\"/>", at, top, bottom);
    if (at - last < label_distance) continue;
    last = at;
    text += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>",
                        std::min(at, right - 8), height - 8, escaped(tick.label));
  }
  const auto across_line = [&](double value, bool goal) {
    return fmt::format("<path class=\"{}\" d=\"M{:.1f} {:.1f}H{:.1f}\"/>", goal ? "goal" : "grid", left,
                       place(up, value), right);
  };
  for (const ChartTick& tick : y.ticks) {
    text += across_line(tick.value, false);
    text += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>", left - 5,
                        place(up, tick.value) + 3.5, escaped(tick.label));
  }
  if (y.goal) text += across_line(*y.goal, true);
  bool any = false;
  for (const ChartLine& line : lines) {
    if (line.x.empty()) continue;
    any = true;
    CurvePath path(true);
    for (std::size_t k = 0; k < line.x.size(); ++k) path.add(place(across, line.x[k]), place(up, line.y[k]));
    path.interrupt();
    text += fmt::format(
        "<g class=\"line{}{}\"><title>{}</title><path d=\"{}\"/><circle cx=\"{:.1f}\" cy=\"{:.1f}\" "
        "r=\"{}\"/></g>",
        line.kind.empty() ? "" : " ", line.kind, escaped(line.title), path.text(),
        place(across, line.x.back()), place(up, line.y.back()), line.mark);
  }
  if (!any) {
    text += fmt::format("<text class=\"nothing\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>",
                        (left + right) / 2, (top + bottom) / 2, escaped(nothing));
  }
  return text + "</svg>";
}

}  // namespace jam::io
