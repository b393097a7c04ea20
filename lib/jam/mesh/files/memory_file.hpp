// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Bytes as a file for libraries that read nothing but named files. It lies in memory, has no name in any
// folder, and goes with the object. Inside jam_mesh_files only.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <string_view>
#include <system_error>

namespace jam::mesh {

class MemoryFile {
 public:
  /// Throws std::system_error where the system has no memory for it.
  explicit MemoryFile(std::string_view bytes) : file_(::memfd_create("mesh", MFD_CLOEXEC)) {
    if (file_ < 0) throw std::system_error(errno, std::generic_category(), "memfd_create");
    while (!bytes.empty()) {
      const ssize_t count = ::write(file_, bytes.data(), bytes.size());
      if (count < 0 && errno != EINTR) {
        ::close(file_);
        throw std::system_error(errno, std::generic_category(), "write");
      }
      if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
    }
  }
  ~MemoryFile() { ::close(file_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  [[nodiscard]] std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }

 private:
  int file_;
};

}  // namespace jam::mesh
