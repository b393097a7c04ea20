// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/console.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string_view>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/core/time_stamp.hpp"

namespace jam::app {
namespace {

std::size_t terminal_width() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

/// How long to wait for the lock of a log: a run that is being killed still holds it [s].
constexpr double lock_patience = 2;
constexpr double row_interval = 0.25;   ///< Shortest time between two rows of the table [s].
constexpr double bar_interval = 0.1;    ///< Shortest time between two pictures of the bar [s].
constexpr double line_interval = 10.0;  ///< Shortest time between two lines of progress [s].

/// Whether standard error is a terminal that can erase a line.
bool is_terminal() {
  const char* kind = std::getenv("TERM");
  return isatty(STDERR_FILENO) == 1 && kind != nullptr && std::string_view(kind) != "dumb";
}

/// Time so far, time left, and the line of progress; `brief`: for the bar.
std::string progress_line(const RunProgress& progress, const RunLimits& limits, bool brief) {
  return limits.clock(progress.seconds, progress.work()) + "  " + progress.text(brief);
}

}  // namespace

Console::Console(const RunOptions& options, const RunLimits& limits, std::string heading)
    : table_(!options.quiet),
      bar_(table_ && (options.progress == ProgressMode::on ||
                      (options.progress == ProgressMode::automatic && is_terminal()))),
      lines_(table_ && !bar_ && options.progress != ProgressMode::off),
      verbose_(options.verbose),
      limits_(limits),
      heading_(std::move(heading)) {}

void Console::busy(const std::string& text) {
  if (bar_) draw(text + " ...", -1);
}

void Console::note(const std::string& text, bool always) {
  if (!table_ && !always) return;
  clear();
  std::cerr << text << (text.ends_with('\n') ? "" : "\n") << std::flush;
}

void Console::draw(const std::string& figures, double part) {
  const std::size_t width = terminal_width();
  std::string line = figures;
  // The bar takes the width that the figures leave.
  constexpr std::size_t least = 6, most = 30, frame = 4;  // Brackets, a blank, and the last column.
  if (part >= 0 && line.size() + least + frame <= width) {
    const std::size_t length = std::min(most, width - line.size() - frame);
    std::string bar(static_cast<std::size_t>(std::min(part, 1.0) * static_cast<double>(length)), '=');
    if (bar.size() < length) bar += '>';
    bar.resize(length, ' ');
    line.insert(0, "[" + bar + "] ");
  }
  // A full last column makes some terminals wrap.
  if (line.size() >= width) line.resize(width - 1);
  std::cerr << "\r\033[K" << line << std::flush;
  drawn_ = true;
}

void Console::clear() {
  std::cerr.clear();  // Standard error may be a file on a full disk; a failed stream prints nothing more.
  if (drawn_) std::cerr << "\r\033[K";
  drawn_ = false;
}

void Console::show_row(const std::string& row, double seconds) {
  clear();
  if (!heading_.empty()) std::cerr << std::exchange(heading_, {}) << '\n';
  std::cerr << row << '\n' << std::flush;
  last_row_ = seconds;
}

void Console::improved(const RunImprovement& improvement) {
  if (!table_) return;
  pending_row_ = improvement.row;
  if (verbose_ || improvement.progress.seconds - last_row_ >= row_interval)
    show_row(*std::exchange(pending_row_, {}), improvement.progress.seconds);
}

void Console::progressed(const RunProgress& progress) {
  if (!table_) return;
  if (pending_row_ && progress.seconds - last_row_ >= row_interval)
    show_row(*std::exchange(pending_row_, {}), progress.seconds);
  if (bar_ && progress.seconds - last_bar_ >= bar_interval) {
    draw(progress_line(progress, limits_, !verbose_), limits_.done_part(progress.seconds, progress.work()));
    last_bar_ = progress.seconds;
  } else if (lines_ && progress.seconds - last_line_ >= line_interval) {
    std::cerr << utc_now() << "  " << progress_line(progress, limits_, false) << '\n' << std::flush;
    last_line_ = progress.seconds;
  }
}

void Console::finish() {
  if (pending_row_) show_row(*std::exchange(pending_row_, {}), last_row_);
  clear();
  std::cerr << std::flush;
}

Log::Log(std::filesystem::path file, const RunLimits& limits, bool append,
         std::function<void(const std::string&)> warn)
    : name_(std::move(file)), limits_(limits), warn_(std::move(warn)) {
  if (name_.empty()) return;
  std::error_code error;
  if (!std::filesystem::exists(name_, error) || std::filesystem::is_regular_file(name_, error)) {
    lock_.emplace(name_);
    if (lock_->taken(lock_patience))
      throw InputError(name_.string() + ": another run writes this log: choose another --log");
  }
  file_.rdbuf()->pubsetbuf(nullptr, 0);  // Unbuffered: a line that fails must not be written later.
  file_.open(name_, append ? std::ios::app : std::ios::trunc);
  if (!file_)
    throw InputError(name_.string() + ": the log cannot be opened for writing: choose another --log");
}

void Log::write(const std::string& text) {
  if (!file_.is_open()) return;
  const std::string stamp = utc_now() + "  ";
  std::string stamped;
  if (interrupted_) {
    file_.clear();
    stamped =
        '\n' + stamp + "warning: lines are missing here, because they could not be written (disk full?)\n";
  }
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) stamped += stamp + line + '\n';
  interrupted_ = !(file_ << stamped << std::flush);
  if (interrupted_ && !std::exchange(warned_, true)) {
    warn_(name_.string() +
          ": the log cannot be written (disk full?); the search goes on (tried again until it ends)");
  }
}

void Log::progressed(const RunProgress& progress) {
  if (!file_.is_open() || progress.seconds - last_line_ < line_interval) return;
  last_line_ = progress.seconds;
  write(progress_line(progress, limits_, false));
}

void Log::finish(std::vector<std::string>& errors) {
  if (!file_.is_open()) return;
  file_.close();
  if (interrupted_ || !file_)
    errors.push_back(name_.string() + ": the log could not be written completely (disk full?)");
}

}  // namespace jam::app
