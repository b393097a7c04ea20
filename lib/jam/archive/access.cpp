// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/archive/access.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <optional>
#include <string>
#include <thread>

#include <unistd.h>

#include "jam/archive/schema.hpp"
#include "jam/io/file_lock.hpp"

namespace jam::archive {
namespace {

namespace fs = std::filesystem;

/// Throws the ArchiveError for an error of SQLite; `on_damage` is the advice on a damaged file.
[[noreturn]] void fail_access(const fs::path& file, const DatabaseError& error, const char* on_damage) {
  const char* advice = "name another archive";
  switch (error.fault()) {
    case Fault::damaged: advice = on_damage; break;
    case Fault::locked: advice = "another process holds the archive; try again once it is done"; break;
    case Fault::full:
      advice = "free some space, or name an archive elsewhere; what it holds is untouched";
      break;
    case Fault::unopened:
      advice = "check the name and the permissions of file and folder, or name another archive";
      break;
    case Fault::other: break;
  }
  throw ArchiveError(fmt::format("{}: {}: {}", file.string(), error.what(), advice));
}

/// Repeats `action` while another process holds the file.
void patiently(double patience, const std::function<void()>& action) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(patience);
  for (;;) {
    try {
      return action();
    } catch (const DatabaseError& error) {
      if (error.fault() != Fault::locked || std::chrono::steady_clock::now() >= end) throw;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

/// The order matters: a log without its database would be applied to the next database of that name.
constexpr std::array<const char*, 3> suffixes = {"-wal", "-shm", ""};

bool exists(const fs::path& file) { return fs::exists(fs::symlink_status(file)); }

/// Renames a database and the files that SQLite keeps next to it to FILE.corrupt-K, with the smallest K for
/// which none of these names is taken. Processes that find the damage at the same time wait for each other:
/// `still_damaged` is called under a lock, and if it returns false, nothing happens. Returns the new name.
/// Throws std::filesystem::filesystem_error where renaming fails.
std::optional<fs::path> set_aside(const fs::path& file, const std::function<bool()>& still_damaged) {
  // Not a symbolic link is damaged, but the file that it points to.
  const std::string target = fs::weakly_canonical(fs::absolute(file)).string();
  const io::FileLock lock(fs::path(target).parent_path());
  // A file system without locks does without.
  static_cast<void>(lock.acquire(std::numeric_limits<double>::infinity()));
  if (!still_damaged()) return std::nullopt;
  std::string aside;
  const auto taken = [&](const char* suffix) { return exists(aside + suffix); };
  for (int k = 1; k == 1 || std::any_of(suffixes.begin(), suffixes.end(), taken); ++k)
    aside = fmt::format("{}.corrupt-{}", target, k);
  for (const std::string suffix : suffixes) {
    if (exists(target + suffix)) fs::rename(target + suffix, aside + suffix);
  }
  // New names are on the disk once the folder is.
  if (lock.opened()) static_cast<void>(::fsync(lock.descriptor()));
  return aside;
}

/// Opens a database for writing and makes it an archive of this version.
Database open_for_writing(const fs::path& file, double patience, bool check) {
  Database database(file, Access::write, patience);
  try {
    migrate(database, file.string());
  } catch (const ArchiveError&) {
    database.mark_sound();  // But another program's, or too new.
    throw;
  }
  if (check) require_sound(database, file);
  database.mark_sound();
  return database;
}

Database open_for_reading(const fs::path& file, double patience, bool salvage) {
  try {
    Database database(file, Access::read, patience);
    if (salvage) database.salvage();
    // The first access to the file itself.
    static_cast<void>(database.integer("PRAGMA user_version"));
    return database;
  } catch (const DatabaseError& error) {
    // In a folder where nothing can be written, a database in WAL mode cannot be read in the usual way. No
    // process writes there either, and without a log the file is complete.
    if (error.fault() != Fault::unopened || fs::exists(file.string() + "-wal")) throw;
  }
  return {file, Access::immutable, 0};
}

}  // namespace

void require_archive_or_nothing(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error) || fs::file_size(file, error) == 0 || error) return;
  const FileNature nature = nature_of(file);
  if (nature == FileNature::other)
    throw ArchiveError(file.string() + ": is not an archive and was left as it is: name another file");
  if (nature == FileNature::database) require_no_other_program(file);
}

void write_archive(const fs::path& file, const Settings& settings, bool& checked, const Action& action) {
  const auto attempt = [&] {
    patiently(settings.patience, [&] {
      Database database = open_for_writing(file, settings.patience, !checked);
      checked = true;
      action(database);
    });
  };
  const auto still_damaged = [&] {
    try {
      static_cast<void>(open_for_writing(file, settings.patience, true));
      return false;
    } catch (const DatabaseError& error) {
      if (error.fault() != Fault::damaged) throw;
      return true;
    }
  };
  try {
    const fs::path folder = file.parent_path();
    if (!folder.empty() && !fs::exists(folder)) fs::create_directories(folder);
    if (!checked) require_archive_or_nothing(file);  // SQLite would take a file of one byte for an empty one.
    try {
      return attempt();
    } catch (const DatabaseError& error) {
      if (error.fault() != Fault::damaged) throw;
      checked = false;
      if (const auto aside = set_aside(file, still_damaged)) {
        settings.warn(
            fmt::format("the archive {} is damaged ({}): it was set aside as {}, and a new one is begun",
                        file.string(), error.what(), aside->string()));
      }
    }
    attempt();
  } catch (const DatabaseError& error) {
    fail_access(file, error, "the archive is damaged; the next search sets it aside and begins a new one");
  } catch (const fs::filesystem_error& error) {
    throw ArchiveError(fmt::format("{}: {}: check the permissions of its folder, or name another archive",
                                   file.string(), error.code().message()));
  }
}

void read_archive(const fs::path& file, const Settings& settings, bool salvage, const Action& action) {
  try {
    if (!fs::exists(file)) {
      throw ArchiveError(file.string() + ": there is no archive: " +
                         (salvage ? "check the name" : "a search makes one, or name another file"));
    }
    require_archive_or_nothing(file);  // SQLite would take a file of one byte for an empty one.
    patiently(settings.patience, [&] {
      Database database = open_for_reading(file, settings.patience, salvage);
      try {
        require_readable_schema(database, file.string());
        action(database);
      } catch (const ArchiveError&) {
        database.mark_sound();
        throw;
      }
      if (!salvage) database.mark_sound();
    });
  } catch (const DatabaseError& error) {
    fail_access(file, error,
                salvage
                    ? "it is damaged, and nothing of it can be read; leave it out, or take a copy of it"
                    : "it is damaged; `archive merge` takes over what can still be read, into another one");
  } catch (const fs::filesystem_error& error) {
    throw ArchiveError(
        fmt::format("{}: {}: check the name and the permissions", file.string(), error.code().message()));
  }
}

}  // namespace jam::archive
