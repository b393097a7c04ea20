// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Reading a whole file, safely whatever kind of file the name belongs to. Every reader of Jampack uses it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace jam::io {

/// Largest text that is read: a file of numbers or JSON [bytes].
inline constexpr std::size_t text_byte_limit = std::size_t{512} << 20;

/// Largest mesh and largest checkpoint that are read [bytes].
inline constexpr std::size_t mesh_byte_limit = std::size_t{4} << 30;
inline constexpr std::size_t checkpoint_byte_limit = std::size_t{64} << 30;

/// All bytes of `file`; a pipe or a terminal is read until its end. Throws InputError, naming the file, if it
/// does not exist, is a folder, cannot be opened or read, has more than `byte_limit` bytes (a regular file is
/// then not read), and at once for a device without end (/dev/zero).
[[nodiscard]] std::string read_file(const std::filesystem::path& file,
                                    std::size_t byte_limit = text_byte_limit);

}  // namespace jam::io
