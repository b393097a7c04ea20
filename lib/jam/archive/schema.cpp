// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/archive/schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <set>
#include <string_view>
#include <system_error>

#include "jam/archive/archive.hpp"

namespace jam::archive {
namespace {

/// Entry k leads from version k to version k + 1. Entries are never changed, only added.
constexpr std::array<const char*, 1> migrations = {
    // Texts of packings are bytes: comments in them may be in any encoding.
    "CREATE TABLE problem ("
    " id TEXT PRIMARY KEY NOT NULL,"
    " kind TEXT NOT NULL,"
    " label TEXT NOT NULL,"
    " definition BLOB NOT NULL"
    ") WITHOUT ROWID;"
    "CREATE TABLE result ("
    " id INTEGER PRIMARY KEY AUTOINCREMENT,"
    " problem TEXT NOT NULL REFERENCES problem(id),"
    " count INTEGER NOT NULL,"
    " value REAL NOT NULL,"
    " seed TEXT NOT NULL,"
    " options TEXT NOT NULL,"
    " version TEXT NOT NULL,"
    " device TEXT NOT NULL,"
    " time TEXT NOT NULL,"
    " checksum TEXT NOT NULL,"
    " text BLOB NOT NULL"
    ");"
    "CREATE INDEX result_by_problem ON result(problem, value);"};

/// The definition of each table and index, as a text.
std::set<std::string> tables_of(Database& database) {
  std::set<std::string> tables;
  Statement statement(database, "SELECT type || ' ' || name || ' ' || tbl_name || ' ' || coalesce(sql, '') FROM sqlite_master");
  while (statement.step()) tables.insert(statement.text(0));
  return tables;
}

/// The tables of an archive of a version; of a newer one than this code knows, the known part of them.
std::set<std::string> tables_of_archive(long long version) {
  Database fresh("", Access::memory, 0);
  for (std::size_t k = 0; k < migrations.size() && static_cast<long long>(k) < version; ++k) fresh.run(migrations.at(k));
  return tables_of(fresh);
}

/// Version that this code writes, and the newest that it reads.
constexpr long long schema_version = migrations.size();

/// `JAMP` in ASCII.
constexpr long long application_id = 0x4A414D50;

struct Marks {
  long long application;
  long long version;
  bool empty;  ///< No tables at all.
};

Marks marks_of(Database& database) {
  // All in one transaction: another process may be making the tables. A savepoint may be within a transaction or begin one.
  database.run("SAVEPOINT marks");
  const Marks marks{database.integer("PRAGMA application_id"), database.integer("PRAGMA user_version"),
                    database.integer("SELECT count(*) FROM sqlite_master") == 0};
  database.run("RELEASE marks");
  return marks;
}

void check(const Marks& marks, const std::string& name) {
  const bool fresh = marks.empty && marks.application == 0 && marks.version == 0;
  if (!fresh && marks.application != application_id) {
    throw ArchiveError(name + ": is the database of another program, not an archive: name another file");
  }
  if (marks.version > schema_version) {
    throw ArchiveError(
        fmt::format("{}: was written by a newer version (schema {}, this one knows up to {}): use that version, or name another archive",
                    name, marks.version, schema_version));
  }
}

}  // namespace

void require_readable_schema(Database& database, const std::string& name) {
  const Marks marks = marks_of(database);
  check(marks, name);
  if (marks.version < schema_version) {
    throw ArchiveError(name +
                       ": holds no results yet, or is of an older version that has to be opened for writing first: a search does that");
  }
}

void migrate(Database& database, const std::string& name) {
  Marks marks = marks_of(database);
  check(marks, name);
  if (marks.version == schema_version) return;
  database.run("PRAGMA journal_mode = WAL");
  Transaction transaction(database);
  // Another process may have migrated it meanwhile.
  marks = marks_of(database);
  check(marks, name);
  for (auto version = static_cast<std::size_t>(marks.version); version < migrations.size(); ++version) database.run(migrations.at(version));
  database.run(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", application_id, schema_version));
  transaction.commit();
}

bool resembles_database(const std::filesystem::path& file) {
  constexpr std::string_view magic("SQLite format 3\0", 16);
  constexpr std::string_view our_id = "JAMP";
  constexpr std::size_t id_place = 68, page_size = 4096;
  std::ifstream stream(file, std::ios::binary);
  std::string page(page_size, '\0');
  for (bool first = true; stream.read(page.data(), page_size) || (first && stream.gcount() > 0); first = false) {
    page.resize(static_cast<std::size_t>(stream.gcount()));
    if (first) {
      std::size_t same = 0;
      for (std::size_t k = 0; k < std::min(magic.size(), page.size()); ++k) same += page[k] == magic[k] ? 1 : 0;
      if (same >= 12 || same == page.size() || (page.size() > id_place + 4 && page.compare(id_place, 4, our_id) == 0)) return true;
      continue;
    }
    // The header of a page of a B-tree: its kind, the first free block, the number of cells, the start of their content, fragmented bytes.
    const auto number = [&](std::size_t place) {
      return static_cast<std::size_t>(static_cast<unsigned char>(page[place]) << 8U | static_cast<unsigned char>(page[place + 1]));
    };
    const bool known_kind = std::string_view("\2\5\12\15").find(page[0]) != std::string_view::npos;
    if (known_kind && number(1) < page_size && number(3) < 1000 && number(5) >= 8 && number(5) <= page_size && page[7] >= 0 &&
        page[7] <= 60)
      return true;
  }
  return false;
}

void require_sound(Database& database, const std::filesystem::path& file) {
  // SQLite reads the missing end of a last page as zeros. While there is a log, the file may be behind it.
  const std::filesystem::path log = file.string() + "-wal";
  std::error_code error;
  const bool complete = !std::filesystem::exists(log, error) || std::filesystem::file_size(log, error) == 0;
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  if (complete && !error && size % static_cast<std::uintmax_t>(database.integer("PRAGMA page_size")) != 0) {
    throw DatabaseError(Fault::damaged, "it ends within a page");
  }
  // The quick check would not compare the index with its table, and the best result is found by the index.
  const std::string verdict = database.text("PRAGMA integrity_check(1)");
  if (verdict != "ok") throw DatabaseError(Fault::damaged, verdict);
  // The check above accepts any tables.
  const std::set<std::string> found = tables_of(database);
  const std::set<std::string> expected = tables_of_archive(database.integer("PRAGMA user_version"));
  if (!std::includes(found.begin(), found.end(), expected.begin(), expected.end())) {
    throw DatabaseError(Fault::damaged, "its tables are not those of an archive");
  }
}

}  // namespace jam::archive
