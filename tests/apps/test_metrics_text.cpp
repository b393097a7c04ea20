// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A run as text: JSON and metrics. tests/cli reads what the programs write with parsers of its own.
#include <catch2/catch.hpp>

#include <chrono>
#include <limits>
#include <string>

#include "shell/status/run_report.hpp"

using namespace jam;
using namespace jam::app;

namespace {

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

RunReport sample_report() {
  RunReport report;
  report.facts.program = "circlepack";
  report.facts.name = "linear-n8";
  report.facts.seed = "7";
  report.facts.device = "cpu";
  report.now = TimePoint(std::chrono::seconds(1'000'000));
  report.facts.started = report.now - std::chrono::seconds(100);
  report.elapsed = 100;
  report.sample.progress.seconds = 99;
  report.sample.last_round = 98.5;
  report.sample.longest_round = 2;
  return report;
}

const std::string labels = R"({program="circlepack",problem="linear-n8",seed="7",device="cpu")";

}  // namespace

TEST_CASE("a metric has its help, its type and all labels", "[unit]") {
  RunReport report = sample_report();
  report.facts.metrics = {{{"trials", "trials_total", nullptr, "Packings tried.", true},
                           {"mean", "mean_radius", nullptr, "Mean."},
                           {"litres", "best_volume_cubic_metres", nullptr, "Volume.", false, true, 1e-3},
                           {"twice", "twice", nullptr, "Derived.", false, false, 1,
                            [](const auto& values) { return 2 * values[1]; }}},
                          2};
  report.sample.progress.values = {1e22, 0.5, 500};
  const std::string text = metrics_text(report);
  CHECK(holds(text,
              "# HELP jampack_trials_total Packings tried.\n# TYPE jampack_trials_total "
              "counter\njampack_trials_total" +
                  labels + "} 1e+22\n"));
  CHECK(holds(text, "# TYPE jampack_mean_radius gauge\njampack_mean_radius" + labels + "} 0.5\n"));
  CHECK(holds(text, "jampack_best_volume_cubic_metres" + labels + "} 0.5\n"));
  CHECK(holds(text, "jampack_twice" + labels + "} 1\n"));
  CHECK(holds(status_json(report), "\"best\": {\"litres\": 500}"));
  CHECK(holds(status_json(report), "\"counters\": {\"trials\": 1e+22, \"mean\": 0.5, \"twice\": 1}"));
  CHECK(holds(text, "jampack_run_state" + labels + ",state=\"running\"} 1\n"));
  CHECK(holds(text, "jampack_run_state" + labels + ",state=\"failed\"} 0\n"));
  CHECK(holds(text, "jampack_last_round_age_seconds" + labels + "} 1.5\n"));
}

TEST_CASE("what is not known is no metric, and null in JSON", "[unit]") {
  RunReport report = sample_report();
  report.facts.metrics = {
      {{"radius", "best_radius", nullptr, "R.", false, true}, {"mean", "mean_radius", nullptr, "Mean."}}};
  report.sample.progress.values = {std::numeric_limits<double>::infinity(),
                                   std::numeric_limits<double>::infinity()};
  CHECK_FALSE(holds(metrics_text(report), "_radius"));
  CHECK_FALSE(holds(metrics_text(report), "time_left"));
  CHECK_FALSE(holds(metrics_text(report), "last_gain"));
  const std::string json = status_json(report);
  CHECK(holds(json, "\"best\": null"));
  CHECK(holds(json, "\"counters\": {\"mean\": null}"));
  CHECK(holds(json, "\"eta_seconds\": null"));
  CHECK(holds(json, "\"last_gain\": null"));
  CHECK(holds(json, "\"reason\": null"));
  CHECK(holds(json, "\"rate\": {\"now\": null, \"mean\": null}"));
  report.sample.progress.values.clear();
  CHECK(holds(status_json(report), "\"counters\": {}"));
  CHECK(holds(status_json(report), "\"rate\": {\"now\": null, \"mean\": 0.000}"));
}

TEST_CASE("labels hold any file name", "[unit]") {
  RunReport report = sample_report();
  report.facts.name = "a\"b\\c\nd\te\xff";
  CHECK(holds(metrics_text(report), "problem=\"a\\\"b\\\\c\\nd e\xEF\xBF\xBD\","));
}

TEST_CASE("limits tell when a run will end", "[unit]") {
  RunReport report = sample_report();
  report.facts.limits.time = 160;
  CHECK(holds(status_json(report), "\"eta_seconds\": 60.000,\n  \"eta\": \"1970-01-12T13:47:40Z\""));
  CHECK(holds(metrics_text(report), "jampack_time_left_seconds" + labels + "} 60\n"));
  report.state = RunState::interrupted;
  CHECK(holds(status_json(report), "\"eta\": null"));
  CHECK_FALSE(holds(metrics_text(report), "time_left"));
}

TEST_CASE("a limit beyond all calendars is none", "[unit]") {
  RunReport report = sample_report();
  report.facts.limits.time = 1e300;
  CHECK(holds(status_json(report), "\"eta\": null"));
}

TEST_CASE("a stall is seen from when on it holds", "[unit]") {
  RunReport report = sample_report();
  CHECK(holds(status_json(report), "\"stalled\": false,\n  \"stalled_since\": null"));
  report.sample.last_gain = Gain{90, 1234, 8.5};
  report.elapsed = 790;  // 600 s of patience were over 100 s ago.
  CHECK(holds(status_json(report),
              "\"last_gain\": {\"elapsed_seconds\": 90.000, \"work\": 1234, \"age_seconds\": 700.000}"));
  CHECK(holds(status_json(report), "\"stalled\": true,\n  \"stalled_since\": \"1970-01-12T13:45:00Z\""));
  CHECK(holds(metrics_text(report), "jampack_stalled" + labels + "} 1\n"));
}

TEST_CASE("a hanging round is late while the search runs", "[unit]") {
  RunReport report = sample_report();
  report.elapsed = 159;
  CHECK(holds(status_json(report),
              "\"last_round\": {\"age_seconds\": 60.500, \"longest_seconds\": 2.000, \"late\": true}"));
  CHECK(holds(metrics_text(report), "jampack_round_late" + labels + "} 1\n"));
  report.state = RunState::failed;
  CHECK_FALSE(report.late());
}
