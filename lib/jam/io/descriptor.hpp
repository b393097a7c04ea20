// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// An open file of POSIX, for code that needs more than streams: locks, fsync, reads that never block.
#pragma once

#include <cerrno>
#include <utility>

#include <unistd.h>

namespace jam::io {

/// Owns a file descriptor and closes it at the end. It may be moved, not copied.
class Descriptor {
 public:
  /// Takes what ::open() returned; errno then says why it is not opened().
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { static_cast<void>(close()); }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}

  [[nodiscard]] bool opened() const { return number_ >= 0; }
  [[nodiscard]] int number() const { return number_; }

  /// Closes; network file systems report a full disk only here. Returns 0 or the error (errno).
  [[nodiscard]] int close() {
    const int closed = std::exchange(number_, -1);
    return closed < 0 || ::close(closed) == 0 || errno == EINTR ? 0 : errno;
  }

 private:
  int number_;
};

}  // namespace jam::io
