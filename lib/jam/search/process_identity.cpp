// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/search/process_identity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string_view>

#include <unistd.h>

#include "jam/core/version.hpp"

namespace jam::ranks {
namespace {

template <std::size_t size>
void set_text(std::array<char, size>& field, std::string_view text) {
  std::copy_n(text.begin(), std::min(text.size(), size - 1), field.begin());
}

std::string process_space() {
  std::string boot;
  std::ifstream("/proc/sys/kernel/random/boot_id") >> boot;
  std::array<char, 64> name{};  // "pid:[4026531836]"
  const ssize_t length = ::readlink("/proc/self/ns/pid", name.data(), name.size() - 1);
  if (boot.empty() || length <= 0) return {};
  return boot + " " + std::string(name.data(), length);
}

struct ProcessStatus {
  char state = 'X';  // Dead, as is a process that /proc does not list.
  std::int64_t start_time = 0;
};

/// From /proc/PID/stat: "PID (name) state ...", the start being field 22. The name may hold blanks and
/// brackets.
ProcessStatus read_status(std::int64_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string line;
  std::getline(file, line);
  const std::size_t name_end = line.rfind(')');
  if (name_end == std::string::npos) return {};
  std::istringstream fields(line.substr(name_end + 1));
  ProcessStatus status;
  fields >> status.state;
  std::string skipped;
  for (int field = 4; field < 22; ++field) fields >> skipped;
  fields >> status.start_time;
  return status;
}

}  // namespace

ProcessIdentity this_process() {
  ProcessIdentity process;
  if (::gethostname(process.host.data(), process.host.size() - 1) != 0)
    set_text(process.host, "an unnamed machine");
  set_text(process.space, process_space());
  set_text(process.build, fmt::format("{}, commit {}", version_number, version_commit()));
  process.pid = ::getpid();
  process.start_time = read_status(process.pid).start_time;
  return process;
}

bool has_ended(const ProcessIdentity& process) {
  static const ProcessIdentity here = this_process();
  if (here.space.front() == '\0' || process.space != here.space) return false;
  const ProcessStatus status = read_status(process.pid);
  return status.state == 'X' || status.state == 'Z' || status.start_time != process.start_time;
}

std::string process_name(const ProcessIdentity& process) {
  return fmt::format("process {} on {}", process.pid, process.host.data());
}

}  // namespace jam::ranks
