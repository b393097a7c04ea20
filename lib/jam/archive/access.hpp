// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// One access to an archive: open, check, do something, close; from SQLite's errors to ArchiveErrors. Inside jam_archive only.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <utility>

#include "jam/archive/archive.hpp"
#include "jam/archive/database.hpp"
#include "jam/archive/schema.hpp"
#include "jam/archive/set_aside.hpp"

namespace jam::archive {

/// What an archive is opened for: advice differs.
enum class Purpose {
  write,   ///< Results enter.
  read,    ///< It is looked at.
  salvage  ///< Whatever can be read of it is taken over elsewhere.
};

/// Throws the ArchiveError for what SQLite reported, with advice.
[[noreturn]] void fail_access(const std::filesystem::path& file, const DatabaseError& error, Purpose purpose);

/// Repeats `action` while another process holds the file, also where SQLite itself would not wait.
template <class Action>
auto patiently(double patience, Action&& action) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(patience);
  for (;;) {
    try {
      return action();
    } catch (const DatabaseError& error) {
      if (error.trouble() != Trouble::locked || std::chrono::steady_clock::now() >= end) throw;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

/// Runs `action`. Where it finds that the archive is the wrong one, the file is sound nevertheless.
template <class Action>
auto settling(Database& database, Action&& action) {
  try {
    return action();
  } catch (const ArchiveError&) {
    database.settle();
    throw;
  }
}

/// Calls that write.
class Writing {
 public:
  explicit Writing(Archive& archive) : archive_(archive), file_(archive.file_) {}

  template <class Action>
  auto run(Action&& action) {
    try {
      make_folder();
      try {
        return attempt(action);
      } catch (const DatabaseError& error) {
        if (error.trouble() != Trouble::damaged) throw;
        replace(error.what());
      }
      return attempt(action);
    } catch (const DatabaseError& error) {
      fail_access(file_, error, Purpose::write);
    } catch (const std::filesystem::filesystem_error& error) {
      throw ArchiveError(file_.string() + ": " + error.code().message() + ": check the permissions of its folder, or name another archive");
    }
  }

 private:
  template <class Action>
  auto attempt(Action& action) {
    return patiently(archive_.settings_.patience, [&] {
      Database database(file_, Access::write, archive_.settings_.patience);
      settling(database, [&] { migrate(database, file_.string()); });
      if (!archive_.checked_) require_sound(database, file_);
      archive_.checked_ = true;
      database.settle();
      return action(database);
    });
  }

  void make_folder() const {
    const std::filesystem::path folder = file_.parent_path();
    if (!folder.empty() && !std::filesystem::exists(folder)) std::filesystem::create_directories(folder);
  }

  void replace(const std::string& damage) {
    archive_.checked_ = false;
    const auto still_damaged = [&] {
      try {
        Database database(file_, Access::write, archive_.settings_.patience);
        migrate(database, file_.string());
        require_sound(database, file_);
        database.settle();
        return false;
      } catch (const DatabaseError& error) {
        if (error.trouble() != Trouble::damaged) throw;
        return true;
      }
    };
    const auto aside = set_aside(file_, still_damaged);
    if (aside) {
      archive_.settings_.warn("the archive " + file_.string() + " is damaged (" + damage + "): it was set aside as " + aside->string() +
                              ", and a fresh one is begun");
    }
  }

  Archive& archive_;
  const std::filesystem::path& file_;
};

/// Calls that only read.
class Reading {
 public:
  /// With `salvage`, also of a damaged file whatever can be read.
  explicit Reading(const Archive& archive, bool salvage = false) : archive_(archive), file_(archive.file_), salvage_(salvage) {}

  template <class Action>
  auto run(Action&& action) const {
    try {
      if (!std::filesystem::exists(file_)) {
        throw ArchiveError(file_.string() +
                           ": there is no archive: " + (salvage_ ? "check the name" : "a search makes one, or name another file"));
      }
      return patiently(archive_.settings_.patience, [&] {
        Database database = open();
        return settling(database, [&] {
          require_readable_schema(database, file_.string());
          auto result = action(database);
          if (!salvage_) database.settle();
          return result;
        });
      });
    } catch (const DatabaseError& error) {
      fail_access(file_, error, salvage_ ? Purpose::salvage : Purpose::read);
    } catch (const std::filesystem::filesystem_error& error) {
      throw ArchiveError(file_.string() + ": " + error.code().message() + ": check the name and the permissions");
    }
  }

  /// Tells of a row that is left out.
  void warn(const std::string& fault) const { archive_.settings_.warn(file_.string() + ": " + fault + "; it is left out"); }

 private:
  [[nodiscard]] Database open() const {
    try {
      Database database(file_, Access::read, archive_.settings_.patience);
      if (salvage_) database.salvage();
      // The first access to the file itself.
      static_cast<void>(database.integer("PRAGMA user_version"));
      return database;
    } catch (const DatabaseError& error) {
      // In a folder where nothing can be written, a database in WAL mode cannot be read in the usual way. Nobody writes there either, and
      // without a log the file is complete.
      if (error.trouble() != Trouble::unopened || std::filesystem::exists(file_.string() + "-wal")) throw;
    }
    return {file_, Access::immutable, 0};
  }

  const Archive& archive_;
  const std::filesystem::path& file_;
  bool salvage_;
};

}  // namespace jam::archive
