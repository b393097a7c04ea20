// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The files of --status and --metrics, renewed every 5 s by a thread of their own: also while a search does not come back from a round, and
// without the search ever waiting for a disk. Each version replaces the one before at once. Trouble is told once; the search goes on, the
// old file stays, and it is tried again with every version.
#pragma once

#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "shell/status/run_report.hpp"

namespace jam::app {

class StatusFiles {
 public:
  /// Writes nothing before begin(). An empty path: that file is not wanted.
  StatusFiles(std::filesystem::path status, std::filesystem::path metrics);
  /// Ends the thread; a run that was not ended has failed.
  ~StatusFiles();
  StatusFiles(const StatusFiles&) = delete;
  StatusFiles& operator=(const StatusFiles&) = delete;

  /// Starts the thread, where a file is wanted. Call it once.
  void begin(RunFacts facts);
  [[nodiscard]] bool running() const { return thread_.joinable(); }

  /// How the search stands now; taken over at once.
  void update(RunSample sample);

  /// When the last checkpoint was written, where that is later than the last sample.
  void checkpoint_written(std::optional<TimePoint> time);

  /// The run has ended: writes that, and ends the thread. The first call counts.
  void end(RunState state, const std::string& reason);

  /// Warnings since the last call: at most one for each file in all.
  [[nodiscard]] std::vector<std::string> take_warnings();

 private:
  using Clock = std::chrono::steady_clock;

  void work();
  /// The report of this moment; needs the lock.
  [[nodiscard]] RunReport report() const;
  void write(const RunReport& report);
  void write_one(const std::filesystem::path& file, const std::string& text, bool& warned);

  std::filesystem::path status_, metrics_;
  bool status_warned_ = false, metrics_warned_ = false;  ///< Of the thread alone.

  std::mutex mutex_;  ///< For all that follows.
  std::condition_variable ended_;
  RunReport report_;
  Clock::time_point sampled_;  ///< When the sample was taken.
  std::vector<std::string> warnings_;
  std::thread thread_;
};

}  // namespace jam::app
