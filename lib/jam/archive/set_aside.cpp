// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/archive/set_aside.hpp"

#include <algorithm>
#include <array>
#include <string>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace jam::archive {
namespace {

namespace fs = std::filesystem;

/// The order matters: a log that stayed behind while its database went would be applied to the next database of that name.
constexpr std::array<const char*, 3> suffixes = {"-wal", "-shm", ""};

/// A lock on a folder, as long as it lives; none where the file system has no such locks.
class FolderLock {
 public:
  explicit FolderLock(const fs::path& folder) : descriptor_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (descriptor_ >= 0) static_cast<void>(::flock(descriptor_, LOCK_EX));
  }
  ~FolderLock() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

  /// New names are on the disk once the folder is.
  void flush() const {
    if (descriptor_ >= 0) static_cast<void>(::fsync(descriptor_));
  }

 private:
  int descriptor_;
};

fs::path with_suffix(const fs::path& file, const std::string& suffix) { return file.string() + suffix; }

bool taken(const fs::path& file) {
  return std::any_of(suffixes.begin(), suffixes.end(),
                     [&](const char* suffix) { return fs::exists(fs::symlink_status(with_suffix(file, suffix))); });
}

}  // namespace

std::optional<fs::path> set_aside(const fs::path& file, const std::function<bool()>& still_damaged) {
  // Of a symbolic link, the file that it points to is what is damaged.
  const fs::path target = fs::weakly_canonical(fs::absolute(file));
  const FolderLock lock(target.parent_path());
  if (!still_damaged()) return std::nullopt;
  int k = 1;
  while (taken(with_suffix(target, ".corrupt-" + std::to_string(k)))) ++k;
  const fs::path aside = with_suffix(target, ".corrupt-" + std::to_string(k));
  for (const char* suffix : suffixes) {
    const fs::path part = with_suffix(target, suffix);
    if (fs::exists(fs::symlink_status(part))) fs::rename(part, with_suffix(aside, suffix));
  }
  lock.flush();
  return aside;
}

}  // namespace jam::archive
