// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/archive/set_aside.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <string>

#include <unistd.h>

#include "jam/io/file_lock.hpp"

namespace jam::archive {
namespace {

namespace fs = std::filesystem;

/// The order matters: a log that stayed behind while its database went would be applied to the next database of that name.
constexpr std::array<const char*, 3> suffixes = {"-wal", "-shm", ""};

fs::path with_suffix(const fs::path& file, const std::string& suffix) { return file.string() + suffix; }

bool taken(const fs::path& file) {
  return std::any_of(suffixes.begin(), suffixes.end(),
                     [&](const char* suffix) { return fs::exists(fs::symlink_status(with_suffix(file, suffix))); });
}

}  // namespace

std::optional<fs::path> set_aside(const fs::path& file, const std::function<bool()>& still_damaged) {
  // Of a symbolic link, the file that it points to is what is damaged.
  const fs::path target = fs::weakly_canonical(fs::absolute(file));
  // Where the file system has no locks, without one.
  const io::FileLock lock(target.parent_path());
  static_cast<void>(lock.acquire(std::numeric_limits<double>::infinity()));
  if (!still_damaged()) return std::nullopt;
  int k = 1;
  while (taken(with_suffix(target, ".corrupt-" + std::to_string(k)))) ++k;
  const fs::path aside = with_suffix(target, ".corrupt-" + std::to_string(k));
  for (const char* suffix : suffixes) {
    const fs::path part = with_suffix(target, suffix);
    if (fs::exists(fs::symlink_status(part))) fs::rename(part, with_suffix(aside, suffix));
  }
  // New names are on the disk once the folder is.
  if (lock.opened()) static_cast<void>(::fsync(lock.descriptor()));
  return aside;
}

}  // namespace jam::archive
