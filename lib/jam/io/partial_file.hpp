// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// An output file that grows line by line for as long as a program runs. Until it is complete it has a name
// that no other file has, NAME.partial-1 or the next number that is free, so that it replaces nothing and two
// programs never write into one file. A program that is killed leaves it there; a later run continues it.
// A file that is not ordinary (a pipe, anything in /dev) is written directly.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

#include "jam/io/descriptor.hpp"

namespace jam::io {

class PartialFile {
 public:
  /// Makes NAME.partial-K for the output `file`; for a symbolic link, next to the file that it points to.
  /// Throws InputError.
  [[nodiscard]] static PartialFile create(const std::filesystem::path& file);

  /// Opens the NAME.partial-K that an earlier run for the same output has left, and cuts it to `bytes`.
  /// Nothing if `partial` has another name or folder, is no ordinary file, or is in use by a process.
  [[nodiscard]] static std::optional<PartialFile> reopen(const std::filesystem::path& file,
                                                         const std::filesystem::path& partial,
                                                         std::uint64_t bytes);

  /// The file that is written now, by its absolute name.
  [[nodiscard]] const std::filesystem::path& name() const { return name_; }
  /// It cannot be read again: a pipe.
  [[nodiscard]] bool direct() const { return direct_; }

  /// Appends whole lines. Returns how many bytes were written: if fewer than `lines`, then up to the end of
  /// a line (of a direct file up to anywhere), and error() says why.
  [[nodiscard]] std::size_t append(std::string_view lines);
  /// Value of errno of the last append(); 0: it succeeded.
  [[nodiscard]] int error() const { return error_; }

  /// Flushes what was appended to the disk.
  void flush() const;

  /// Gives the complete file its name. Throws InputError if that fails; it is still there by its present
  /// name.
  void finish();

 private:
  PartialFile(Descriptor opened, std::filesystem::path file, std::filesystem::path target,
              std::filesystem::path name, bool direct);

  Descriptor opened_;
  std::filesystem::path file_, target_, name_;
  bool direct_;
  int error_ = 0;
};

/// The name that a partial file gets in the end: NAME of NAME.partial-K. Empty if `partial` is not such a
/// name.
[[nodiscard]] std::filesystem::path name_of_partial(const std::filesystem::path& partial);

}  // namespace jam::io
