// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What follows from the numbers of a run, and all of it as JSON.
#include "shell/status/run_report.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "jam/io/json_text.hpp"
#include "jam/io/number_text.hpp"
#include "shell/status/stall.hpp"
#include "shell/status/time_left.hpp"

namespace jam::app {
namespace {

using io::json_number;
using io::json_string;

std::string text_or_null(const std::string& text) { return text.empty() ? "null" : json_string(text); }
std::string time_or_null(const std::optional<TimePoint>& time) { return time ? json_string(utc_text(*time)) : "null"; }
std::string limit_or_null(double limit) { return limit > 0 ? json_number(limit) : "null"; }
/// Times [s] and rates [1/s], to three decimals.
std::string rounded(double value) { return std::isfinite(value) ? io::fixed_text(value, 3) : "null"; }
std::string truth(bool value) { return value ? "true" : "false"; }

std::string entry(const char* name, const std::string& value) { return json_string(name) + ": " + value; }

/// An object on one line.
std::string object(const std::vector<std::string>& entries) {
  std::string text;
  for (const std::string& one : entries) text += (text.empty() ? "" : ", ") + one;
  return "{" + text + "}";
}

std::string metrics_object(const std::vector<Metric>& metrics) {
  std::vector<std::string> entries;
  for (const Metric& metric : metrics) entries.push_back(entry(metric.name, json_number(metric.value)));
  return object(entries);
}

std::string gain_text(const RunReport& report) {
  if (!report.sample.last_gain) return "null";
  const Gain& gain = *report.sample.last_gain;
  return object({entry("elapsed_seconds", rounded(gain.seconds)), entry("work", std::to_string(gain.work)),
                 entry("age_seconds", rounded(std::max(0.0, report.elapsed - gain.seconds)))});
}

}  // namespace

TimePoint moved(TimePoint time, double seconds) {
  return time + std::chrono::duration_cast<TimePoint::duration>(std::chrono::duration<double>(seconds));
}

bool RunReport::late() const { return state == RunState::running && round_late(round_age(), sample.longest_round); }

std::optional<TimePoint> RunReport::stalled_since() const {
  const double from = stalled_from(sample.last_gain ? sample.last_gain->seconds : 0);
  if (elapsed < from) return std::nullopt;
  return moved(now, from - elapsed);
}

std::optional<double> RunReport::time_left() const {
  if (state != RunState::running) return std::nullopt;
  const std::optional<double> left = app::time_left({elapsed, facts.time_limit, sample.work, facts.work_limit});
  // Beyond that no calendar goes.
  constexpr double longest = 1e9;
  return left && *left < longest ? left : std::nullopt;
}

std::string status_json(const RunReport& report) {
  const RunFacts& facts = report.facts;
  const RunSample& sample = report.sample;
  const std::optional<double> left = report.time_left();
  const std::optional<TimePoint> stalled = report.stalled_since();
  const std::string checkpoint =
      facts.checkpoint.empty()
          ? "null"
          : object({entry("file", json_string(facts.checkpoint)), entry("written", time_or_null(sample.checkpoint_written))});
  const std::string round = object({entry("age_seconds", rounded(report.round_age())),
                                    entry("longest_seconds", sample.longest_round > 0 ? rounded(sample.longest_round) : "null"),
                                    entry("late", truth(report.late()))});
  const std::vector<std::string> entries = {
      entry("schema", json_string("jampack/status/1")),
      entry("program", json_string(facts.program)),
      entry("version", json_string(facts.version)),
      entry("commit", json_string(facts.commit)),
      entry("pid", std::to_string(facts.process)),
      entry("host", json_string(facts.host)),
      entry("problem", json_string(facts.problem)),
      entry("name", json_string(facts.name)),
      entry("seed", json_string(facts.seed)),
      entry("options", json_string(facts.options)),
      entry("devices", io::json_array(facts.devices, [](const std::string& text) { return json_string(text); })),
      entry("started", json_string(utc_text(facts.started))),
      entry("updated", json_string(utc_text(report.now))),
      entry("state", json_string(state_name(report.state))),
      entry("reason", text_or_null(report.reason)),
      entry("phase", text_or_null(sample.phase)),
      entry("elapsed_seconds", rounded(report.elapsed)),
      entry("seconds_before", rounded(facts.seconds_before)),
      entry("time_limit_seconds", limit_or_null(facts.time_limit)),
      entry("work_limit", limit_or_null(facts.work_limit)),
      entry("eta_seconds", left ? rounded(*left) : "null"),
      entry("eta", left ? json_string(utc_text(moved(report.now, *left))) : "null"),
      entry("best", sample.best.empty() ? "null" : metrics_object(sample.best)),
      entry("last_gain", gain_text(report)),
      entry("stalled", truth(stalled.has_value())),
      entry("stalled_since", time_or_null(stalled)),
      entry("rate", object({entry("now", rounded(sample.work_rate)), entry("mean", rounded(report.mean_rate()))})),
      entry("counters", metrics_object(sample.counters)),
      entry("last_round", round),
      entry("result", text_or_null(facts.result)),
      entry("checkpoint", checkpoint),
      entry("archive", text_or_null(facts.archive))};
  std::string text;
  for (const std::string& one : entries) text += (text.empty() ? "{\n  " : ",\n  ") + one;
  return text + "\n}\n";
}

}  // namespace jam::app
