// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What the user sees during a search, on standard error: the table of improvements, and below it a bar on a terminal or else a line every
// 10 s, with the time of day. Improvements that follow each other faster than the eye are shown as one row, the newest; --verbose shows
// all.
#pragma once

#include <optional>
#include <string>

#include "shell/run_events.hpp"
#include "shell/run_limits.hpp"
#include "shell/run_options.hpp"
#include "shell/terminal.hpp"

namespace jam::app {

class Console : public RunListener {
 public:
  /// The limits must outlive it. `heading` stands over the table.
  Console(const RunOptions& options, const RunLimits& limits, std::string heading);
  ~Console() override { finish(); }

  void improved(const RunImprovement& improvement) override;
  void progressed(const RunProgress& progress) override;

  /// Shows on a terminal, in the place of the bar, what is being done before the search; notes and errors remove it.
  void busy(const std::string& text);

  /// Prints a line above the bar; `always`: also with --quiet.
  void note(const std::string& text, bool always = false);

  /// Shows the pending row and removes the bar.
  void finish();

 private:
  void show_row(const std::string& row, double seconds);

  bool table_;  ///< Not --quiet.
  bool bar_;    ///< Progress as a bar.
  bool lines_;  ///< Progress as lines.
  bool verbose_;
  const RunLimits& limits_;
  std::string heading_;  ///< Empty once it was shown.
  StatusLine status_;
  std::optional<std::string> pending_row_;  ///< The newest that was not shown.
  double last_row_ = -1e300;                ///< [s]
  double last_line_ = 0;                    ///< [s]
  double last_bar_ = -1e300;                ///< [s]
};

/// The line of progress, after the time so far and the time left; `brief`: for the bar.
[[nodiscard]] std::string progress_line(const RunProgress& progress, const RunLimits& limits, bool brief);

}  // namespace jam::app
