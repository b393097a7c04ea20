// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// SQLite with lifetimes: a connection, a statement, a transaction that is rolled back unless it is committed.
// Inside jam_archive only.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace jam::archive {

/// The errors of SQLite, by what can be done about them.
enum class Fault {
  damaged,   ///< The file is no database, or a broken one.
  locked,    ///< Another process held the file longer than the patience of the connection.
  full,      ///< Disk full, or a limit on the size of files.
  unopened,  ///< The file or its folder cannot be opened, created or written.
  other,
};

class DatabaseError : public std::runtime_error {
 public:
  /// Replaces unprintable characters in `message` by "?": messages of SQLite quote damaged bytes.
  DatabaseError(Fault fault, const std::string& message);
  [[nodiscard]] Fault fault() const noexcept { return fault_; }

 private:
  Fault fault_;
};

/// How a file is opened.
enum class Access {
  write,      ///< Reading and writing; the file is made where there is none.
  read,       ///< Reading; SQLite makes files of its own next to it meanwhile, if it can.
  immutable,  ///< Reading a file that no process changes, in a folder where nothing can be written.
  memory,     ///< A database of its own without a file.
};

/// A connection. Members throw DatabaseError.
class Database {
 public:
  /// Waits up to `patience` [s] wherever another process holds the file.
  Database(const std::filesystem::path& file, Access access, double patience);
  ~Database();
  Database(Database&& other) noexcept;
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  /// Lets closing move SQLite's log into the file. Until the file is known to be sound, whatever is wrong
  /// stays as it was found.
  void mark_sound();

  /// Lets queries read what can be read of a damaged file: otherwise SQLite refuses one that is shorter than
  /// it should be, and pages of which one cell is damaged.
  void salvage();

  /// Runs statements without results.
  void run(const std::string& sql);

  /// The single value of a query, as a whole number or as text.
  [[nodiscard]] long long integer(const std::string& sql);
  [[nodiscard]] std::string text(const std::string& sql);

  [[nodiscard]] sqlite3* handle() const { return handle_; }

 private:
  sqlite3* handle_ = nullptr;
};

/// Bytes that need be no text.
struct Bytes {
  std::string_view bytes;
};

/// A prepared statement. Columns count from 0, as in SQLite.
class Statement {
 public:
  Statement(Database& database, const std::string& sql);
  ~Statement();
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  /// Binds all parameters, in their order: texts, Bytes, long long, double. They must outlive the statement.
  template <class... Values>
  void bind(const Values&... values) {
    int parameter = 0;
    (bind_at(++parameter, values), ...);
  }

  /// Goes to the next row; false after the last one.
  bool step();

  [[nodiscard]] std::string text(int column) const;  ///< Text or bytes.
  [[nodiscard]] long long integer(int column) const;
  [[nodiscard]] double real(int column) const;

 private:
  void check(int status) const;
  void bind_at(int parameter, std::string_view text);
  void bind_at(int parameter, Bytes value);
  void bind_at(int parameter, long long number);
  void bind_at(int parameter, double number);

  Database& database_;
  sqlite3_stmt* handle_ = nullptr;
};

/// From construction on no other process writes.
class Transaction {
 public:
  explicit Transaction(Database& database);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit();

 private:
  Database& database_;
  bool open_ = true;
};

}  // namespace jam::archive
