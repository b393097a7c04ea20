// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What a search goes on from, and what its checkpoints hold beside its state, the same for all programs: which problem it is, the limits,
// the device, the statistics, and the history of what changed. How a command line with --resume becomes that of the search that goes on.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "jam/core/device.hpp"
#include "jam/io/checkpoint_file.hpp"
#include "shell/checkpoint_plan.hpp"
#include "shell/resume.hpp"
#include "shell/run_options.hpp"

namespace jam::app {

// Sections beside those of Checkpointer.
inline constexpr const char* problem_section = "problem";
inline constexpr const char* limits_section = "limits";
inline constexpr const char* device_section = "device";
inline constexpr const char* stats_section = "stats";
inline constexpr const char* history_section = "history";

/// Among the options of a checkpoint, for information: which results of the archive the search began from.
inline constexpr const char* starts_entry = "starts";

/// What is to be searched: anew, or on from a checkpoint.
struct Assignment {
  std::optional<Resumed> resumed;
  std::vector<std::string> words;     ///< Where it goes on: the whole command line, options of the checkpoint included.
  std::vector<std::string> notes;     ///< For the user: that there was nothing to go on from, or what is different from before.
  std::vector<std::string> warnings;  ///< The same for what he should see in any case.
  std::string history;                ///< What entered the results once and no longer holds: `--instances 4 until 3h12m`; else empty.

  /// What the search has taken so far [s].
  [[nodiscard]] double seconds_before() const { return resumed ? resumed->seconds : 0; }
  /// What a result says of starts from the archive, where the search goes on.
  [[nodiscard]] std::string starts_before() const { return resumed ? value_before(*resumed, starts_entry) : std::string(); }
};

/// How a program goes on from checkpoints.
struct ResumeRules {
  const char* program;
  std::function<std::string()> stem;      ///< Of the files where none is named.
  std::function<void()> require_problem;  ///< Throws InputError where the command line names no problem.
  /// The command line with the options of the checkpoint. Throws InputError for an option that contradicts them.
  std::function<std::vector<std::string>(const Resumed&)> complete;
};

/// The checkpoint that a command line writes: the one named, or beside the result.
[[nodiscard]] std::filesystem::path own_checkpoint(const RunOptions& options, const std::function<std::string()>& stem);

/// The checkpoint that --resume names, if any, and the command line that follows. Throws InputError for a checkpoint that cannot be used.
[[nodiscard]] Assignment read_assignment(const RunOptions& asked, const ResumeRules& rules);

/// What checkpoints hold, and what they are compared with.
struct CheckpointRules {
  bool none = false;      ///< This search keeps none.
  bool counted = false;   ///< Work is the only limit: nobody knows how long it will take.
  double time_limit = 0;  ///< [s]; 0: none.
  std::function<std::string()> stem;
  /// The options that decide the results, on a kind of device.
  std::function<std::vector<io::CheckpointOption>(const std::string& device_kind)> options;
  std::vector<io::CheckpointOption> limits;  ///< Those that were given.
  /// How many instances a state has; nothing where that is not known.
  std::function<std::optional<int>(const std::string& state)> instances_in_state;
};

/// `cpu` or `cuda`.
[[nodiscard]] const char* device_kind(const Device& device);

/// Adds to the notes, warnings and history of a search that goes on what is different from before. Throws InputError where it cannot go on
/// so: on another kind of device, or with fewer instances.
void compare_with_before(Assignment& assignment, const CheckpointRules& rules, const Device& device);

/// Where and when checkpoints are written. Throws InputError where the file cannot be written, or holds something else.
[[nodiscard]] CheckpointPlan checkpoint_plan(Assignment& assignment, const CheckpointRules& rules, const RunOptions& options);

}  // namespace jam::app
