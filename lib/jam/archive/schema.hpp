// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The tables of an archive and their versions. PRAGMA application_id marks the file as ours, PRAGMA user_version counts the schema; a list
// of migrations leads from each version to the next, from an empty file on. Inside jam_archive only; docs/formats.md defines the tables.
#pragma once

#include <filesystem>
#include <string>

#include "jam/archive/database.hpp"

namespace jam::archive {

/// `JAMP` in ASCII.
inline constexpr long long application_id = 0x4A414D50;

/// Version that this code writes, and the newest that it reads.
[[nodiscard]] int schema_version();

/// Brings a database that is open for writing to schema_version(). Throws ArchiveError, naming `name`, for the database of another program
/// and for a newer schema.
void migrate(Database& database, const std::string& name);

/// Throws ArchiveError unless the database can be read as it is.
void require_readable_schema(Database& database, const std::string& name);

/// Throws DatabaseError (Trouble::damaged) unless the structure of `file`, open in `database`, is sound. Reads all of it.
void require_sound(Database& database, const std::filesystem::path& file);

}  // namespace jam::archive
