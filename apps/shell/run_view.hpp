// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Output for the user during a run without a table of improvements: facts, notes, warnings, and progress as a
// bar or as lines, on standard error and in the file of --log.
#pragma once

#include <string>

#include "shell/console.hpp"
#include "shell/output_faults.hpp"

namespace jam::app {

class RunView {
 public:
  /// `resumed`: the run goes on from a checkpoint, and so does the log. Throws InputError for a log that
  /// cannot be written.
  RunView(const RunOptions& options, const RunLimits& limits, bool resumed);

  /// Shows lines of facts.
  void present(const std::string& facts);
  void note(const std::string& text);
  /// A warning is shown with --quiet, too.
  void warn(const std::string& text);
  void progressed(const RunProgress& progress);

  /// Shows the address of --live.
  void address(const std::string& url);

  /// Removes the bar, and ends the log with these facts; where its end cannot be written, that is a fault.
  void finish(const std::string& facts, OutputFaults& faults);

 protected:
  [[nodiscard]] const RunLimits& limits() const { return limits_; }

 private:
  std::string log_name_;
  RunLimits limits_;
  Console console_;
  Log log_;
};

/// Prints the facts of a result on standard output; with --json -, there is the JSON, and they go to standard
/// error.
void print_result(const RunOptions& options, const std::string& facts, const std::string& json);

}  // namespace jam::app
