// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The place of an output file: the name under which it is stored, and whether it can be replaced. All
// writers of files use it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string_view>

#include <sys/types.h>

namespace jam::io {

struct OutputPlace {
  /// The name to rename to: the file itself, or the file that a symbolic link points to.
  std::filesystem::path target;
  /// No ordinary file (a pipe, anything in /dev): it cannot be replaced, only written to.
  bool direct = false;
  std::optional<mode_t> mode;  ///< Permissions of the file that is replaced.
};

/// Finds out how to write the output `file`. Throws InputError for an empty name, a folder, and a file that
/// this process may not write.
[[nodiscard]] OutputPlace output_place(const std::filesystem::path& file);

/// The folder of a target: `.` where its name has none.
[[nodiscard]] std::filesystem::path folder_of(const std::filesystem::path& target);

/// Throws the InputError for `file` that cannot be written, by a value of errno.
[[noreturn]] void fail_output(const std::filesystem::path& file, int error);

/// Writes all of `text`; returns 0 or the error. Adds the bytes that were written to `written`, where it is
/// given.
[[nodiscard]] int write_bytes(int descriptor, std::string_view text, std::size_t* written = nullptr);

}  // namespace jam::io
