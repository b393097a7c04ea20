// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "jam/core/stop_query.hpp"

namespace jam::campaign {

/// One campaign works in a folder at a time. The lock belongs to the processes that have the file open, children too: a campaign that
/// follows upon one that was killed waits until the searches of that one have written what they have.
class FolderLock {
 public:
  /// Waits for others, at most `patience` [s]. Throws InputError where one still works then, or where the folder cannot be written.
  FolderLock(const std::filesystem::path& folder, double patience, StopQuery stop);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

  /// For children to keep open.
  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  int descriptor_ = -1;
};

}  // namespace jam::campaign
