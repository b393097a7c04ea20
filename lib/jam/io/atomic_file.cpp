// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Atomic replacement of files with the means of POSIX: open, fsync, rename.
#include "jam/io/atomic_file.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "jam/core/error.hpp"
#include "jam/io/descriptor.hpp"
#include "jam/io/number_text.hpp"
#include "jam/io/output_place.hpp"

namespace jam::io {
namespace {

namespace fs = std::filesystem;

/// An open temporary file, removed at the end unless its name is cleared.
struct TemporaryFile {
  TemporaryFile(Descriptor opened, std::string path) : file(std::move(opened)), name(std::move(path)) {}
  ~TemporaryFile() {
    if (!name.empty()) ::unlink(name.c_str());
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  Descriptor file;
  std::string name;
};

/// Names of temporary files are .jampack-PROCESS-MACHINE-K, so that files of dead processes can be
/// recognised.
constexpr std::string_view temporary_prefix = ".jampack-";

/// 8 digits that identify this machine, or this container on it: each has its own numbers of processes.
const std::string& machine_mark() {
  static const std::string mark = [] {
    std::array<char, 256> host{};
    static_cast<void>(::gethostname(host.data(), host.size() - 1));
    struct stat processes {};
    static_cast<void>(::stat("/proc/self/ns/pid", &processes));
    const std::string text = std::string(host.data()) + "/" + std::to_string(processes.st_ino);
    std::uint32_t hash = 2166136261U;  // FNV-1a.
    for (const unsigned char c : text) hash = (hash ^ c) * 16777619U;
    std::array<char, 9> digits{};
    std::snprintf(digits.data(), digits.size(), "%08x", hash);
    return std::string(digits.data());
  }();
  return mark;
}

/// Start of the names of this process's temporary files next to the target.
std::string temporary_stem(const fs::path& target) {
  return (folder_of(target) / temporary_prefix).string() + std::to_string(::getpid()) + "-" + machine_mark() +
         "-";
}

/// Whether a temporary file of this name belongs to a process of this machine that is gone: kill -9 leaves
/// such files.
bool is_abandoned(std::string_view name) {
  if (!name.starts_with(temporary_prefix)) return false;
  name.remove_prefix(temporary_prefix.size());
  const std::size_t end = std::min(name.find('-'), name.size());
  const auto process = parse_number<pid_t>(name.substr(0, end));
  if (!process || *process <= 0 || !name.substr(end).starts_with("-" + machine_mark() + "-")) return false;
  return ::kill(*process, 0) != 0 && errno == ESRCH;
}

/// Removes abandoned temporary files in a folder, once per process and folder.
void remove_abandoned(const fs::path& folder) {
  static std::mutex mutex;
  static std::set<fs::path> seen;
  {
    const std::lock_guard lock(mutex);
    if (!seen.insert(folder).second) return;
  }
  std::error_code error;
  std::vector<fs::path> abandoned;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    if (is_abandoned(entry->path().filename().string())) abandoned.push_back(entry->path());
  for (const fs::path& file : abandoned) fs::remove(file, error);
}

/// Makes an empty temporary file next to the target. Unlike mkstemp, with the permissions that any new file
/// would get.
TemporaryFile make_temporary(const fs::path& file, const OutputPlace& place) {
  remove_abandoned(folder_of(place.target));
  const std::string stem = temporary_stem(place.target);
  for (int attempt = 0;; ++attempt) {
    const std::string name = stem + std::to_string(attempt);
    Descriptor opened(::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (opened.opened()) return {std::move(opened), name};
    // A name may be in use by another thread, or left over from a killed process with the same number.
    if (errno != EEXIST || attempt >= 1000) fail_output(file, errno);
  }
}

void write_directly(const fs::path& file, std::string_view text) {
  const Descriptor opened(::open(file.c_str(), O_WRONLY | O_CLOEXEC));
  if (!opened.opened()) fail_output(file, errno);
  if (const int error = write_bytes(opened.number(), text)) fail_output(file, error);
}

/// Keeps the present content of `target` as `previous`, which is replaced.
void keep_as(const fs::path& file, const fs::path& target, const fs::path& previous) {
  const std::string link = temporary_stem(target) + "previous";
  ::unlink(link.c_str());  // Left over from a process that was killed.
  if (::link(target.c_str(), link.c_str()) != 0) {
    if (errno == ENOENT) return;  // The first version.
    // A file system without links: for a moment there is only the previous file.
    if (::rename(target.c_str(), previous.c_str()) != 0) fail_output(file, errno);
    return;
  }
  const int status = ::rename(link.c_str(), previous.c_str());
  const int error = errno;
  // If both names are links to one file, rename() keeps both.
  ::unlink(link.c_str());
  if (status != 0) fail_output(file, error);
}

}  // namespace

void write_atomically(const fs::path& file, std::string_view text, const fs::path& previous) {
  const OutputPlace place = output_place(file);
  if (place.direct) return write_directly(file, text);

  TemporaryFile temporary = make_temporary(file, place);
  const int descriptor = temporary.file.number();
  if (const int error = write_bytes(descriptor, text)) fail_output(file, error);
  // Not every file system has permissions and flushing; only the text counts.
  if (place.mode && ::fchmod(descriptor, *place.mode) != 0 && errno != EPERM && errno != ENOTSUP)
    fail_output(file, errno);
  if (::fsync(descriptor) != 0 && errno != EINVAL && errno != ENOTSUP) fail_output(file, errno);
  if (const int error = temporary.file.close()) fail_output(file, error);
  if (!previous.empty()) keep_as(file, place.target, previous);
  if (::rename(temporary.name.c_str(), place.target.c_str()) != 0) fail_output(file, errno);
  temporary.name.clear();

  // The new name is on the disk once the folder is; if folders cannot be flushed, the kernel does it
  // later.
  const Descriptor folder(::open(folder_of(place.target).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.opened()) static_cast<void>(::fsync(folder.number()));
}

void require_writable(const fs::path& file) {
  const OutputPlace place = output_place(file);
  if (!place.direct) static_cast<void>(make_temporary(file, place));
}

}  // namespace jam::io
