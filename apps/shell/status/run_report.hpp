// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// How a run stands at one moment: what --status and --metrics tell. Times are in seconds, those of the search counted from its very
// beginning, also where it went on from a checkpoint.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "jam/core/time_stamp.hpp"

namespace jam::app {

enum class RunState { running, finished, interrupted, failed };

/// "running", "finished", "interrupted", "failed".
[[nodiscard]] constexpr const char* state_name(RunState state) {
  constexpr const char* names[] = {"running", "finished", "interrupted", "failed"};
  return names[static_cast<int>(state)];
}

/// A number under its two names. The texts live as long as the program.
struct Metric {
  const char* name;    ///< In --status.
  const char* metric;  ///< In --metrics, after `jampack_`: with a base unit, and `_total` for what only grows.
  const char* help;    ///< A sentence.
  double value;        ///< Not finite: unknown.
  double scale = 1;    ///< From the unit of --status to that of --metrics.
};

/// What stays the same during a run.
struct RunFacts {
  std::string program, version, commit, host;
  int process = 0;
  std::string problem;  ///< For people.
  std::string name;     ///< Of the problem, short.
  std::string seed;
  std::string options;                      ///< Those that decide the result.
  std::string device;                       ///< `cpu`, `cuda:0`.
  std::vector<std::string> devices;         ///< For people, one text each.
  TimePoint started;                        ///< This process.
  double seconds_before = 0;                ///< What the search took before it went on in this process.
  double time_limit = 0;                    ///< 0: none.
  double work_limit = 0;                    ///< 0: none.
  std::string result, checkpoint, archive;  ///< Files; empty: none.
};

/// A new best result.
struct Gain {
  double seconds = 0;
  long long work = 0;  ///< Trials or turns until then.
};

/// What changes.
struct RunSample {
  double seconds = 0;                                           ///< When it was taken.
  double work = 0;                                              ///< Trials or turns.
  double work_rate = std::numeric_limits<double>::quiet_NaN();  ///< Now [1/s].
  double last_round = 0;                                        ///< When the last round ended.
  double longest_round = 0;                                     ///< 0: none has ended yet.
  std::optional<Gain> last_gain;
  std::vector<Metric> best;      ///< The best result; empty before the first.
  std::vector<Metric> counters;  ///< What was done so far, the work first.
  std::optional<TimePoint> checkpoint_written;
  std::string phase;  ///< What is at work; empty where a search has one phase only.
};

struct RunReport {
  RunFacts facts;
  RunSample sample;
  RunState state = RunState::running;
  std::string reason;  ///< Why it ended; empty while it runs.
  TimePoint now;
  double elapsed = 0;  ///< Up to `now`, or to the end.

  /// Since the last round ended.
  [[nodiscard]] double round_age() const { return elapsed > sample.last_round ? elapsed - sample.last_round : 0; }
  /// Mean rate of the work [1/s]; not finite before anything can be said.
  [[nodiscard]] double mean_rate() const { return elapsed > 0 ? sample.work / elapsed : std::numeric_limits<double>::quiet_NaN(); }
  /// Whether no round has ended for very long.
  [[nodiscard]] bool late() const;
  /// Since when there has been no gain for too long; nothing where that is not so.
  [[nodiscard]] std::optional<TimePoint> stalled_since() const;
  /// Time until a limit ends the run; nothing where none does, or it has ended.
  [[nodiscard]] std::optional<double> time_left() const;
};

/// `time` moved by `seconds`.
[[nodiscard]] TimePoint moved(TimePoint time, double seconds);

/// The JSON text of --status, and the text of --metrics in the Prometheus text exposition format 0.0.4.
[[nodiscard]] std::string status_json(const RunReport& report);
[[nodiscard]] std::string metrics_text(const RunReport& report);

}  // namespace jam::app
