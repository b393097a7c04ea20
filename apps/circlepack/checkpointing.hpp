// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// circlepack's share in checkpoints: where they go, what they hold beside the state of the search (problem, limits, device, statistics),
// and how a command line with --resume becomes that of the search that goes on.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jam/core/device.hpp"
#include "options.hpp"
#include "shell/checkpointer.hpp"
#include "shell/resume.hpp"
#include "stats.hpp"
#include "task.hpp"

namespace jam::app {

/// What is to be searched: anew, or on from a checkpoint.
struct Assignment {
  Options options;
  std::optional<Resumed> resumed;
  std::vector<std::string> notes;  ///< For the user: that there was nothing to go on from, or what is different from before.
  std::string history;             ///< What entered the results once and no longer holds: `--instances 4 until 3h12m`; empty: nothing.
};

/// The options of a command line. Where --resume asks for it, those of the checkpoint are added. Throws InputError as parse_options() does,
/// for a checkpoint that cannot be used, and for an option that contradicts it.
[[nodiscard]] Assignment read_assignment(int argc, const char* const* argv);

/// make_task() and the starts from the archive for a search that begins anew; else the problem of the checkpoint, without starts. No file
/// is read then.
[[nodiscard]] Task make_task(const Assignment& assignment);

/// Where and when checkpoints are written. Throws InputError where the file cannot be written, or holds something else; what the user
/// should know is added to `task.warnings`.
[[nodiscard]] CheckpointPlan checkpoint_plan(const Assignment& assignment, Task& task);

/// Throws InputError where the checkpoint was made on another kind of device; adds to `task.notes` what is different from before.
void compare_with_before(const Assignment& assignment, const Device& device, Task& task);

/// Writes checkpoints by `plan`; `stats` are in them, and hold those of the checkpoint afterwards.
[[nodiscard]] Checkpointer make_checkpointer(const Assignment& assignment, const Task& task, const Device& device,
                                             const CheckpointPlan& plan, Stats& stats, Checkpointer::Note note);

}  // namespace jam::app
