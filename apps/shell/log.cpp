// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/log.hpp"

#include <sstream>

#include "jam/core/error.hpp"
#include "jam/core/time_stamp.hpp"
#include "shell/console.hpp"

namespace jam::app {
namespace {

constexpr double line_interval = 10.0;  ///< Between two lines of progress [s].

}  // namespace

Log::Log(std::filesystem::path file, const RunLimits& limits, bool append) : name_(std::move(file)), limits_(limits) {
  if (name_.empty()) return;
  file_.rdbuf()->pubsetbuf(nullptr, 0);  // What cannot be written must not come later.
  file_.open(name_, append ? std::ios::app : std::ios::trunc);
  if (!file_) throw InputError(name_.string() + ": the log cannot be opened for writing: choose another --log");
}

void Log::write(const std::string& text) {
  if (!file_.is_open()) return;
  const std::string stamp = utc_now() + "  ";
  std::string stamped;
  if (interrupted_) {
    file_.clear();  // A stream that has failed does nothing more.
    // The last line may be a part of one.
    stamped = '\n' + stamp + "warning: lines are missing here, they could not be written (disk full?)\n";
  }
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) stamped += stamp + line + '\n';
  interrupted_ = !(file_ << stamped << std::flush);
}

void Log::progressed(const RunProgress& progress) {
  if (!file_.is_open() || progress.seconds - last_line_ < line_interval) return;
  last_line_ = progress.seconds;
  write(progress_line(progress, limits_, false));
}

void Log::finish(std::vector<std::string>& errors) {
  if (!file_.is_open()) return;
  file_.close();
  if (interrupted_ || !file_) errors.push_back(name_.string() + ": the log could not be written completely (disk full?)");
}

}  // namespace jam::app
