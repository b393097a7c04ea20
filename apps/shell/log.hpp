// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The log file of a run: what was asked for, every improvement, a line of progress every 10 s, warnings, the final block. Each line begins
// with a time stamp (UTC) and is in the file as soon as it happens.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "shell/run_events.hpp"
#include "shell/run_limits.hpp"

namespace jam::app {

class Log : public RunListener {
 public:
  /// Begins the file anew, or adds to it where the search goes on (`append`). Throws InputError if that fails. Without a file, nothing
  /// happens. The limits must outlive it.
  Log(std::filesystem::path file, const RunLimits& limits, bool append);

  void improved(const RunImprovement& improvement) override { write(improvement.row); }
  void progressed(const RunProgress& progress) override;

  /// Adds lines, each with the time stamp of now. Those that cannot be written are missing; once there is room again, a line says so.
  void write(const std::string& text);

  /// Closes the file; puts a line into `errors` where its end could not be written.
  void finish(std::vector<std::string>& errors);

 private:
  std::filesystem::path name_;
  const RunLimits& limits_;
  std::ofstream file_;
  bool interrupted_ = false;  ///< The last lines could not be written.
  double last_line_ = 0;      ///< [s]
};

}  // namespace jam::app
