// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "run_view.hpp"

#include <fmt/format.h>

#include <vector>

#include "shell/figure_text.hpp"

namespace jam::app {

constexpr double view_interval = 0.1;  ///< Time between two looks at the progress [s].

RunView::RunView(const Options& options, long long steps, bool resumed)
    : log_name_(options.log.string()),
      limits_{0, static_cast<double>(steps), 0},
      console_(options, limits_, {}),
      log_(options.log, limits_, resumed, [this](const std::string& text) { warn(text); }) {}

void RunView::present(const std::string& facts) {
  console_.note(facts);
  log_.write(facts);
}

void RunView::note(const std::string& text) { present(fact("note", text)); }

void RunView::warn(const std::string& text) {
  console_.note("warning: " + text, true);
  log_.write("warning: " + text);
}

void RunView::progressed(long long step, double seconds, const std::string& figures) {
  next_ = seconds + view_interval;
  RunProgress progress;
  progress.seconds = seconds;
  progress.values = {static_cast<double>(step)};
  progress.text = [&](bool) {
    return fmt::format("step {} of {:.0f}  {}  {:.3g} steps/s", step, limits_.work, figures,
                       seconds > 0 ? static_cast<double>(step) / seconds : 0);
  };
  console_.progressed(progress);
  log_.progressed(progress);
}

void RunView::address(const std::string& url) { console_.note(fact("live at", url), true); }

void RunView::finish(const std::string& facts, OutputFaults& faults) {
  console_.finish();
  log_.write(facts);
  std::vector<std::string> errors;
  log_.finish(errors);
  for (const std::string& error : errors) faults.add("--log " + log_name_, error);
}

}  // namespace jam::app
