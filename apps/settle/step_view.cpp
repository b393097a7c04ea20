// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "step_view.hpp"

#include <fmt/format.h>

namespace jam::app {

constexpr double view_interval = 0.1;  ///< Time between two displays of the progress [s].

StepView::StepView(const Options& options, long long steps, bool resumed)
    : RunView(options, {0, static_cast<double>(steps), 0}, resumed) {}

void StepView::progressed(long long step, double seconds, const std::string& figures) {
  next_ = seconds + view_interval;
  RunProgress progress;
  progress.seconds = seconds;
  progress.values = {static_cast<double>(step)};
  progress.text = [&](bool) {
    return fmt::format("step {} of {:.0f}  {}  {:.3g} steps/s", step, limits().work, figures,
                       seconds > 0 ? static_cast<double>(step) / seconds : 0);
  };
  RunView::progressed(progress);
}

}  // namespace jam::app
