// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// SQLite with lifetimes: a connection, a statement, a transaction that is rolled back unless it is committed. Inside jam_archive only.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace jam::archive {

/// What SQLite reported, by what can be done about it.
enum class Trouble {
  damaged,   ///< The file is no database, or a broken one.
  locked,    ///< Another process held it longer than the patience of the connection.
  full,      ///< Disk full, or a limit on the size of files.
  unopened,  ///< The file or its folder cannot be opened, created or written.
  other,
};

class DatabaseError : public std::runtime_error {
 public:
  /// SQLite's messages quote what is damaged; of `message`, only what is printable is kept.
  DatabaseError(Trouble trouble, const std::string& message);
  [[nodiscard]] Trouble trouble() const noexcept { return trouble_; }

 private:
  Trouble trouble_;
};

/// How a file is opened.
enum class Access {
  write,      ///< Reading and writing; the file is made where there is none.
  read,       ///< Reading; SQLite makes its own files beside it for the time, where it can.
  immutable,  ///< Reading a file that nobody changes, in a folder where nothing can be written.
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

  /// The file turned out to be sound. Before that, closing does not move SQLite's log into it: whatever is wrong stays as it was found.
  void settle();

  /// Reads what can be read of a damaged file: SQLite else refuses one that is shorter than it should be altogether.
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

/// A prepared statement. What is bound must live until the statement ends. Columns and parameters count from 0 and 1, as in SQLite.
class Statement {
 public:
  Statement(Database& database, const std::string& sql);
  ~Statement();
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  Statement& bind(int parameter, std::string_view text);
  Statement& bind_bytes(int parameter, std::string_view bytes);
  Statement& bind(int parameter, long long number);
  Statement& bind(int parameter, double number);

  /// Goes to the next row; false after the last one.
  bool step();

  [[nodiscard]] std::string text(int column) const;  ///< Text or bytes.
  [[nodiscard]] long long integer(int column) const;
  [[nodiscard]] double real(int column) const;

 private:
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
