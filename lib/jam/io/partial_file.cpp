// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The lock of an open partial file tells whether a process still writes it.
#include "jam/io/partial_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "jam/io/number_text.hpp"
#include "jam/io/output_place.hpp"

namespace jam::io {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view infix = ".partial-";

/// More files of runs that were killed are taken for an error.
constexpr int number_limit = 100'000;

/// Whether another process has the file open as a partial file. A file system without locks cannot say so.
bool in_use(int descriptor) { return ::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK; }

}  // namespace

PartialFile::PartialFile(Descriptor opened, fs::path file, fs::path target, fs::path name, bool direct)
    : opened_(std::move(opened)),
      file_(std::move(file)),
      target_(std::move(target)),
      name_(std::move(name)),
      direct_(direct) {}

PartialFile PartialFile::create(const fs::path& file) {
  const OutputPlace place = output_place(file);
  const fs::path target = fs::absolute(place.target);
  if (place.direct) {
    Descriptor opened(::open(file.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
    if (!opened.opened()) fail_output(file, errno);
    return {std::move(opened), file, target, target, true};
  }
  for (int number = 1;; ++number) {
    const fs::path name = target.string() + std::string(infix) + std::to_string(number);
    Descriptor opened(
        ::open(name.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC, place.mode.value_or(0666)));
    if (!opened.opened() && (errno != EEXIST || number == number_limit)) fail_output(file, errno);
    if (!opened.opened()) continue;
    static_cast<void>(in_use(opened.number()));  // Takes the lock: nobody else has this file.
    return {std::move(opened), file, target, name, false};
  }
}

std::optional<PartialFile> PartialFile::reopen(const fs::path& file, const fs::path& partial,
                                               std::uint64_t bytes) {
  const OutputPlace place = output_place(file);
  const fs::path target = fs::absolute(place.target);
  std::error_code error;
  if (place.direct || name_of_partial(partial).filename() != target.filename()) return std::nullopt;
  if (!fs::equivalent(folder_of(partial), folder_of(target), error) || error) return std::nullopt;
  Descriptor opened(::open(partial.c_str(), O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  const int descriptor = opened.number();
  struct stat status {};
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode) || status.st_nlink > 1 ||
      in_use(descriptor))
    return std::nullopt;
  if (static_cast<std::uint64_t>(status.st_size) < bytes ||
      ::ftruncate(descriptor, static_cast<off_t>(bytes)) != 0)
    return std::nullopt;
  return PartialFile(std::move(opened), file, target, fs::absolute(partial), false);
}

std::size_t PartialFile::append(std::string_view lines) {
  std::size_t written = 0;
  error_ = write_bytes(opened_.number(), lines, &written);
  if (error_ == 0 || direct_) return written;
  const std::size_t end = lines.substr(0, written).rfind('\n');
  const std::size_t whole = end == std::string_view::npos ? 0 : end + 1;
  struct stat status {};
  if (whole == written || ::fstat(opened_.number(), &status) != 0) return written;
  return ::ftruncate(opened_.number(), status.st_size - static_cast<off_t>(written - whole)) == 0 ? whole
                                                                                                  : written;
}

void PartialFile::flush() const { static_cast<void>(::fdatasync(opened_.number())); }

void PartialFile::finish() {
  if (direct_) return;
  flush();
  if (::rename(name_.c_str(), target_.c_str()) != 0) fail_output(file_, errno);
  name_ = target_;
}

fs::path name_of_partial(const fs::path& partial) {
  const std::string text = partial.string();
  const std::size_t at = text.rfind(infix);
  if (at == std::string::npos || !parse_number<int>(std::string_view(text).substr(at + infix.size())))
    return {};
  return text.substr(0, at);
}

}  // namespace jam::io
