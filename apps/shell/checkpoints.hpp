// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Checkpoints: how a search resumes from one, and when a running search writes them. Times are in seconds,
// counted from the beginning of the first of the runs that make up the search.
//
// Options that decide results are the checkpoint's; if the user repeats one it must be the same. Limits
// are the checkpoint's too, unless the user gives any of them.
#pragma once

#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "jam/core/device.hpp"
#include "jam/core/stop.hpp"
#include "jam/core/time_stamp.hpp"
#include "jam/io/checkpoint_file.hpp"
#include "jam/search/run_context.hpp"
#include "shell/option_table.hpp"
#include "shell/run_events.hpp"
#include "shell/run_options.hpp"

namespace jam::app {

// Sections of a checkpoint: the state of the search and the time it took; which problem it is; the limits,
// the device, the statistics, and earlier settings that affected the result and have changed since.
inline constexpr const char *state_section = "state", *seconds_section = "seconds",
                            *problem_section = "problem", *limits_section = "limits",
                            *device_section = "device", *stats_section = "stats",
                            *history_section = "history";

/// Among the options of a checkpoint, for information: which results of the archive the search started from.
inline constexpr const char* starts_entry = "starts";

/// A checkpoint to resume from.
struct Resumed {
  std::filesystem::path file;
  io::Checkpoint checkpoint;
  std::string warning;  ///< Warning that NAME.previous was read instead; empty if not.
  double seconds = 0;   ///< Time that the search has taken so far [s].

  /// The bytes of a section. Throws InputError if there is none: a checkpoint of another version.
  [[nodiscard]] const std::string& section(const std::string& name) const;
  /// The value of an option; empty if it has none.
  [[nodiscard]] std::string option(const std::string& name) const;
};

/// A new search, or one that is resumed.
struct Assignment {
  std::optional<Resumed> resumed;
  /// Whole command line of a resumed search, with the options of the checkpoint.
  std::vector<std::string> words;
  /// For the user: that there was no checkpoint, or what is different from before.
  std::vector<std::string> notes;
  std::vector<std::string> warnings;  ///< Warnings, shown also with --quiet.
  std::string history;  ///< Earlier settings that affected the result and have changed since: `--instances 4
                        ///< until 3h12m`; else empty.

  /// Time that the search has taken so far [s].
  [[nodiscard]] double seconds_before() const { return resumed ? resumed->seconds : 0; }
  /// The starts from the archive that the result of a resumed search lists.
  [[nodiscard]] std::string starts_before() const {
    return resumed ? resumed->option(starts_entry) : std::string();
  }
};

/// How a program resumes from checkpoints.
struct ResumeRules {
  const char* program;
  std::function<std::string()> stem;      ///< Returns the stem of file names if none is given.
  std::function<void()> require_problem;  ///< Throws InputError if the command line names no problem.
  /// The command line with the options of the checkpoint. Throws InputError for an option that contradicts
  /// them.
  std::function<std::vector<std::string>(const Resumed&)> complete;
};

/// The checkpoint that --resume names, if any, and the command line that follows. Throws InputError for a
/// checkpoint that cannot be used.
[[nodiscard]] Assignment read_assignment(const RunOptions& asked, const ResumeRules& rules);

/// The command line of a resumed search: `argv`, of which `table` holds the values; the checkpoint's options
/// that decide results, if they were given then and are not given now; and its limits, unless one is given
/// now. Throws InputError, with both values, for an option whose value is not the checkpoint's, unless its
/// row may change. `auto` leaves an option to the checkpoint.
[[nodiscard]] std::vector<std::string> resumed_arguments(const OptionTable& table, int argc,
                                                         const char* const* argv, const Resumed& resumed);

/// Rules of a program for its checkpoints; empty: its searches have no checkpoints.
struct CheckpointRules {
  std::function<std::string()> stem;  ///< See ResumeRules::stem.
  /// Number of instances of a state; nothing if unknown.
  std::function<std::optional<int>(const std::string& state)> instances_in_state = {};
  bool time_unknown = false;  ///< --time does not say how long a run takes.
};

/// Adds to the notes and the history of a resumed search what is different from before. Throws InputError for
/// fewer instances.
void compare_options(Assignment& assignment, const CheckpointRules& rules, const RunOptions& options);

/// Compares the device with the previous device. Throws InputError for another kind of device.
void compare_device(Assignment& assignment, const Device& device);

/// The checkpoint that a command line writes: the named one, or NAME.checkpoint next to the result if the
/// result is an ordinary file.
[[nodiscard]] std::filesystem::path own_checkpoint(const RunOptions& options,
                                                   const std::function<std::string()>& stem);

/// `cpu` or `cuda`.
[[nodiscard]] const char* device_kind(const Device& device);

/// Times and file of the checkpoints of a run.
struct CheckpointPlan {
  static constexpr double never = std::numeric_limits<double>::infinity();

