// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// When a run writes checkpoints, and to which file: the same rules for all programs. Times in seconds.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "shell/checkpointer.hpp"
#include "shell/resume.hpp"

namespace jam::app {

/// Whether other files could stand beside `file`: it is an ordinary file, or will be one.
[[nodiscard]] bool has_neighbours(const std::filesystem::path& file);

/// The checkpoint that belongs to the first of `outputs` that has neighbours: NAME.checkpoint beside it. Nothing where none has.
[[nodiscard]] std::optional<std::filesystem::path> checkpoint_beside(const std::vector<std::filesystem::path>& outputs);

/// What a command line says of checkpoints and of its length.
struct CheckpointWishes {
  std::filesystem::path file;  ///< The one to be written.
  double interval = 60;
  bool asked = false;     ///< Any option of checkpoints is given.
  bool counted = false;   ///< The run ends after some work: nobody knows how long it will take.
  double time_limit = 0;  ///< 0: none.
};

/// The plan; what the user should know is added to `warnings`. Throws InputError where the file cannot be written, or holds something that
/// is no checkpoint.
[[nodiscard]] CheckpointPlan plan_checkpoints(const CheckpointWishes& wishes, const Resumed* resumed, std::vector<std::string>& warnings);

}  // namespace jam::app
