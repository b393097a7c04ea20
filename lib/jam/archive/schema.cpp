// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/archive/schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <istream>
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
  Statement statement(
      database,
      "SELECT type || ' ' || name || ' ' || tbl_name || ' ' || coalesce(sql, '') FROM sqlite_master");
  while (statement.step()) tables.insert(statement.text(0));
  return tables;
}

/// The tables of an archive of this version. If the version is newer than this code, only the known tables.
std::set<std::string> tables_of_archive(long long version) {
  Database fresh("", Access::memory, 0);
  for (std::size_t k = 0; k < migrations.size() && static_cast<long long>(k) < version; ++k)
    fresh.run(migrations.at(k));
  return tables_of(fresh);
}

/// Version that this code writes, and the newest that it reads.
constexpr long long schema_version = migrations.size();

/// `JAMP` in ASCII.
constexpr long long application_id = 0x4A414D50;

struct Marks {
  long long application;
  long long version;
  bool empty;  ///< No tables at all, and no mark of a program.
};

Marks marks_of(Database& database) {
  // All in one transaction: another process may be making the tables. A savepoint may be within a transaction
  // or begin one.
  database.run("SAVEPOINT marks");
  const long long application = database.integer("PRAGMA application_id");
  const long long version = database.integer("PRAGMA user_version");
  const Marks marks{application, version,
                    application == 0 && database.integer("SELECT count(*) FROM sqlite_master") == 0};
  database.run("RELEASE marks");
  return marks;
}

[[noreturn]] void fail_other_program(const std::string& name) {
  throw ArchiveError(name + ": is the database of another program, not an archive: name another file");
}

bool is_of_other_program(const Marks& marks) {
  const bool fresh = marks.empty && marks.version == 0;
  return !fresh && marks.application != application_id;
}

void check(const Marks& marks, const std::string& name) {
  if (is_of_other_program(marks)) fail_other_program(name);
  if (marks.version > schema_version) {
    throw ArchiveError(
        fmt::format("{}: was written by a newer version (schema {}, this one knows up to {}): use that "
                    "version, or name another archive",
                    name, marks.version, schema_version));
  }
}

// The marks in the header of an SQLite database (its file format, section 1.3): the first bytes, the
// fractions of a page that a cell may take, which are constants, and PRAGMA application_id.
constexpr std::string_view magic("SQLite format 3\0", 16);
constexpr std::string_view fractions = "\x40\x20\x20";
constexpr std::size_t fractions_place = 21;
constexpr std::string_view our_id = "JAMP";
constexpr std::size_t id_place = 68;
constexpr std::size_t page_size = 4096;

/// Kind of a page other than the first one, sections 1.6 and 1.7 of the format.
enum class PageKind { tree, overflow, none };

PageKind kind_of(const std::string& page, std::size_t number, std::size_t page_count) {
  const auto byte = [&](std::size_t place) {
    return static_cast<std::size_t>(static_cast<unsigned char>(page[place]));
  };
  const auto word = [&](std::size_t place) { return byte(place) << 8U | byte(place + 1); };
  // A page of a B-tree: its kind, the first free block, the number of cells, the begin of their content,
  // fragmented bytes; in an inner page also its last child; then the place of each cell.
  const bool inner = byte(0) == 2 || byte(0) == 5;
  const std::size_t cells = word(3), content = word(5), header = inner ? 12 : 8;
  if ((inner || byte(0) == 10 || byte(0) == 13) && word(1) < page_size && header + 2 * cells <= content &&
      content <= page_size && byte(7) <= 60) {
    bool sound = cells > 0 || content == page_size;
    for (std::size_t k = 0; k < cells; ++k) {
      const std::size_t cell = word(header + 2 * k);
      sound = sound && content <= cell && cell < page_size;
    }
    if (sound) return PageKind::tree;
  }
  // An overflow page: the number of the page that continues it, or 0, then text.
  const std::size_t next = word(0) << 16U | word(2);
  return next <= page_count && next != 1 && next != number && byte(4) != 0 ? PageKind::overflow
                                                                           : PageKind::none;
}

