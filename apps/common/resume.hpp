// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Going on from a checkpoint: which options hold. Those that enter the results are the checkpoint's; where the user repeats one it must be
// the same. Those that only end a search are the checkpoint's too, unless the user gives any of them.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "jam/io/checkpoint_file.hpp"

namespace jam::app {

/// A checkpoint to go on from.
struct Resumed {
  std::filesystem::path file;
  io::Checkpoint checkpoint;
  std::string warning;  ///< That NAME.previous was taken; empty where it was not.
  double seconds = 0;   ///< What the search has taken so far.

  /// The bytes of a section. Throws InputError where there is none: a checkpoint of another version.
  [[nodiscard]] const std::string& section(const std::string& name) const;
};

/// Reads `file` (or its NAME.previous) for `program`. Throws InputError.
[[nodiscard]] Resumed read_resumed(const std::filesystem::path& file, std::string_view program);

/// Throws InputError for the first of the options that the user gave (`asked`, where given) whose value is another than the checkpoint's;
/// the message has both. Options named in `free` may differ.
void require_same_options(const Resumed& resumed, const std::vector<io::CheckpointOption>& asked, const std::set<std::string>& free);

/// The words `--name=value` of the checkpoint's options that were given at its time and are not among `given`.
[[nodiscard]] std::vector<std::string> missing_arguments(const std::vector<io::CheckpointOption>& options,
                                                         const std::set<std::string>& given);

/// Throws InputError where a checkpoint to be begun at `file` would replace something that is none; returns whether it replaces a
/// checkpoint. `remark` ends the error.
[[nodiscard]] bool replaces_checkpoint(const std::filesystem::path& file, const std::string& remark);

}  // namespace jam::app
