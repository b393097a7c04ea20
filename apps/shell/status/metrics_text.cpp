// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A run as metrics in the Prometheus text exposition format 0.0.4.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <string_view>
#include <utility>

#include "jam/io/json_text.hpp"
#include "jam/io/number_text.hpp"
#include "shell/status/run_report.hpp"

namespace jam::app {
namespace {

/// The value of a label, in quotes: as in JSON, where that has no more escapes than labels have.
std::string label_value(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < ' ' && c != '\n') c = ' ';
  }
  return io::json_string(text);
}

double unix_seconds(TimePoint time) { return std::chrono::duration<double>(time.time_since_epoch()).count(); }

/// Metrics one after the other, all with the same labels.
class Metrics {
 public:
  explicit Metrics(const RunFacts& facts)
      : labels_("program=" + label_value(facts.program) + ",problem=" + label_value(facts.name) + ",seed=" + label_value(facts.seed) +
                ",device=" + label_value(facts.device)) {}

  /// The lines before the samples of a metric. What ends in `_total` is a counter.
  void head(const std::string& name, std::string_view help) {
    const char* type = name.ends_with("_total") ? "counter" : "gauge";
    text_ += "# HELP jampack_" + name + " " + std::string(help) + "\n# TYPE jampack_" + name + " " + type + "\n";
  }

  void sample(const std::string& name, const std::string& more_labels, double value) {
    text_ += "jampack_" + name + "{" + labels_ + more_labels + "} " + io::number_text(value) + "\n";
  }

  /// A metric of one sample, left out where the value is not known.
  void add(const std::string& name, std::string_view help, std::optional<double> value) {
    if (!value || !std::isfinite(*value)) return;
    head(name, help);
    sample(name, "", *value);
  }

  void add(const Metric& metric) { add(metric.metric, metric.help, metric.value * metric.scale); }

  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string labels_;
  std::string text_;
};

}  // namespace

std::string metrics_text(const RunReport& report) {
  const RunFacts& facts = report.facts;
  const RunSample& sample = report.sample;
  Metrics metrics(facts);
  metrics.head("run_info", "Constant 1; version, host and process of the run.");
  metrics.sample(
      "run_info",
      ",version=" + label_value(facts.version) + ",host=" + label_value(facts.host) + ",pid=\"" + std::to_string(facts.process) + "\"", 1);
  metrics.head("run_state", "1 for the state that the run is in, 0 for the others.");
  for (const RunState state : {RunState::running, RunState::finished, RunState::interrupted, RunState::failed}) {
    metrics.sample("run_state", ",state=\"" + std::string(state_name(state)) + "\"", state == report.state ? 1 : 0);
  }
  metrics.add("start_time_seconds", "When the process started, Unix time.", unix_seconds(facts.started));
  metrics.add("update_time_seconds", "When these metrics were taken, Unix time.", unix_seconds(report.now));
  metrics.add("search_seconds_total", "How long the search has lasted, earlier parts included.", report.elapsed);
  metrics.add("time_left_seconds", "Time until a limit ends the search; absent where none does.", report.time_left());
  for (const Metric& metric : sample.best) metrics.add(metric);
  for (const Metric& metric : sample.counters) metrics.add(metric);
  metrics.add("work_per_second", "Trials or turns per second at present.", sample.work_rate);
  if (sample.last_gain) {
    metrics.add("last_gain_age_seconds", "Search time since the last better result.",
                std::max(0.0, report.elapsed - sample.last_gain->seconds));
  }
  metrics.add("stalled", "1 where the search has not gained for long compared with its own history, else 0.",
              report.stalled_since() ? 1 : 0);
  metrics.add("last_round_age_seconds", "Time since the last round of the search ended.", report.round_age());
  if (sample.longest_round > 0) metrics.add("longest_round_seconds", "Longest round so far.", sample.longest_round);
  metrics.add("round_late", "1 where no round has ended for very long, as if the search hung, else 0.", report.late() ? 1 : 0);
  if (sample.checkpoint_written) {
    metrics.add("checkpoint_time_seconds", "When the last checkpoint was written, Unix time.", unix_seconds(*sample.checkpoint_written));
  }
  return metrics.text();
}

}  // namespace jam::app
