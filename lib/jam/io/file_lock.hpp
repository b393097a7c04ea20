// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "jam/core/stop_query.hpp"
#include "jam/io/descriptor.hpp"

namespace jam::io {

/// A lock (flock) on a file or a folder among processes, held until it is destroyed. Every process that has
/// the descriptor open holds it: a child that keeps the descriptor open holds the lock until the child ends.
class FileLock {
 public:
  /// Opens the folder, or the file, which is made if it does not exist. On failure `opened()` is false, and
  /// errno says why.
  explicit FileLock(const std::filesystem::path& path);

  [[nodiscard]] bool opened() const { return file_.opened(); }

  /// Waits until other processes have released the lock: at most `patience` [s] (infinity: no limit), and
  /// until `stop` asks for the end. Returns whether this process holds it.
  [[nodiscard]] bool acquire(double patience, StopQuery stop = {}) const;

  /// Waits like acquire(). Returns whether another process still holds the lock; false if the file system
  /// has no locks.
  [[nodiscard]] bool taken(double patience) const;

  /// The open file: for children to keep open, and for fsync.
  [[nodiscard]] int descriptor() const { return file_.number(); }

 private:
  Descriptor file_;
};

}  // namespace jam::io
