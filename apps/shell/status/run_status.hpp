// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The state of a search for users and programs: listens to its events, reports once when it stalls, and
// rewrites the files of --status and --metrics every 5 s. A thread of its own writes them: also while a round
// does not end, and without the search ever waiting for a disk. Each version replaces the previous one at
// once. An error of a file is reported once; the old version stays, and the file is tried again with every
// version. Times are in seconds since the very beginning.
#pragma once

#include <array>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "jam/core/device.hpp"
#include "jam/core/error.hpp"
#include "jam/core/stop.hpp"
#include "shell/run_events.hpp"
#include "shell/status/pace.hpp"
#include "shell/status/run_report.hpp"

namespace jam::app {

/// Data of a run that begins, for its status.
struct StatusStart {
  RunFacts facts;
  std::string advice;             ///< Advice to the user for a stall.
  std::optional<Gain> last_gain;  ///< Last gain of a resumed search.
  std::function<void(const std::string&)> warn;
  std::function<std::optional<TimePoint>()> checkpoint_written = [] {
    return std::optional<TimePoint>();
  };  ///< Time of the last one.
};

class RunStatus : public RunListener {
 public:
  /// Empty paths: the file is not wanted. Nothing is written before begin().
  RunStatus(std::filesystem::path status, std::filesystem::path metrics);
  /// Ends the thread; a run that was not ended has failed.
  ~RunStatus() override { finish(RunState::failed, "the program ended by an error"); }

  /// The search begins. Call it once.
  void begin(StatusStart start);

  void improved(const RunImprovement& improvement) override;
  void progressed(const RunProgress& progress) override;

  /// Tells that the run has ended and its files are written. `text`: the reason, in words; `found`: there is
  /// a verified result; `errors`: one for each file that could not be written.
  void end(StopReason reason, const std::string& text, bool found, const std::vector<std::string>& errors);
  /// After the end: one line for each file whose last version could not be written.
  [[nodiscard]] std::vector<std::string> lost() const;

  /// Calls `run`, which begins and ends this; what it throws is reported as the failure of the run, and
  /// rethrown.
  [[nodiscard]] ExitCode supervise(const std::function<ExitCode()>& run);

 private:
  using Clock = std::chrono::steady_clock;
  struct File {
    std::filesystem::path name;
    std::string (*text)(const RunReport&);
    bool warned = false;
    bool lost = false;  ///< Its last version could not be written.
  };

  void finish(RunState state, const std::string& reason);
  /// The report of this moment; needs the lock.
  [[nodiscard]] RunReport report() const;
  void work();
  void write(File& file, const RunReport& report);
  void pass_warnings();

  StatusStart start_;
  Rate rate_;  ///< Rate of the work.
  RoundClock rounds_;
  StallWatch stall_;

  std::thread thread_;
  std::array<File, 2> files_;  ///< Used only by `thread_`.
  std::mutex mutex_;           ///< Guards all members below.
  std::condition_variable ended_;
  RunReport report_;
  Clock::time_point sampled_;  ///< When the sample of `report_` was taken.
  std::vector<std::string> warnings_;
};

/// `cpu`, `cuda:0`.
[[nodiscard]] std::string device_label(const Device& device);

}  // namespace jam::app
