// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What the user sees during a search, on standard error: the table of improvements, and below it a bar on a terminal or else a line every
// 10 s, with the time of day. Improvements that follow each other faster than the eye are shown as one row, the newest; --verbose shows
// all.
#pragma once

#include <optional>
#include <string>

#include "jam/circles/model/search.hpp"
#include "options.hpp"
#include "shell/rate.hpp"
#include "shell/terminal.hpp"
#include "task.hpp"

namespace jam::app {

class Console : public circles::SearchListener {
 public:
  Console(const Options& options, const Task& task);

  void improved(const circles::Improvement& improvement) override;
  void progressed(const circles::Progress& progress) override;

  /// A line for the user that does not disturb the bar; `always` also with --quiet.
  void note(const std::string& text, bool always = false);

  /// Shows the row that was held back and removes the bar.
  void finish();

 private:
  void show_row(const std::string& row);
  void draw_bar(const circles::Progress& progress, double rate);

  const Options& options_;
  const Task& task_;
  bool table_;  ///< The table is wanted.
  bool bar_;    ///< Progress as a bar.
  bool lines_;  ///< Progress as lines.
  StatusLine status_;
  bool heading_shown_ = false;
  std::optional<std::string> held_row_;
  double last_row_ = -1e300;  ///< [s] since the search began.
  double last_line_ = 0;      ///< [s]
  double last_bar_ = -1e300;  ///< [s]
  Rate rate_;                 ///< Of trials.
};

}  // namespace jam::app
