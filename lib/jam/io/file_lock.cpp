// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/io/file_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <chrono>
#include <thread>

namespace jam::io {

namespace {

int open_file_or_folder(const std::filesystem::path& path) {
  std::error_code error;
  const bool folder = std::filesystem::is_directory(path, error);
  return ::open(path.c_str(), O_CLOEXEC | (folder ? O_RDONLY | O_DIRECTORY : O_RDWR | O_CREAT), 0666);
}

}  // namespace

FileLock::FileLock(const std::filesystem::path& path) : file_(open_file_or_folder(path)) {}

bool FileLock::acquire(double patience, StopQuery stop) const {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  while (flock(descriptor(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR)
      return false;  // The file system has no locks, or the file is not open.
    if (stop.stopped() || std::chrono::duration<double>(Clock::now() - begin).count() > patience)
      return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return true;
}

bool FileLock::taken(double patience) const { return opened() && !acquire(patience) && errno == EWOULDBLOCK; }

}  // namespace jam::io
