// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/io/output_place.hpp"

#include <cerrno>
#include <cstring>
#include <system_error>

#include <sys/stat.h>
#include <unistd.h>

#include "jam/core/error.hpp"

namespace jam::io {

namespace fs = std::filesystem;

OutputPlace output_place(const fs::path& file) {
  if (file.empty()) throw InputError("the name of an output file is empty: give a name");
  if (!file.has_filename()) fail_output(file, EISDIR);
  OutputPlace place{file, false, std::nullopt};
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) {
    if (errno != ENOENT) fail_output(file, errno);
    std::error_code no_link;
    // A link to a file that does not exist yet.
    const fs::path pointed = fs::read_symlink(file, no_link);
    if (!no_link) place.target = pointed.is_absolute() ? pointed : file.parent_path() / pointed;
    return place;
  }
  if (S_ISDIR(status.st_mode)) fail_output(file, EISDIR);
  if (::access(file.c_str(), W_OK) != 0) fail_output(file, errno);
  place.mode = status.st_mode & 07777;
  // /dev/stdout may well be an ordinary file, but one that others hold open.
  place.direct = !S_ISREG(status.st_mode) || file.string().starts_with("/dev/");
  std::error_code unresolved;
  const fs::path resolved = fs::canonical(file, unresolved);
  if (!place.direct && !unresolved) place.target = resolved;
  return place;
}

fs::path folder_of(const fs::path& target) {
  return target.has_parent_path() ? target.parent_path() : fs::path(".");
}

void fail_output(const fs::path& file, int error) {
  const char* advice = "choose another name or folder";
  if (error == ENOSPC || error == EDQUOT || error == EFBIG)
    advice = "free some space or choose another folder; an existing file is untouched";
  if (error == ENOENT) advice = "create the folder first";
  if (error == EACCES || error == EPERM || error == EROFS)
    advice = "change the permissions or choose another folder";
  throw InputError(file.string() + ": cannot be written (" + std::strerror(error) + "): " + advice);
}

int write_bytes(int descriptor, std::string_view text, std::size_t* written) {
  while (!text.empty()) {
    const ssize_t count = ::write(descriptor, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    text.remove_prefix(count);
    if (written != nullptr) *written += static_cast<std::size_t>(count);
  }
  return 0;
}

}  // namespace jam::io
