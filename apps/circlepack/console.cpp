// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Table, bar and lines on standard error.
#include "console.hpp"

#include <iostream>

#include "jam/core/time_stamp.hpp"
#include "report.hpp"

namespace jam::app {
namespace {

constexpr double row_interval = 0.25;   ///< Between two rows of the table [s].
constexpr double bar_interval = 0.1;    ///< Between two pictures of the bar [s].
constexpr double line_interval = 10.0;  ///< Between two lines where there is no bar [s].

}  // namespace

Console::Console(const Options& options, const Task& task)
    : options_(options),
      task_(task),
      table_(!options.quiet),
      bar_(table_ && (options.progress == ProgressMode::on || (options.progress == ProgressMode::automatic && is_terminal()))),
      lines_(table_ && !bar_ && options.progress != ProgressMode::off) {}

void Console::note(const std::string& text, bool always) {
  if (options_.quiet && !always) return;
  status_.clear();
  std::cerr << text << (text.ends_with('\n') ? "" : "\n") << std::flush;
}

void Console::show_row(const std::string& row) {
  status_.clear();
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
  const double rate = rate_.update(progress.seconds, static_cast<double>(progress.trials));
  if (bar_ && progress.seconds - last_bar_ >= bar_interval) {
    draw_bar(progress, rate);
    last_bar_ = progress.seconds;
  } else if (lines_ && progress.seconds - last_line_ >= line_interval) {
    std::cerr << utc_now() << "  " << progress_line(progress, rate, options_, task_) << '\n' << std::flush;
    last_line_ = progress.seconds;
  }
}

void Console::draw_bar(const circles::Progress& progress, double rate) {
  status_.draw(options_.verbose ? progress_line(progress, rate, options_, task_) : bar_figures(progress, rate, options_, task_),
               done_part(progress, options_));
}

void Console::finish() {
  if (held_row_) show_row(*held_row_);
  held_row_.reset();
  status_.clear();
  std::cerr << std::flush;
}

}  // namespace jam::app
