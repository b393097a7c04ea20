// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "console.hpp"

#include <iostream>

#include "jam/core/time_stamp.hpp"
#include "search_text.hpp"

namespace jam::app {
namespace {

constexpr double line_interval = 10.0;  ///< Between two lines where there is no bar [s].

}  // namespace

Console::Console(const Options& options)
    : options_(options),
      table_(!options.quiet),
      bar_(table_ && (options.progress == ProgressMode::on || (options.progress == ProgressMode::automatic && is_terminal()))),
      lines_(table_ && !bar_ && options.progress != ProgressMode::off) {}

void Console::busy(const std::string& text) {
  if (bar_) status_.draw(text + " ...", -1);
}

void Console::note(const std::string& text, bool always) {
  if (options_.quiet && !always) return;
  status_.clear();
  std::cerr << text << (text.ends_with('\n') ? "" : "\n") << std::flush;
}

void Console::improved(const trunk::TrunkImprovement& improvement) {
  if (!table_) return;
  status_.clear();
  if (!heading_shown_) std::cerr << improvement_heading() << '\n';
  heading_shown_ = true;
  std::cerr << improvement_row(improvement) << '\n' << std::flush;
}

void Console::progressed(const trunk::TrunkProgress& progress) {
  if (!table_) return;
  const double steps = steps_.update(progress.seconds, static_cast<double>(progress.steps));
  const double rounds = rounds_.update(progress.seconds, static_cast<double>(progress.lattice_rounds));
  if (bar_) {
    status_.draw(progress_line(options_, progress, steps, rounds), done_part(progress, options_));
  } else if (lines_ && progress.seconds - last_line_ >= line_interval) {
    std::cerr << utc_now() << "  " << progress_line(options_, progress, steps, rounds) << '\n' << std::flush;
    last_line_ = progress.seconds;
  }
}

void Console::finish() {
  status_.clear();
  std::cerr << std::flush;
}

}  // namespace jam::app
