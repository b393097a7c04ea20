// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Derives figures from the numbers of a run; writes them as JSON and for Prometheus.
#include "shell/status/run_report.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <string_view>
#include <vector>

#include "jam/core/version.hpp"
#include "jam/io/json_writer.hpp"
#include "jam/io/number_text.hpp"
#include "shell/status/pace.hpp"

namespace jam::app {
namespace {

using io::json_if;
using io::json_string;
using io::JsonObject;
using io::JsonText;

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

std::optional<std::string> known(const std::string& text) { return json_if(!text.empty(), text); }
std::optional<std::string> known(const std::optional<TimePoint>& time) {
  return time ? std::optional(utc_text(*time)) : std::nullopt;
}
/// Times [s] and rates [1/s], to three decimals.
JsonText rounded(double value) { return io::json_fixed(value, 3); }

TimePoint moved(TimePoint time, double seconds) {
  return time + std::chrono::duration_cast<TimePoint::duration>(std::chrono::duration<double>(seconds));
}

/// The metrics of the best result without the unknown ones; or all other metrics, null if unknown.
JsonObject metrics_object(const RunReport& report, bool of_best) {
  const MetricTable& metrics = report.facts.metrics;
  const std::vector<double>& values = report.sample.progress.values;
  JsonObject object;
  for (std::size_t k = 0; k < metrics.rows.size() && !values.empty(); ++k) {
    const double value = metrics.value(k, values);
    if (metrics.rows[k].of_best == of_best && (!of_best || std::isfinite(value)))
      object.add(metrics.rows[k].name, value);
  }
  return object;
}

std::optional<JsonObject> gain_object(const RunReport& report) {
  if (!report.sample.last_gain) return std::nullopt;
  const Gain& gain = *report.sample.last_gain;
  return JsonObject("elapsed_seconds", rounded(gain.seconds), "work", gain.work)
      .add("age_seconds", rounded(*report.gain_age()));
}

/// The value of a label, in quotes: as in JSON, but without control characters, which labels have no escapes
/// for.
std::string label_value(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < ' ' && c != '\n'; }, ' ');
  return json_string(text);
}

double unix_seconds(TimePoint time) { return std::chrono::duration<double>(time.time_since_epoch()).count(); }

/// Metrics for Prometheus, all with the same labels.
class MetricsText {
 public:
  explicit MetricsText(const RunFacts& facts)
      : labels_(fmt::format("program={},problem={},seed={},device={}", label_value(facts.program),
                            label_value(facts.name), label_value(facts.seed), label_value(facts.device))) {}

  /// The lines before the samples of a metric. A metric whose name ends in `_total` is a counter.
  void head(std::string_view name, std::string_view help) {
    text_ += fmt::format("# HELP jampack_{0} {1}\n# TYPE jampack_{0} {2}\n", name, help,
                         name.ends_with("_total") ? "counter" : "gauge");
  }
  void sample(std::string_view name, const std::string& more_labels, double value) {
    text_ += fmt::format("jampack_{}{{{}{}}} {}\n", name, labels_, more_labels, io::number_text(value));
  }

  /// A metric of one sample, left out if the value is not known.
  void add(std::string_view name, std::string_view help, std::optional<double> value) {
    if (!value || !std::isfinite(*value)) return;
    head(name, help);
    sample(name, "", *value);
  }

  /// Those of the search: of its best result, or the others.
  void add_search(const RunReport& report, bool of_best) {
    const MetricTable& metrics = report.facts.metrics;
    const std::vector<double>& values = report.sample.progress.values;
    for (std::size_t k = 0; k < metrics.rows.size() && !values.empty(); ++k) {
      const Metric& row = metrics.rows[k];
      if (row.of_best == of_best) add(row.metric, row.help, metrics.value(k, values) * row.scale);
    }
  }

  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string labels_;
  std::string text_;
};

}  // namespace

bool RunReport::found() const {
  const std::vector<double>& values = sample.progress.values;
  return !values.empty() && std::isfinite(facts.metrics.value(facts.metrics.result, values));
}

std::optional<double> RunReport::gain_age() const {
  return sample.last_gain ? std::optional(std::max(0.0, elapsed - sample.last_gain->seconds)) : std::nullopt;
}

bool RunReport::late() const {
  return state == RunState::running && round_late(round_age(), sample.longest_round);
}

std::optional<TimePoint> RunReport::stalled_since() const {
  const double from = stalled_from(sample.last_gain ? sample.last_gain->seconds : 0);
  return elapsed < from ? std::nullopt : std::optional(moved(now, from - elapsed));
}

