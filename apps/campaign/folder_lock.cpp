// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "campaign/folder_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <system_error>
#include <thread>

#include "jam/core/error.hpp"

namespace jam::campaign {

FolderLock::FolderLock(const std::filesystem::path& folder, double patience, StopQuery stop) {
  using Clock = std::chrono::steady_clock;
  const std::filesystem::path file = folder / "campaign.lock";
  descriptor_ = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor_ < 0) {
    throw InputError(file.string() + ": cannot be written: " + std::generic_category().message(errno) + ": check the folder's permissions");
  }
  const auto end = Clock::now() + std::chrono::duration<double>(patience);
  while (flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    if (Clock::now() > end || stop.stopped()) {
      close(descriptor_);
      throw InputError(folder.string() + ": another campaign works in this folder: wait for it or end it, or name another folder");
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

FolderLock::~FolderLock() { close(descriptor_); }

}  // namespace jam::campaign
