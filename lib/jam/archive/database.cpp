// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/archive/database.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <cmath>
#include <utility>

#include "jam/io/text_table.hpp"

namespace jam::archive {
namespace {

/// `code` is an extended one.
Fault fault_of(int code) {
  // SQLite reports only a full disk as SQLITE_FULL; at a limit on the size of files, writing fails otherwise.
  if (code == SQLITE_IOERR_WRITE || code == SQLITE_IOERR_SHMSIZE) return Fault::full;
  switch (code & 0xff) {
    case SQLITE_ERROR:  // The statements are correct, so the tables are not.
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB: return Fault::damaged;
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return Fault::locked;
    case SQLITE_FULL: return Fault::full;
    case SQLITE_CANTOPEN:
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH: return Fault::unopened;
    default: return Fault::other;
  }
}

[[noreturn]] void fail(sqlite3* handle, int code) {
  const std::string message = handle == nullptr ? sqlite3_errstr(code) : sqlite3_errmsg(handle);
  throw DatabaseError(fault_of(code), message);
}

/// A path as part of a URI: SQLite opens as immutable only what is given as one.
std::string uri_of(const std::filesystem::path& file, const char* query) {
  std::string uri = "file:";
  for (const char c : std::filesystem::absolute(file).string()) {
    const bool special = c == '?' || c == '#' || c == '%';
    uri += special ? fmt::format("%{:02X}", static_cast<unsigned>(c)) : std::string(1, c);
  }
  return uri + query;
}

}  // namespace

DatabaseError::DatabaseError(Fault fault, const std::string& message)
    : std::runtime_error(io::printable(message)), fault_(fault) {}

Database::Database(const std::filesystem::path& file, Access access, double patience) {
  int flags = SQLITE_OPEN_URI | SQLITE_OPEN_EXRESCODE;
  // Readers, too, open the file for writing: only a connection that may write removes the files that SQLite
  // left next to it. If writing is not allowed, SQLite opens the file for reading.
  flags |= access == Access::immutable ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
  if (access == Access::write) flags |= SQLITE_OPEN_CREATE;
  if (access == Access::memory) flags |= SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY;
  const std::string uri =
      access == Access::memory ? ":memory:" : uri_of(file, access == Access::immutable ? "?immutable=1" : "");
  const int status = sqlite3_open_v2(uri.c_str(), &handle_, flags, nullptr);
  try {
    if (status != SQLITE_OK) fail(handle_, status);
    sqlite3_busy_timeout(handle_, static_cast<int>(std::lround(patience * 1000)));
    // The file is not trusted: its schema runs no code, and cells that do not fit their page are found when
    // they are read.
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
    run("PRAGMA cell_size_check = ON; PRAGMA foreign_keys = ON");
    // A committed result outlives a power cut.
    if (access == Access::write) run("PRAGMA synchronous = FULL");
    if (access == Access::read || access == Access::immutable) run("PRAGMA query_only = ON");
  } catch (...) {
    sqlite3_close_v2(handle_);
    throw;
  }
}

Database::~Database() { sqlite3_close_v2(handle_); }

Database::Database(Database&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}

void Database::mark_sound() { sqlite3_db_config(handle_, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, nullptr); }

void Database::salvage() {
  // SQLite's own .recover does the same; nothing is written, the connection is for queries only.
  sqlite3_db_config(handle_, SQLITE_DBCONFIG_DEFENSIVE, 0, nullptr);
  sqlite3_db_config(handle_, SQLITE_DBCONFIG_WRITABLE_SCHEMA, 1, nullptr);
  run("PRAGMA cell_size_check = OFF");  // A damaged cell would hide all others of its page.
}

void Database::run(const std::string& sql) {
  const int status = sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr);
  if (status != SQLITE_OK) fail(handle_, status);
}

long long Database::integer(const std::string& sql) {
  Statement statement(*this, sql);
  return statement.step() ? statement.integer(0) : 0;
}

std::string Database::text(const std::string& sql) {
  Statement statement(*this, sql);
  return statement.step() ? statement.text(0) : std::string();
}

Statement::Statement(Database& database, const std::string& sql) : database_(database) {
  check(sqlite3_prepare_v2(database.handle(), sql.c_str(), -1, &handle_, nullptr));
}

Statement::~Statement() { sqlite3_finalize(handle_); }

void Statement::check(int status) const {
  if (status != SQLITE_OK) fail(database_.handle(), status);
}

// SQLite binds NULL for a null pointer.

void Statement::bind_at(int parameter, std::string_view text) {
  check(sqlite3_bind_text64(handle_, parameter, text.empty() ? "" : text.data(), text.size(), SQLITE_STATIC,
                            SQLITE_UTF8));
}

void Statement::bind_at(int parameter, Bytes value) {
  const std::string_view bytes = value.bytes;
  check(sqlite3_bind_blob64(handle_, parameter, bytes.empty() ? "" : bytes.data(), bytes.size(),
                            SQLITE_STATIC));
}

void Statement::bind_at(int parameter, long long number) {
  check(sqlite3_bind_int64(handle_, parameter, number));
}

void Statement::bind_at(int parameter, double number) {
  check(sqlite3_bind_double(handle_, parameter, number));
}

bool Statement::step() {
  const int status = sqlite3_step(handle_);
  if (status != SQLITE_ROW && status != SQLITE_DONE) fail(database_.handle(), status);
  return status == SQLITE_ROW;
}

std::string Statement::text(int column) const {
  const void* bytes = sqlite3_column_blob(handle_, column);
  const int size = sqlite3_column_bytes(handle_, column);
  return bytes == nullptr ? std::string() : std::string(static_cast<const char*>(bytes), size);
}

long long Statement::integer(int column) const { return sqlite3_column_int64(handle_, column); }

double Statement::real(int column) const { return sqlite3_column_double(handle_, column); }

Transaction::Transaction(Database& database) : database_(database) { database.run("BEGIN IMMEDIATE"); }

Transaction::~Transaction() {
  // If SQLite has rolled back by itself after an error, this call fails without consequence.
  if (open_) sqlite3_exec(database_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void Transaction::commit() {
  database_.run("COMMIT");
  open_ = false;
}

}  // namespace jam::archive
