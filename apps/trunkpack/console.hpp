// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What the user sees during a search, on standard error: the table of improvements, and below it a bar on a terminal or else a line every
// 10 s, with the time of day.
#pragma once

#include <string>

#include "jam/trunk/search/trunk_search.hpp"
#include "options.hpp"
#include "shell/rate.hpp"
#include "shell/terminal.hpp"

namespace jam::app {

class Console : public trunk::TrunkListener {
 public:
  explicit Console(const Options& options);

  void improved(const trunk::TrunkImprovement& improvement) override;
  void progressed(const trunk::TrunkProgress& progress) override;

  ~Console() override { finish(); }

  /// Says on a terminal, in the place of the bar, what is being done before the search; news and errors take it away.
  void busy(const std::string& text);

  /// A line for the user that does not disturb the bar; `always` also with --quiet.
  void note(const std::string& text, bool always = false);

  /// Removes the bar.
  void finish();

 private:
  const Options& options_;
  bool table_;  ///< The table is wanted.
  bool bar_;    ///< Progress as a bar.
  bool lines_;  ///< Progress as lines.
  StatusLine status_;
  bool heading_shown_ = false;
  double last_line_ = 0;  ///< [s]
  Rate steps_;            ///< Of contact simulation.
  Rate rounds_;           ///< On lattices.
};

}  // namespace jam::app
