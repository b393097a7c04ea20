// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/io/read_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "jam/core/error.hpp"
#include "jam/core/memory_plan.hpp"
#include "jam/io/descriptor.hpp"

namespace jam::io {
std::string read_file(const std::filesystem::path& file, std::size_t byte_limit) {
  const std::string name = file.string();
  const Descriptor open(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status {};
  if (!open.opened() || ::fstat(open.number(), &status) != 0)
    throw InputError(name + ": cannot be opened (" + std::strerror(errno) +
                     "): check the name and the permissions");
  if (S_ISDIR(status.st_mode)) throw InputError(name + ": this is a folder: a file is needed");
  const bool regular = S_ISREG(status.st_mode);
  const bool endless =
      S_ISCHR(status.st_mode) && ::isatty(open.number()) == 0;  // Except /dev/null, which ends at once.
  const auto refuse_size = [&] {
    throw InputError(name + ": is larger than " + format_bytes(byte_limit) + ": smaller files are accepted");
  };

  std::string bytes;
  // The size is only a hint: files in /proc have none, and a file may grow.
  if (regular && static_cast<std::size_t>(status.st_size) > byte_limit) refuse_size();
  if (regular) bytes.reserve(static_cast<std::size_t>(status.st_size) + 1);
  constexpr std::size_t piece = std::size_t{1} << 16;
  for (;;) {
    const std::size_t size = bytes.size();
    bytes.resize(std::max(size + piece, std::min(bytes.capacity(), size + (piece << 8))));
    const ssize_t count = ::read(open.number(), bytes.data() + size, bytes.size() - size);
    const int error = errno;
    bytes.resize(size + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    if (count < 0 && error == EINTR) continue;
    if (count < 0)
      throw InputError(name + ": reading failed after " + std::to_string(size) + " bytes (" +
                       std::strerror(error) + "): check the disk");
    if (count == 0) return bytes;
    if (endless) throw InputError(name + ": this is a device: a file is needed");
    if (bytes.size() > byte_limit) refuse_size();
  }
}

}  // namespace jam::io
