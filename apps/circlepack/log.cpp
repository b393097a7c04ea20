// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Writing the log file.
#include "log.hpp"

#include "jam/core/error.hpp"
#include "report.hpp"

namespace jam::app {
namespace {

constexpr double line_interval = 10.0;  ///< Between two lines of progress [s].

}  // namespace

Log::Log(const Options& options, const Task& task, bool append) : options_(options), task_(task) {
  if (options.log.empty()) return;
  file_.open(options.log, append ? std::ios::app : std::ios::trunc);
  if (!file_) throw InputError(options.log.string() + ": the log cannot be opened for writing: choose another --log");
}

void Log::write(const std::string& text) {
  if (file_.is_open()) file_ << text << std::flush;
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
  if (!file_) errors.push_back(options_.log.string() + ": the log could not be written completely (disk full?)");
}

}  // namespace jam::app
