// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Going on from a checkpoint: which options hold, and what differs from before. Options that enter the results are the checkpoint's; where
// the user repeats one it must be the same. Those that only end a search are the checkpoint's too, unless the user gives any of them.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "jam/core/device.hpp"
#include "jam/io/checkpoint_file.hpp"
#include "shell/option_table.hpp"
#include "shell/run_options.hpp"

namespace jam::app {

// Sections of a checkpoint: the state of the search and the time it took; which problem it is; the limits, the device, the statistics, and
// what entered the results once and no longer holds.
inline constexpr const char *state_section = "state", *seconds_section = "seconds", *problem_section = "problem",
                            *limits_section = "limits", *device_section = "device", *stats_section = "stats", *history_section = "history";

/// Among the options of a checkpoint, for information: which results of the archive the search began from.
inline constexpr const char* starts_entry = "starts";

/// A checkpoint to go on from.
struct Resumed {
  std::filesystem::path file;
  io::Checkpoint checkpoint;
  std::string warning;  ///< That NAME.previous was taken; empty where it was not.
  double seconds = 0;   ///< What the search has taken so far.

  /// The bytes of a section. Throws InputError where there is none: a checkpoint of another version.
  [[nodiscard]] const std::string& section(const std::string& name) const;
  /// The value of an option; empty where it has none.
  [[nodiscard]] std::string option(const std::string& name) const;
};

/// What is to be searched: anew, or on from a checkpoint.
struct Assignment {
  std::optional<Resumed> resumed;
  std::vector<std::string> words;     ///< Where it goes on: the whole command line, options of the checkpoint included.
  std::vector<std::string> notes;     ///< For the user: that there was nothing to go on from, or what is different from before.
  std::vector<std::string> warnings;  ///< The same, to be shown also with --quiet.
  std::string history;                ///< What entered the results once and no longer holds: `--instances 4 until 3h12m`; else empty.

  /// What the search has taken so far [s].
  [[nodiscard]] double seconds_before() const { return resumed ? resumed->seconds : 0; }
  /// The starts from the archive that a result lists, where the search goes on.
  [[nodiscard]] std::string starts_before() const { return resumed ? resumed->option(starts_entry) : std::string(); }
};

/// How a program goes on from checkpoints.
struct ResumeRules {
  const char* program;
  std::function<std::string()> stem;      ///< Of the files where none is named.
  std::function<void()> require_problem;  ///< Throws InputError where the command line names no problem.
  /// The command line with the options of the checkpoint. Throws InputError for an option that contradicts them.
  std::function<std::vector<std::string>(const Resumed&)> complete;
};

/// The checkpoint that --resume names, if any, and the command line that follows. Throws InputError for a checkpoint that cannot be used.
[[nodiscard]] Assignment read_assignment(const RunOptions& asked, const ResumeRules& rules);

/// The command line of a resumed search: `argv`, of which `table` holds the values; the checkpoint's options that decide results, where
/// they were given then and are not given now; and its limits, unless one is given now. Throws InputError, with both values, for an option
/// whose value is not the checkpoint's, unless its row may change.
[[nodiscard]] std::vector<std::string> resumed_arguments(const OptionTable& table, int argc, const char* const* argv,
                                                         const Resumed& resumed);

/// How a search goes on, and how it is called.
struct CheckpointRules {
  bool none = false;                  ///< This search writes none.
  std::function<std::string()> stem;  ///< As in ResumeRules.
  /// How many instances a state has; nothing where that is not known.
  std::function<std::optional<int>(const std::string& state)> instances_in_state;
};

/// Adds to the notes and the history of a resumed search what is different from before. Throws InputError for fewer instances.
void compare_options(Assignment& assignment, const CheckpointRules& rules, const RunOptions& options);

/// The same for the device. Throws InputError for another kind of device.
void compare_device(Assignment& assignment, const Device& device);

/// The checkpoint that a command line writes: the one named, or NAME.checkpoint beside the result, if that is an ordinary file.
[[nodiscard]] std::filesystem::path own_checkpoint(const RunOptions& options, const std::function<std::string()>& stem);

/// `cpu` or `cuda`.
[[nodiscard]] const char* device_kind(const Device& device);

}  // namespace jam::app
