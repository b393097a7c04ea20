// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Checkpoints of a running search: takes its state at the round boundaries, writes it when the interval is over, when SIGUSR1 came, and at
// the end. An error of the file is reported, and the search goes on; what was written before stays. Times are in seconds, counted from the
// beginning of the first of the runs that went on from each other.
#pragma once

#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>

#include "jam/core/time_stamp.hpp"
#include "jam/core/user_signal.hpp"
#include "jam/io/checkpoint_file.hpp"
#include "jam/search/run_context.hpp"
#include "shell/notices.hpp"
#include "shell/resume.hpp"
#include "shell/run_limits.hpp"

namespace jam::app {

/// When and where checkpoints are written.
struct CheckpointPlan {
  static constexpr double never = std::numeric_limits<double>::infinity();

  std::filesystem::path file;    ///< Empty: none are written, not even when SIGUSR1 comes.
  double interval = 60;          ///< Between two of them; 0: after every round.
  double first_after = 0;        ///< None before the search has lasted so long, but on SIGUSR1; `never`: on SIGUSR1 alone.
  bool check_file = false;       ///< Another run's checkpoint may be there: check before the first one is written.
  bool replace_damaged = false;  ///< The file is damaged, its NAME.previous is not: replace the file and leave NAME.previous.

  /// Written without SIGUSR1, sooner or later.
  [[nodiscard]] bool periodic() const { return !file.empty() && first_after < never; }
};

/// Where and when a run writes checkpoints: from its beginning where that is asked for or it lasts longer than ten minutes. Adds to the
/// warnings of the assignment. Throws InputError where the file cannot be written, or holds something that is no checkpoint.
[[nodiscard]] CheckpointPlan plan_checkpoints(const RunOptions& options, RunLimits limits, const CheckpointRules& rules,
                                              Assignment& assignment);

class Checkpointer : public CheckpointSink {
 public:
  using Sections = std::map<std::string, std::string>;

  /// `frame` holds what is the same in every checkpoint, `add_sections` adds the sections beside state and time. The search goes on from
  /// the state of the assignment, if it has one.
  Checkpointer(CheckpointPlan plan, io::Checkpoint frame, const Assignment& assignment, std::function<void(Sections&)> add_sections,
               Notices notices);

  [[nodiscard]] const std::string& resume_state() const override { return resume_state_; }
  /// Every state where one is to be written at the end; else those that SIGUSR1 asks for.
  [[nodiscard]] bool due(double seconds) override;
  void save(std::string state, double seconds) override;

  /// The end: writes the last state, unless it is in the file already or none is to be written yet. Returns the file where there is one
  /// that holds the last state.
  std::optional<std::filesystem::path> finish();

  /// When this process wrote its last one.
  [[nodiscard]] std::optional<TimePoint> written_at() const { return written_at_; }

 private:
  /// False where it cannot be written, with a warning unless the last attempt failed too; `consequence` ends the warning.
  bool write(const char* consequence);

  CheckpointPlan plan_;
  io::Checkpoint frame_;
  std::string resume_state_;
  std::function<void(Sections&)> add_sections_;
  Notices notices_;
  UserSignalGuard signal_;
  std::string state_;       ///< The newest; empty before the first.
  double seconds_;          ///< When it was handed over.
  double last_attempt_;     ///< To write one.
  double boundary_;         ///< When the search was last between two rounds.
  double round_ = 0;        ///< How long the last round took.
  bool requested_ = false;  ///< By SIGUSR1, for the state that comes next.
  bool written_ = false;    ///< The newest state is in the file.
  bool failed_ = false;     ///< The last attempt.
  std::optional<TimePoint> written_at_;
};

}  // namespace jam::app
