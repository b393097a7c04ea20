// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Standard error as a screen: a last line that is drawn again and again, below lines that stay.
#pragma once

#include <string>

namespace jam::app {

/// Whether standard error is a terminal that can erase a line.
[[nodiscard]] bool is_terminal();

/// The line of progress: a bar, as far as there is room, and figures.
class StatusLine {
 public:
  /// Draws it in place of the last one. `part` in [0, 1] is what is done; negative: there is no end to count towards, hence no bar.
  void draw(const std::string& figures, double part);

  /// Removes it, so that something else can be printed.
  void clear();

 private:
  bool drawn_ = false;
};

}  // namespace jam::app
