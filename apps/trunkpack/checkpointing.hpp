// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// trunkpack's share in checkpoints: where they go, what they hold beside the state of the search (which problem it is, limits, device), and
// how a command line with --resume becomes that of the search that goes on. Mesh, points and fixed boxes are not in a checkpoint: their
// files are read again, and have to say the same.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "jam/core/device.hpp"
#include "options.hpp"
#include "shell/checkpointer.hpp"
#include "shell/resume.hpp"
#include "task.hpp"

namespace jam::app {

/// What is to be searched: anew, or on from a checkpoint.
struct Assignment {
  Options options;
  std::optional<Resumed> resumed;
  std::vector<std::string> notes;     ///< For the user: that there was nothing to go on from, or what is different from before.
  std::vector<std::string> warnings;  ///< The same for what he should see in any case.
  std::string history;                ///< What entered the results once and no longer holds: `--instances 4 until 3h12m`; empty: nothing.

  /// What the search has taken so far [s].
  [[nodiscard]] double seconds_before() const { return resumed ? resumed->seconds : 0; }
};

/// The options of a command line. Where --resume asks for it, those of the checkpoint are added. Throws InputError as parse_options() does,
/// for a checkpoint that cannot be used, and for an option that contradicts it.
[[nodiscard]] Assignment read_assignment(int argc, const char* const* argv);

/// Throws InputError where the checkpoint was made on another kind of device, or with more packings side by side; adds to the notes what is
/// different from before.
void compare_with_before(Assignment& assignment, const Device& device);

/// Where and when checkpoints are written. Throws InputError where the file cannot be written, or holds something else; what the user
/// should know is added to the warnings.
[[nodiscard]] CheckpointPlan checkpoint_plan(Assignment& assignment);

/// make_task(); for a search that goes on without the start, which is in its state. Throws InputError where the trunk or its fixed boxes
/// are not those of the checkpoint.
[[nodiscard]] Task make_task(const Assignment& assignment, const Note& note);

/// Task::archived_start of the search that goes on.
[[nodiscard]] std::string start_before(const Assignment& assignment);

/// Writes checkpoints by `plan`. `task` may be made later, before the search begins.
[[nodiscard]] Checkpointer make_checkpointer(const Assignment& assignment, const Task& task, const Device& device,
                                             const CheckpointPlan& plan, Checkpointer::Note note);

}  // namespace jam::app
