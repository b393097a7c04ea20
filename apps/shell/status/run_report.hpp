// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The state of a run at one moment, which --status and --metrics report. Times are in seconds; times of the
// search count from its very beginning, also if it was resumed from a checkpoint.
#pragma once

#include <limits>
#include <optional>
#include <string>

#include "jam/core/time_stamp.hpp"
#include "shell/run_events.hpp"

namespace jam::app {

enum class RunState { running, finished, interrupted, failed };

/// "running", "finished", "interrupted", "failed".
[[nodiscard]] constexpr const char* state_name(RunState state) {
  constexpr const char* names[] = {"running", "finished", "interrupted", "failed"};
  return names[static_cast<int>(state)];
}

/// Data that do not change during a run.
struct RunFacts {
  std::string program;
  std::string problem;  ///< Problem in words.
  std::string name;     ///< Short name of the problem.
  std::string seed;
  std::string options;              ///< Options that decide the result.
  std::string device, device_text;  ///< `cuda:0`, and its full name.
  TimePoint started;                ///< Start of this process.
  double seconds_before = 0;        ///< Time that the search took before this process [s].
  RunLimits limits;
  std::string result, checkpoint, archive;  ///< Files; empty: none.
  MetricTable metrics;
};

/// Data that change during a run.
struct RunSample {
  RunProgress progress;                                         ///< The progress; its text is empty.
  double work_rate = std::numeric_limits<double>::quiet_NaN();  ///< Work rate in the last second [1/s].
  double last_round = 0;                                        ///< Time when the last round ended [s].
  double longest_round = 0;  ///< Time of the longest round [s]; 0: no round has ended yet.
  std::optional<Gain> last_gain;
  std::optional<TimePoint> checkpoint_written;
};

struct RunReport {
  RunFacts facts;
  RunSample sample;
  RunState state = RunState::running;
  std::string reason;  ///< Why it ended; empty while it runs.
  TimePoint now;
  double elapsed = 0;  ///< Up to `now`, or to the end.

  /// Whether there is a result.
  [[nodiscard]] bool found() const;
  /// Since the last round ended.
  [[nodiscard]] double round_age() const {
    return elapsed > sample.last_round ? elapsed - sample.last_round : 0;
  }
  /// Since the last gain; nothing before the first.
  [[nodiscard]] std::optional<double> gain_age() const;
  /// Whether the present round is late (pace.hpp).
  [[nodiscard]] bool late() const;
  /// Moment since which the search has stalled (pace.hpp); nothing if it has not.
  [[nodiscard]] std::optional<TimePoint> stalled_since() const;
  /// Time until a limit ends the run; nothing if there is no limit, or the run has ended.
  [[nodiscard]] std::optional<double> time_left() const;
};

/// The JSON text of --status, and the text of --metrics in the Prometheus text exposition format 0.0.4.
[[nodiscard]] std::string status_json(const RunReport& report);
[[nodiscard]] std::string metrics_text(const RunReport& report);

}  // namespace jam::app
