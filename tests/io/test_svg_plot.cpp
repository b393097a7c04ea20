// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Line plots: where ticks and points lie, and what strange data do.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <regex>
#include <stdexcept>
#include <string>
#include <vector>

#include "jam/io/svg_plot.hpp"

using namespace jam::io;

namespace {

int occurrences(const std::string& text, const std::string& part) {
  int count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("ticks are round, evenly spaced, inside the range, and of the number asked for", "[unit]") {
  for (double low : {-1.0, 0.0, 22.0, 889.42, 1e6}) {
    for (double range : {1e-6, 0.013, 1.0, 7.3, 250.0, 1e5}) {
      for (int count : {4, 7, 10}) {
        INFO("from " << low << ", range " << range << ", " << count << " ticks");
        const Ticks ticks = round_ticks(low, low + range, count);
        // Rounding the step to 1, 2, 5 changes it by at most a factor 1.5 either way; borders cost or give
        // one more.
        CHECK(static_cast<int>(ticks.positions.size()) >= count / 1.6 - 1);
        CHECK(static_cast<int>(ticks.positions.size()) <= count * 1.6 + 1);
        const double step = ticks.positions[1] - ticks.positions[0];
        for (std::size_t i = 0; i < ticks.positions.size(); ++i) {
          CHECK(ticks.positions[i] >= low - 1e-6 * range);
          CHECK(ticks.positions[i] <= low + range * (1 + 1e-6));
          if (i > 0) CHECK(ticks.positions[i] - ticks.positions[i - 1] == Approx(step).epsilon(1e-3));
        }
        // The label says the tick to a tenth of the distance to the next.
        CHECK(std::pow(10.0, -ticks.decimals) <= step * 1.001);
      }
    }
  }
}

TEST_CASE("ticks of an easy range are the expected ones", "[unit]") {
  const Ticks ticks = round_ticks(0, 10, 5);
  CHECK(ticks.positions == std::vector<double>{0, 2, 4, 6, 8, 10});
  CHECK(ticks.decimals == 0);
  CHECK(round_ticks(0, 1, 5).decimals == 1);
}

TEST_CASE("logarithmic ticks are powers of ten, with 2 and 5 where there is room", "[unit]") {
  CHECK(logarithmic_ticks(0.01, 1000).positions == std::vector<double>{0.01, 0.1, 1, 10, 100, 1000});
  CHECK(logarithmic_ticks(0.09, 9).positions == std::vector<double>{0.1, 0.2, 0.5, 1, 2, 5});
  CHECK(logarithmic_ticks(3, 8).positions.size() >= 4);
  CHECK(logarithmic_ticks(1e-30, 1e30).positions.size() <= 12);
}

TEST_CASE("a plot shows title, labels, curves and legend", "[unit]") {
  const PlotSeries series{"best <radius>", {1, 10, 100}, {30, 20, 10}, false};
  const std::string svg = line_plot_svg({"R & time", "time [s]", "R", true}, {series}, {{"best known", 5}});
  CHECK_THAT(svg, Catch::StartsWith("<svg") && Catch::EndsWith("</svg>\n"));
  CHECK_THAT(svg, Catch::Contains("R &amp; time") && Catch::Contains("best &lt;radius&gt;") &&
                      Catch::Contains("time [s]"));
  CHECK_THAT(svg, Catch::Contains("best known") && Catch::Contains("stroke-dasharray"));
  CHECK(occurrences(svg, "R & time") == 0);
  CHECK_THAT(svg, !Catch::Contains("nan") && !Catch::Contains("inf"));
}

TEST_CASE("the legend stands above the curves", "[unit]") {
  // A curve that stays at the top: the mean beside a best value that falls.
  const std::string svg = line_plot_svg(
      {"t", "x", "y"}, {{"best", {0, 1, 2}, {9, 2, 1}, true}, {"mean", {0, 1, 2}, {9, 9, 9}, false}},
      {{"goal", 1}});
  const auto heights = [&](const std::string& id, const std::regex& pattern) {
    const std::size_t begin = svg.find("<g id=\"" + id + "\"");
    const std::string group = svg.substr(begin, svg.find("</g>", begin) - begin);
    std::vector<double> found;
    for (std::sregex_iterator at(group.begin(), group.end(), pattern), end; at != end; ++at)
      found.push_back(std::stod((*at)[1]));
    return found;
  };
  const std::vector<double> names = heights("legend", std::regex(R"re(<text x="[\d.]+" y="([\d.]+)")re"));
  const std::vector<double> curves = heights("curves", std::regex(R"re(d="M[\d.]+ ([\d.]+))re"));
  REQUIRE(names.size() == 3);
  REQUIRE_FALSE(curves.empty());
  CHECK(*std::max_element(names.begin(), names.end()) < *std::min_element(curves.begin(), curves.end()));
}

TEST_CASE("logarithmic x puts equal ratios at equal distances", "[unit]") {
  // Margins: one-digit labels give the left edge 50 + 0.58 * 15 * 2 characters; the right edge is 30 from the
  // border.
  const std::string svg = line_plot_svg({"", "x", "y", true}, {{"", {1, 10, 100}, {30, 20, 10}, false}});
  const double left = 50 + 2 * 0.58 * 15;
  const double right = 900 - 30;
  CHECK_THAT(svg, Catch::Contains("M" + std::to_string(left).substr(0, 5)));
  const double middle = 0.5 * (left + right);
  CHECK_THAT(svg, Catch::Contains("L" + std::to_string(middle).substr(0, 6)));
}

TEST_CASE("steps hold their value until the next point", "[unit]") {
  const std::string svg = line_plot_svg({"", "x", "y"}, {{"", {0, 1, 2}, {3, 2, 1}, true}});
  CHECK(occurrences(svg, "H") >= 2);
  CHECK(occurrences(svg, "V") >= 2);
}

TEST_CASE("points that cannot be drawn interrupt the curve", "[unit]") {
  const PlotSeries series{"s", {-1, 0, 1, 2, 3, 4, 5}, {9, 9, 1, 2, nan_value, 4, infinity}, false};
  const std::string svg = line_plot_svg({"", "x", "y", true}, {series});
  CHECK_THAT(svg, !Catch::Contains("nan") && !Catch::Contains("inf"));
  // The curve has the points 1, 2 and, after a gap, 4.
  const std::size_t curve = svg.find("<path d=\"", svg.find("id=\"curves\""));
  const std::string path = svg.substr(curve, svg.find("/>", curve) - curve);
  CHECK(occurrences(path, "M") == 2);
  CHECK(occurrences(path, "L") == 1);
}

TEST_CASE("no data, one point and equal values still give a plot", "[unit]") {
  CHECK_THAT(line_plot_svg({"t", "x", "y"}, {}), Catch::Contains("no data"));
  CHECK_THAT(line_plot_svg({"t", "x", "y", true}, {{"s", {0}, {1}, true}}), Catch::Contains("no data"));
  for (double value : {0.0, 5.0, -1e300, 1e-300}) {
    const std::string svg = line_plot_svg({"t", "x", "y"}, {{"s", {3, 3}, {value, value}, false}});
    INFO(value);
    CHECK_THAT(svg, !Catch::Contains("nan") && !Catch::Contains("inf") && !Catch::Contains("no data"));
  }
}

TEST_CASE("thousands of equal values do not fill the file", "[unit]") {
  PlotSeries series{"s", {}, {}, true};
  for (int i = 0; i < 100000; ++i) {
    series.x.push_back(i);
    series.y.push_back(1.0 + (i < 50000));
  }
  // Two points of a hundred thousand matter; the rest of the file is axes.
  CHECK(line_plot_svg({"", "x", "y"}, {series}).size() < 8'000);
}

TEST_CASE("unequal numbers of x and y are a mistake of the program", "[unit]") {
  CHECK_THROWS_AS(line_plot_svg({}, {{"s", {1, 2}, {1}, false}}), std::logic_error);
}