std::optional<double> RunReport::time_left() const {
  if (state != RunState::running) return std::nullopt;
  const std::optional<double> left = facts.limits.time_left(elapsed, sample.progress.work());
  constexpr double longest = 1e9;  // No calendar goes further.
  return left && *left < longest ? left : std::nullopt;
}

std::string status_json(const RunReport& report) {
  const RunFacts& facts = report.facts;
  const RunSample& sample = report.sample;
  const std::optional<double> left = report.time_left();
  const std::optional<TimePoint> stalled = report.stalled_since();
  const double mean_rate =
      report.elapsed > 0 ? sample.progress.work() / report.elapsed : std::numeric_limits<double>::quiet_NaN();
  const auto limit = [](double value) { return json_if(value > 0, value); };
  const auto eta = left ? std::optional(moved(report.now, *left)) : std::nullopt;
  const JsonObject last_round =
      JsonObject("age_seconds", rounded(report.round_age()))
          .add("longest_seconds", json_if(sample.longest_round > 0, rounded(sample.longest_round)))
          .add("late", report.late());
  const JsonObject checkpoint =
      JsonObject("file", facts.checkpoint).add("written", known(sample.checkpoint_written));
  return JsonObject::document()
      .add("schema", "jampack/status/1", "program", facts.program, "version", version_number)
      .add("commit", version_commit(), "pid", ::getpid(), "host", host_name(), "problem", facts.problem)
      .add("name", facts.name, "seed", facts.seed, "options", facts.options)
      .add("devices", io::json_list(facts.device_text), "started", utc_text(facts.started))
      .add("updated", utc_text(report.now), "state", state_name(report.state))
      .add("reason", known(report.reason), "phase", known(sample.progress.phase))
      .add("elapsed_seconds", rounded(report.elapsed), "seconds_before", rounded(facts.seconds_before))
      .add("time_limit_seconds", limit(facts.limits.time), "work_limit", limit(facts.limits.work))
      .add("eta_seconds", json_if(left.has_value(), rounded(left.value_or(0))), "eta", known(eta))
      .add("best", json_if(report.found(), metrics_object(report, true)))
      .add("last_gain", gain_object(report), "stalled", stalled.has_value())
      .add("stalled_since", known(stalled))
      .add("rate", JsonObject("now", rounded(sample.work_rate)).add("mean", rounded(mean_rate)))
      .add("counters", metrics_object(report, false), "last_round", last_round)
      .add("result", known(facts.result), "checkpoint", json_if(!facts.checkpoint.empty(), checkpoint))
      .add("archive", known(facts.archive))
      .text();
}

std::string metrics_text(const RunReport& report) {
  const RunFacts& facts = report.facts;
  const RunSample& sample = report.sample;
  MetricsText text(facts);
  text.head("run_info", "Constant 1; version, host and process of the run.");
  text.sample("run_info",
              fmt::format(",version={},host={},pid=\"{}\"", label_value(version_number),
                          label_value(host_name()), ::getpid()),
              1);
  text.head("run_state", "1 for the state that the run is in, 0 for the others.");
  for (const RunState state :
       {RunState::running, RunState::finished, RunState::interrupted, RunState::failed})
    text.sample("run_state", fmt::format(",state=\"{}\"", state_name(state)), state == report.state ? 1 : 0);
  text.add("start_time_seconds", "When the process started, Unix time.", unix_seconds(facts.started));
  text.add("update_time_seconds", "When these metrics were taken, Unix time.", unix_seconds(report.now));
  text.add("search_seconds_total", "How long the search has lasted, earlier parts included.", report.elapsed);
  text.add("time_left_seconds", "Time until a limit ends the search; absent where none does.",
           report.time_left());
  if (report.found()) text.add_search(report, true);
  text.add_search(report, false);
  text.add("work_per_second", "Trials or turns per second at present.", sample.work_rate);
  text.add("last_gain_age_seconds", "Search time since the last better result.", report.gain_age());
  text.add("stalled", "1 where the search has not gained for long compared with its own history, else 0.",
           report.stalled_since() ? 1 : 0);
  text.add("last_round_age_seconds", "Time since the last round of the search ended.", report.round_age());
  if (sample.longest_round > 0)
    text.add("longest_round_seconds", "Longest round so far.", sample.longest_round);
  text.add("round_late", "1 where no round has ended for very long, as if the search hung, else 0.",
           report.late() ? 1 : 0);
  if (sample.checkpoint_written)
    text.add("checkpoint_time_seconds", "When the last checkpoint was written, Unix time.",
             unix_seconds(*sample.checkpoint_written));
  return text.text();
}

}  // namespace jam::app