  std::filesystem::path file;  ///< Empty: no checkpoint is written, not even on SIGUSR1.
  double interval = 60;        ///< Time between two checkpoints [s]; 0: one after every round.
  bool asked = false;          ///< An option asks for checkpoints.
  /// None before the search has lasted so long, but on SIGUSR1; `never`: on SIGUSR1 alone.
  double first_after = 0;
  bool check_file = false;  ///< Another run's checkpoint may be there: check before the first one is written.
  bool replace_damaged = false;  ///< The file is damaged: replace it and leave NAME.previous, which is not.

  /// Written without SIGUSR1, sooner or later.
  [[nodiscard]] bool periodic() const { return !file.empty() && first_after < never; }
};

/// Plans the checkpoints of a run: from its beginning if the user asks for them or the run lasts longer than
/// ten minutes. Adds to the warnings of the assignment. Throws InputError if the file cannot be written, or
/// holds something that is not a checkpoint.
[[nodiscard]] CheckpointPlan plan_checkpoints(const RunOptions& options, RunLimits limits,
                                              const CheckpointRules& rules, Assignment& assignment);

class Checkpointer : public CheckpointSink {
 public:
  using Sections = std::map<std::string, std::string>;

  /// `frame` holds the sections that are the same in every checkpoint. `add_sections` adds the others, apart
  /// from state and time. The search resumes from the state of the assignment, if it has one.
  Checkpointer(CheckpointPlan plan, io::Checkpoint frame, const Assignment& assignment,
               std::function<void(Sections&)> add_sections, Notices notices);

  [[nodiscard]] const std::string& resume_state() const override { return resume_state_; }
  /// Whether a state is wanted now: every state once checkpoints are due, otherwise only when SIGUSR1 asks.
  [[nodiscard]] bool due(double seconds) override;
  void save(std::string state, double seconds) override;

  /// After due(): whether a state that is handed over now would be written at once, not only kept for the
  /// end.
  [[nodiscard]] bool writes_now() const;

  /// The end: writes the last state, unless it is in the file already or none is to be written yet. Returns
  /// the file if there is one with the last state. Warns if checkpoints were asked for and an
  /// `unfinished` search has none.
  std::optional<std::filesystem::path> finish(bool unfinished = true);

  /// Whether checkpoints were asked for and the last one could not be written.
  [[nodiscard]] bool lost() const { return plan_.asked && failed_; }

  /// When this process wrote its last one.
  [[nodiscard]] std::optional<TimePoint> written_at() const { return written_at_; }

 private:
  /// False if it cannot be written, with a warning unless the last attempt failed too; `consequence` ends
  /// the warning.
  bool write(const char* consequence);

  CheckpointPlan plan_;
  io::Checkpoint frame_;
  std::string resume_state_;
  std::function<void(Sections&)> add_sections_;
  Notices notices_;
  UserSignalGuard signal_;
  std::string state_;       ///< The newest state; empty before the first one.
  double seconds_;          ///< Time when `state_` was handed over [s].
  double last_attempt_;     ///< Time of the last attempt to write a checkpoint [s].
  double boundary_;         ///< Time when the last round ended [s].
  double round_ = 0;        ///< Duration of the last round [s].
  bool requested_ = false;  ///< SIGUSR1 asked for a checkpoint of the next state.
  bool written_ = false;    ///< The newest state is in the file.
  bool failed_ = false;     ///< The last attempt.
  std::optional<TimePoint> written_at_;
};

}  // namespace jam::app
