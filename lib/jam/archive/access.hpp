// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// One access to an archive: open, check, act, close. Inside jam_archive only.
#pragma once

#include <filesystem>
#include <functional>

#include "jam/archive/archive.hpp"
#include "jam/archive/database.hpp"

namespace jam::archive {

/// Works on an open archive. It is called again where another process held the file, also where SQLite itself
/// would not wait.
using Action = std::function<void(Database&)>;

/// Opens the archive for writing and makes it where there is none. Unless `checked`, its structure is checked
/// first, and `checked` is set. A damaged file and the files that SQLite keeps next to it are renamed to
/// FILE.corrupt-K, which is reported to `settings.warn`, and a new one is made. Throws ArchiveError.
void write_archive(const std::filesystem::path& file, const Settings& settings, bool& checked,
                   const Action& action);

/// Opens the archive for reading. With `salvage`, also a damaged one, of which queries return what can be
/// read. Throws ArchiveError.
void read_archive(const std::filesystem::path& file, const Settings& settings, bool salvage,
                  const Action& action);

}  // namespace jam::archive
