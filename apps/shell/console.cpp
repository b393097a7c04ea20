// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/console.hpp"

#include <iostream>
#include <utility>

#include "jam/core/time_stamp.hpp"

namespace jam::app {
namespace {

constexpr double row_interval = 0.25;   ///< Between two rows of the table [s].
constexpr double bar_interval = 0.1;    ///< Between two pictures of the bar [s].
constexpr double line_interval = 10.0;  ///< Between two lines where there is no bar [s].

}  // namespace

std::string progress_line(const RunProgress& progress, const RunLimits& limits, bool brief) {
  return limits.clock(progress.seconds, progress.work()) + "  " + progress.text(brief);
}

Console::Console(const RunOptions& options, const RunLimits& limits, std::string heading)
    : table_(!options.quiet),
      bar_(table_ && (options.progress == ProgressMode::on || (options.progress == ProgressMode::automatic && is_terminal()))),
      lines_(table_ && !bar_ && options.progress != ProgressMode::off),
      verbose_(options.verbose),
      limits_(limits),
      heading_(std::move(heading)) {}

void Console::busy(const std::string& text) {
  if (bar_) status_.draw(text + " ...", -1);
}

void Console::note(const std::string& text, bool always) {
  if (!table_ && !always) return;
  status_.clear();
  std::cerr << text << (text.ends_with('\n') ? "" : "\n") << std::flush;
}

void Console::show_row(const std::string& row, double seconds) {
  status_.clear();
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
  if (pending_row_ && progress.seconds - last_row_ >= row_interval) show_row(*std::exchange(pending_row_, {}), progress.seconds);
  if (bar_ && progress.seconds - last_bar_ >= bar_interval) {
    status_.draw(progress_line(progress, limits_, !verbose_), limits_.done_part(progress.seconds, progress.work()));
    last_bar_ = progress.seconds;
  } else if (lines_ && progress.seconds - last_line_ >= line_interval) {
    std::cerr << utc_now() << "  " << progress_line(progress, limits_, false) << '\n' << std::flush;
    last_line_ = progress.seconds;
  }
}

void Console::finish() {
  if (pending_row_) show_row(*std::exchange(pending_row_, {}), last_row_);
  status_.clear();
  std::cerr << std::flush;
}

}  // namespace jam::app
