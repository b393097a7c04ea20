// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What the user sees of a run while it goes on: facts, notes, warnings, and progress as a bar or as lines
// (shell/console.hpp), on standard error and in the file of --log.
#pragma once

#include <string>

#include "options.hpp"
#include "shell/console.hpp"
#include "shell/output_faults.hpp"

namespace jam::app {

class RunView {
 public:
  /// A run of `steps` steps in all; `resumed`: it goes on from a checkpoint, and so does the log. Throws
  /// InputError for a log that cannot be written.
  RunView(const Options& options, long long steps, bool resumed);

  /// Shows lines of facts.
  void present(const std::string& facts);
  void note(const std::string& text);
  /// A warning is shown with --quiet, too.
  void warn(const std::string& text);

  /// Whether the next progressed() may show anything: so that no text is made for nothing.
  [[nodiscard]] bool is_due(double seconds) const { return seconds >= next_; }
  /// Shows that `step` steps are done after `seconds` seconds; `figures` are those of the last step.
  void progressed(long long step, double seconds, const std::string& figures);

  /// Shows the address of --live.
  void address(const std::string& url);

  /// Removes the bar, and ends the log with these facts; where its end cannot be written, that is a fault.
  void finish(const std::string& facts, OutputFaults& faults);

 private:
  std::string log_name_;
  RunLimits limits_;
  Console console_;
  Log log_;
  double next_ = 0;  ///< [s]
};

}  // namespace jam::app
