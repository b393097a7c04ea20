// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Writing the log file.
#include "log.hpp"

#include <sstream>

#include "jam/core/error.hpp"
#include "jam/core/time_stamp.hpp"
#include "report.hpp"

namespace jam::app {
namespace {

constexpr double line_interval = 10.0;  ///< Between two lines of progress [s].

}  // namespace

void Log::open(bool append) {
  if (options_.log.empty()) return;
  file_.rdbuf()->pubsetbuf(nullptr, 0);  // What cannot be written must not come later.
  file_.open(options_.log, append ? std::ios::app : std::ios::trunc);
  if (!file_) throw InputError(options_.log.string() + ": the log cannot be opened for writing: choose another --log");
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

void Log::improved(const circles::Improvement& improvement) { write(improvement_row(improvement, task_.best_known) + "\n"); }

void Log::progressed(const circles::Progress& progress) {
  const double rate = rate_.update(progress.seconds, static_cast<double>(progress.trials));
  if (progress.seconds - last_line_ < line_interval) return;
  last_line_ = progress.seconds;
  write(progress_line(progress, rate, options_, task_) + "\n");
}

void Log::finish(std::vector<std::string>& errors) {
  if (!file_.is_open()) return;
  file_.close();
  if (interrupted_ || !file_) errors.push_back(options_.log.string() + ": the log could not be written completely (disk full?)");
}

}  // namespace jam::app
