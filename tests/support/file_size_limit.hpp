// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A full disk, played by a limit on the size of files.
#pragma once

#include <csignal>

#include <sys/resource.h>

namespace jam::test {

/// While alive, no file of this process can grow beyond `bytes`; writing more fails with EFBIG instead of a
/// signal.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    former_handler_ = std::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &former_);
    const rlimit limited = {bytes, former_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limited);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &former_);
    std::signal(SIGXFSZ, former_handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit former_{};
  void (*former_handler_)(int) = SIG_DFL;
};

}  // namespace jam::test
