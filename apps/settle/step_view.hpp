// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The view of a simulation: its progress is that of its steps.
#pragma once

#include <string>

#include "options.hpp"
#include "shell/run_view.hpp"

namespace jam::app {

class StepView : public RunView {
 public:
  /// A run of `steps` steps in all; otherwise as RunView.
  StepView(const Options& options, long long steps, bool resumed);

  /// Whether the next progressed() may show anything: so that no text is made for nothing.
  [[nodiscard]] bool is_due(double seconds) const { return seconds >= next_; }
  /// Shows that `step` steps are done after `seconds` seconds; `figures` are those of the last step.
  void progressed(long long step, double seconds, const std::string& figures);

 private:
  double next_ = 0;  ///< [s]
};

}  // namespace jam::app
