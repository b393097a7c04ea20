// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Going on from a checkpoint: which options hold. Those that enter the results are the checkpoint's; where the user repeats one it must be
// the same. Those that only end a search are the checkpoint's too, unless the user gives any of them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "jam/io/checkpoint_file.hpp"
#include "shell/option_table.hpp"

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

/// The command line of a resumed search: `argv`, of which `table` holds the values; the checkpoint's options that decide results, where
/// they were given then and are not given now; and its limits, unless one is given now. Throws InputError, with both values, for an option
/// whose value is not the checkpoint's, unless its row may change.
[[nodiscard]] std::vector<std::string> resumed_arguments(const OptionTable& table, int argc, const char* const* argv,
                                                         const Resumed& resumed);

/// For the user: from what the search goes on, and what its limits were (`before`) and are where they differ.
[[nodiscard]] std::vector<std::string> resumption_notes(const Resumed& resumed, const std::vector<io::CheckpointOption>& before,
                                                        const std::vector<io::CheckpointOption>& now);

/// For the user: that NAME.previous was taken, or that another version wrote the checkpoint.
[[nodiscard]] std::vector<std::string> resumption_warnings(const Resumed& resumed);

/// What entered the results once and no longer holds, for the files: `before` (a line of the past, may be empty) with --instances, which
/// are `instances` now, and the version, where they are others.
[[nodiscard]] std::string extended_history(const Resumed& resumed, const std::string& before, const std::string& instances);

/// Throws InputError where the checkpoint was made on another kind of device than `kind` (`cpu`, `cuda`).
void require_same_device(const Resumed& resumed, const std::string& kind);

/// The value of an option in the checkpoint; empty where it has none.
[[nodiscard]] std::string value_before(const Resumed& resumed, const std::string& name);

/// The command that goes on with a search that its time limit ended.
[[nodiscard]] std::string resume_hint(std::string_view program, const std::filesystem::path& checkpoint);

/// Throws InputError where a checkpoint to be begun at `file` would replace something that is none; returns whether it replaces a
/// checkpoint. `remark` ends the error.
[[nodiscard]] bool replaces_checkpoint(const std::filesystem::path& file, const std::string& remark);

}  // namespace jam::app
