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
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "jam/core/error.hpp"
#include "jam/io/number_text.hpp"
#include "jam/io/output_place.hpp"

namespace jam::io {
namespace {

namespace fs = std::filesystem;

/// An open file that is closed, and a temporary one that is removed, whatever happens.
class OpenFile {
 public:
  explicit OpenFile(int descriptor, std::string temporary_name = {})
      : descriptor_(descriptor), temporary_name_(std::move(temporary_name)) {}
  ~OpenFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!temporary_name_.empty()) ::unlink(temporary_name_.c_str());
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  [[nodiscard]] int descriptor() const { return descriptor_; }
  [[nodiscard]] const std::string& temporary_name() const { return temporary_name_; }

  /// Closes; network file systems report a full disk only here. Returns 0 or the error.
  [[nodiscard]] int close() {
    const int status = ::close(descriptor_);
    descriptor_ = -1;
    return status == 0 || errno == EINTR ? 0 : errno;
  }

  /// The temporary file has become the real one.
  void keep() { temporary_name_.clear(); }

 private:
  int descriptor_;
  std::string temporary_name_;
};

/// Names of temporary files are .jampack-PROCESS-MACHINE-K, so that files of dead processes can be
/// recognised.
constexpr std::string_view temporary_prefix = ".jampack-";

/// 8 digits that stand for this machine, or this container on it: its own numbers of processes.
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

/// How the names of temporary files of this process beside the target begin.
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

/// Makes an empty temporary file beside the target. Unlike mkstemp, with the permissions that any new file
/// would get.
OpenFile make_temporary(const fs::path& file, const OutputPlace& place) {
  remove_abandoned(folder_of(place.target));
  const std::string stem = temporary_stem(place.target);
  for (int attempt = 0;; ++attempt) {
    const std::string name = stem + std::to_string(attempt);
    const int descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0) return OpenFile(descriptor, name);
    // A name may be in use by another thread, or left over from a killed process with the same number.
    if (errno != EEXIST || attempt >= 1000) fail_output(file, errno);
  }
}

void write_directly(const fs::path& file, std::string_view text) {
  OpenFile open(::open(file.c_str(), O_WRONLY | O_CLOEXEC));
  if (open.descriptor() < 0) fail_output(file, errno);
  if (const int error = write_bytes(open.descriptor(), text)) fail_output(file, error);
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

  OpenFile temporary = make_temporary(file, place);
  if (const int error = write_bytes(temporary.descriptor(), text)) fail_output(file, error);
  // Not every file system has permissions and flushing; only the text counts.
  if (place.mode && ::fchmod(temporary.descriptor(), *place.mode) != 0 && errno != EPERM && errno != ENOTSUP)
    fail_output(file, errno);
  if (::fsync(temporary.descriptor()) != 0 && errno != EINVAL && errno != ENOTSUP) fail_output(file, errno);
  if (const int error = temporary.close()) fail_output(file, error);
  if (!previous.empty()) keep_as(file, place.target, previous);
  if (::rename(temporary.temporary_name().c_str(), place.target.c_str()) != 0) fail_output(file, errno);
  temporary.keep();

  // The new name is on the disk once the folder is; where folders cannot be flushed, the kernel does it
  // later.
  const OpenFile folder(::open(folder_of(place.target).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.descriptor() >= 0) static_cast<void>(::fsync(folder.descriptor()));
}

void require_writable(const fs::path& file) {
  const OutputPlace place = output_place(file);
  if (!place.direct) static_cast<void>(make_temporary(file, place));
}

}  // namespace jam::io