/// Whether the rest of a file, from its second page on, belongs to an archive: the pages are whole, it has
/// the roots of the four tables and indices or the same number of others, and most of the first thousand
/// pages are pages of a database.
bool has_pages(std::istream& stream, std::uintmax_t file_size) {
  constexpr std::size_t root_count = 4, sample = 1000;
  if (file_size % page_size != 0) return false;
  const std::size_t page_count = file_size / page_size;
  std::size_t trees = 0, known = 0, number = 2;
  std::string page(page_size, '\0');
  for (; number <= std::min(page_count, sample) && stream.read(page.data(), page_size); ++number) {
    const PageKind kind = kind_of(page, number, page_count);
    trees += kind == PageKind::tree ? 1 : 0;
    known += kind != PageKind::none ? 1 : 0;
  }
  return trees >= root_count && 2 * known > number - 2;
}

}  // namespace

void require_readable_schema(Database& database, const std::string& name) {
  const Marks marks = marks_of(database);
  check(marks, name);
  if (marks.version < schema_version) {
    throw ArchiveError(name +
                       ": holds no results yet, or is of an older version that has to be opened for writing "
                       "first: a search does that");
  }
}

void require_no_other_program(const std::filesystem::path& file) {
  bool of_other = false;
  try {
    Database database(file, Access::immutable, 0);
    of_other = is_of_other_program(marks_of(database));
  } catch (const DatabaseError& error) {
    // An archive without its mark has not got beyond its first page.
    std::error_code unknown;
    of_other =
        error.fault() == Fault::damaged && std::filesystem::file_size(file, unknown) > page_size && !unknown;
  }
  // An immutable database is read without a lock: another process may be writing the first tables, and may
  // have set the mark since.
  if (of_other && nature_of(file) != FileNature::archive) fail_other_program(file.string());
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
  for (auto version = static_cast<std::size_t>(marks.version); version < migrations.size(); ++version)
    database.run(migrations.at(version));
  database.run(
      fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", application_id, schema_version));
  transaction.commit();
}

FileNature nature_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return FileNature::archive;  // SQLite says why it cannot be read.
  std::string page(page_size, '\0');
  stream.read(page.data(), page_size);
  page.resize(stream.gcount());
  std::size_t same = 0;
  for (std::size_t k = 0; k < std::min(magic.size(), page.size()); ++k) same += page[k] == magic[k] ? 1 : 0;
  const auto has = [&](std::size_t place, std::string_view mark) {
    return page.size() >= place + mark.size() && std::string_view(page).substr(place, mark.size()) == mark;
  };
  if (page.size() < fractions_place + fractions.size())
    return same == std::min(magic.size(), page.size()) ? FileNature::archive : FileNature::other;
  const bool has_id = has(id_place, our_id);
  // One mark may be chance, or a text about SQLite.
  const int marks = (same >= 12 ? 1 : 0) + (has(fractions_place, fractions) ? 1 : 0) + (has_id ? 1 : 0);
  std::error_code error;
  if (marks < 2)
    return has_pages(stream, std::filesystem::file_size(file, error)) ? FileNature::archive
                                                                      : FileNature::other;
  return has_id || page.size() < id_place + our_id.size() ? FileNature::archive : FileNature::database;
}

void require_sound(Database& database, const std::filesystem::path& file) {
  // SQLite reads the missing end of a last page as zeros. While there is a log, the file may be older than
  // the log.
  const std::filesystem::path log = file.string() + "-wal";
  std::error_code error;
  const bool complete = !std::filesystem::exists(log, error) || std::filesystem::file_size(log, error) == 0;
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  if (complete && !error && size % static_cast<std::uintmax_t>(database.integer("PRAGMA page_size")) != 0) {
    throw DatabaseError(Fault::damaged, "it ends within a page");
  }
  // The quick check does not compare the index with its table, and the best result is found by the index.
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
