// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Output files that are never half written: the text goes to a temporary file in the same folder, which is
// flushed to the disk and then renamed. A reader finds the old text or the new one at any moment, also after
// a power cut.
#pragma once

#include <filesystem>
#include <string_view>

namespace jam::io {

/// Replaces `file` by `text`. On failure (unwritable folder, full disk) `file` is untouched, no temporary
/// file stays, and InputError says why; files that killed processes of this machine left in the folder are
/// removed. An existing file keeps its permissions; if it is a symbolic link, the file it points to is
/// replaced. A file that is not ordinary (a pipe, anything in /dev) is written directly. If `previous` is
/// named, the replaced file is kept under that name (which must lie in the same folder); there is no moment
/// without a complete `file`.
void write_atomically(const std::filesystem::path& file, std::string_view text,
                      const std::filesystem::path& previous = {});

/// Throws InputError unless `file` could be written: its folder exists and is writable, and `file` is not a
/// folder. Leaves no file behind.
void require_writable(const std::filesystem::path& file);

}  // namespace jam::io
