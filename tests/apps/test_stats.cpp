// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Statistics over time.
#include <catch2/catch.hpp>
#include <limits>

#include "shell/stats.hpp"

using namespace jam;
using namespace jam::app;

namespace {

constexpr double none = std::numeric_limits<double>::infinity();

/// Trials, best radius, and twice that.
MetricTable metrics_of_circles(bool smaller_is_better = true) {
  return {{{"trials", "trials_total", "trials", "", true},
           {"radius", "radius", "best", "", false, true},
           {"hidden", "hidden", nullptr, ""},
           {"twice", "twice", "twice", "", false, false, 1,
            [](const std::vector<double>& values) { return 2 * values[1]; }}},
          1,
          smaller_is_better};
}

RunProgress at(double seconds, double trials, double best) {
  RunProgress progress;
  progress.seconds = seconds;
  progress.values = {trials, best, 7};
  return progress;
}

RunImprovement improvement(double seconds, double trials, double best) {
  return {{{}, best, 1}, "", at(seconds, trials, best)};
}

Stats searched() {
  Stats stats({}, metrics_of_circles(), {});
  stats.progressed(at(0.05, 10, none));
  stats.improved(improvement(0.06, 12, 8.5));
  stats.progressed(at(0.07, 20, 8.5));  // Too early.
  stats.progressed(at(0.2, 20, 8.5));
  stats.progressed(at(0.4, 20, 8.5));  // Nothing was done.
  stats.improved(improvement(0.5, 30, 8.25));
  stats.improved(improvement(0.6, 31, 8.25));  // No gain.
  stats.progressed(at(0.7, 40, 8.25));
  return stats;
}

}  // namespace

TEST_CASE("samples tell of gains and of work, in as many digits as there are", "[unit]") {
  CHECK(searched().csv_text() ==
        "seconds,trials,best,twice\n"
        "0.050,10,,\n"
        "0.060,12,8.5,17\n"
        "0.200,20,8.5,17\n"
        "0.500,30,8.25,16.5\n"
        "0.700,40,8.25,16.5\n");
}

TEST_CASE("a search that goes on has the samples up to its state", "[unit]") {
  Stats stats({}, metrics_of_circles(), {});
  stats.restore(searched().state(), 0.55);
  CHECK(stats.csv_text() == searched().csv_text().substr(0, searched().csv_text().rfind("0.700")));
  REQUIRE(stats.last_gain().has_value());
  CHECK(stats.last_gain()->seconds == 0.5);
  CHECK(stats.last_gain()->work == 30);
  CHECK(stats.last_gain()->value == 8.25);
}

TEST_CASE("there is no gain before there is a result, and larger may be better", "[unit]") {
  Stats stats({}, metrics_of_circles(false), {});
  CHECK_FALSE(stats.last_gain().has_value());
  stats.improved(improvement(1, 1, 4));
  stats.improved(improvement(2, 2, 3));
  stats.improved(improvement(3, 3, 5));
  CHECK(stats.last_gain()->seconds == 3);
}
