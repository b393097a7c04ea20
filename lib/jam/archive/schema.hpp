// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The tables of an archive and their versions. PRAGMA application_id marks the file as ours, PRAGMA
// user_version counts the schema; a list of migrations leads from each version to the next, from an empty
// file on. Inside jam_archive only; docs/formats.md defines the tables.
#pragma once

#include <filesystem>
#include <string>

#include "jam/archive/database.hpp"

namespace jam::archive {

/// Brings a database that is open for writing to the newest version. Throws ArchiveError, naming `name`, for
/// the database of another program and for a newer schema.
void migrate(Database& database, const std::string& name);

/// Throws ArchiveError unless the database can be read as it is.
void require_readable_schema(Database& database, const std::string& name);

/// Kind of a file, judged by its bytes.
enum class FileNature {
  archive,   ///< An archive or the remains of one: two of three marks in its header, or pages of an archive.
  database,  ///< An SQLite database that is not marked as an archive: one that was just begun, or that of
             ///< another program.
  other
};
[[nodiscard]] FileNature nature_of(const std::filesystem::path& file);

/// Throws ArchiveError if the file is a database of another program, or damaged beyond its first page. Reads
/// only, and makes no file next to it.
void require_no_other_program(const std::filesystem::path& file);

/// Throws DatabaseError (Fault::damaged) unless the structure of `file`, open in `database`, is sound. Reads
/// all of it.
void require_sound(Database& database, const std::filesystem::path& file);

}  // namespace jam::archive
