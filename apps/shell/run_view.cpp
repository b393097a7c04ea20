// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/run_view.hpp"

#include <iostream>
#include <vector>

#include "shell/figure_text.hpp"
#include "shell/program.hpp"

namespace jam::app {

RunView::RunView(const RunOptions& options, const RunLimits& limits, bool resumed)
    : log_name_(options.log.string()),
      limits_(limits),
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

void RunView::progressed(const RunProgress& progress) {
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

void print_result(const RunOptions& options, const std::string& facts, const std::string& json) {
  if (options.json == "-") std::cerr << facts << std::flush;
  print_result(options.json == "-" ? json : facts);
}

}  // namespace jam::app
