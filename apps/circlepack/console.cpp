// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Table, bar and lines on standard error.
#include "console.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string_view>

#include "report.hpp"

namespace jam::app {
namespace {

constexpr double row_interval = 0.25;         ///< Between two rows of the table [s].
constexpr double bar_interval = 0.1;          ///< Between two pictures of the bar [s].
constexpr double line_interval = 10.0;        ///< Between two lines where there is no bar [s].
constexpr double rate_interval = 1.0;         ///< Over which trials per second are counted [s].
constexpr double least_rate_interval = 0.05;  ///< The same at the beginning of a search [s].

/// A terminal that can erase a line.
bool is_terminal() {
  const char* kind = std::getenv("TERM");
  return isatty(STDERR_FILENO) == 1 && kind != nullptr && std::string_view(kind) != "dumb";
}

std::size_t terminal_width() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

/// Part of the search that is over [-]: of the time or of the trials, whichever ends first.
double done_part(const circles::Progress& progress, const Options& options) {
  double part = 0;
  if (options.time_limit > 0) part = progress.seconds / options.time_limit;
  if (options.search.trial_limit > 0) {
    part = std::max(part, static_cast<double>(progress.trials) / static_cast<double>(options.search.trial_limit));
  }
  return std::clamp(part, 0.0, 1.0);
}

}  // namespace

double TrialRate::update(const circles::Progress& progress) {
  const double interval = progress.seconds - seconds_;
  const bool first = seconds_ == 0;
  if (!first && interval < rate_interval) return rate_;
  // The first interval grows until it is a whole one; a few milliseconds of it say nothing yet.
  rate_ = interval >= least_rate_interval ? static_cast<double>(progress.trials - trials_) / interval : 0;
  if (interval >= rate_interval) {
    seconds_ = progress.seconds;
    trials_ = progress.trials;
  }
  return rate_;
}

Console::Console(const Options& options, const Task& task)
    : options_(options),
      task_(task),
      table_(!options.quiet),
      bar_(table_ && (options.progress == ProgressMode::on || (options.progress == ProgressMode::automatic && is_terminal()))),
      lines_(table_ && !bar_ && options.progress != ProgressMode::off) {}

void Console::clear_bar() {
  if (bar_drawn_) std::cerr << "\r\033[K";
  bar_drawn_ = false;
}

void Console::note(const std::string& text, bool always) {
  if (options_.quiet && !always) return;
  clear_bar();
  std::cerr << text << (text.ends_with('\n') ? "" : "\n") << std::flush;
}

void Console::show_row(const std::string& row) {
  clear_bar();
  if (!heading_shown_) std::cerr << improvement_heading() << '\n';
  heading_shown_ = true;
  std::cerr << row << '\n' << std::flush;
}

void Console::improved(const circles::Improvement& improvement) {
  if (!table_) return;
  const std::string row = improvement_row(improvement, task_.best_known);
  if (options_.verbose || improvement.seconds - last_row_ >= row_interval) {
    show_row(row);
    held_row_.reset();
    last_row_ = improvement.seconds;
  } else {
    held_row_ = row;
  }
}

void Console::progressed(const circles::Progress& progress) {
  if (!table_) return;
  if (held_row_ && progress.seconds - last_row_ >= row_interval) {
    show_row(*held_row_);
    held_row_.reset();
    last_row_ = progress.seconds;
  }
  const double rate = rate_.update(progress);
  if (bar_ && progress.seconds - last_bar_ >= bar_interval) {
    draw_bar(progress, rate);
    last_bar_ = progress.seconds;
  } else if (lines_ && progress.seconds - last_line_ >= line_interval) {
    std::cerr << progress_line(progress, rate, options_, task_) << '\n' << std::flush;
    last_line_ = progress.seconds;
  }
}

void Console::draw_bar(const circles::Progress& progress, double rate) {
  const std::size_t width = terminal_width();
  std::string line = options_.verbose ? progress_line(progress, rate, options_, task_) : bar_figures(progress, rate, options_, task_);
  // The bar proper takes what the figures leave, where that is worth it and there is an end to count towards.
  constexpr std::size_t least = 6, most = 30, frame = 4;  // Brackets, a blank, and the last column.
  const bool has_end = options_.time_limit > 0 || options_.search.trial_limit > 0;
  if (has_end && line.size() + least + frame <= width) {
    const std::size_t length = std::min(most, width - line.size() - frame);
    std::string bar(static_cast<std::size_t>(done_part(progress, options_) * static_cast<double>(length)), '=');
    if (bar.size() < length) bar += '>';
    bar.resize(length, ' ');
    line.insert(0, "[" + bar + "] ");
  }
  // A full last column would make some terminals wrap.
  if (line.size() >= width) line.resize(width - 1);
  std::cerr << "\r\033[K" << line << std::flush;
  bar_drawn_ = true;
}

void Console::finish() {
  if (held_row_) show_row(*held_row_);
  held_row_.reset();
  clear_bar();
  std::cerr << std::flush;
}

}  // namespace jam::app
