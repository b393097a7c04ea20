// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// How a search is doing, for people and machines: watches its events, reports once when it stalls, and keeps the files of --status and
// --metrics up to date. Times are in seconds since the very beginning.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "jam/core/device.hpp"
#include "jam/core/error.hpp"
#include "jam/core/stop.hpp"
#include "shell/run_events.hpp"
#include "shell/status/rate.hpp"
#include "shell/status/run_report.hpp"
#include "shell/status/stall.hpp"
#include "shell/status/status_files.hpp"

namespace jam::app {

class RunStatus {
 public:
  /// A line for the user; `warning`: to be seen in any case.
  using Note = std::function<void(const std::string& text, bool warning)>;

  /// Empty paths: the file is not wanted. Nothing is written before begin().
  RunStatus(std::filesystem::path status, std::filesystem::path metrics) : files_(std::move(status), std::move(metrics)) {}

  /// The search begins. `advice` says what a user may do about a stall; `last_gain` is that of a search that goes on. Fills in what every
  /// program has: process, host, version, time.
  void begin(RunFacts facts, std::string advice, std::optional<Gain> last_gain, Note note);

  /// A better result was found.
  void gained(Gain gain);
  /// Time goes on.
  void progressed(const RunProgress& progress, std::optional<TimePoint> checkpoint_written = std::nullopt);

  /// When the last checkpoint was written: one that was written at the end no event tells.
  void checkpoint_written(std::optional<TimePoint> time) { files_.checkpoint_written(time); }

  /// The run has ended with all its files written. `text` says why, for people; `found`: there is a verified result; `errors`: of files
  /// that could not be written.
  void end(StopReason reason, const std::string& text, bool found, const std::vector<std::string>& errors);

  /// Calls `run`, which begins and ends this; what it throws is told as the failure of the run, and thrown on.
  [[nodiscard]] ExitCode supervise(const std::function<ExitCode()>& run);

 private:
  void tell_warnings();

  StatusFiles files_;
  std::string advice_;
  Note note_;
  std::optional<Gain> last_gain_;
  Rate rate_;  ///< Of the work.
  RoundClock rounds_;
  StallWatch stall_;
};

/// `cpu`, `cuda:0`.
[[nodiscard]] std::string device_label(const Device& device);

}  // namespace jam::app
