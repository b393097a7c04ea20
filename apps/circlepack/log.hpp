// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The log file of a run: what was asked for, every improvement, a line of progress every 10 s, warnings, the final block. Each line begins
// with a time stamp (UTC) and is in the file as soon as it happens.
#pragma once

#include <fstream>
#include <string>
#include <vector>

#include "jam/circles/model/search.hpp"
#include "options.hpp"
#include "shell/rate.hpp"
#include "task.hpp"

namespace jam::app {

class Log : public circles::SearchListener {
 public:
  Log(const Options& options, const Task& task) : options_(options), task_(task) {}

  /// Begins the file anew where one is asked for, or adds to it where the search goes on (`append`). Throws InputError if that fails. What
  /// is written before is lost.
  void open(bool append);

  void improved(const circles::Improvement& improvement) override;
  void progressed(const circles::Progress& progress) override;

  /// Adds lines, each with the time stamp of now. Those that cannot be written are missing; once there is room again, a line says so.
  void write(const std::string& text);

  /// Closes the file; puts a line into `errors` where its end could not be written.
  void finish(std::vector<std::string>& errors);

 private:
  const Options& options_;
  const Task& task_;
  std::ofstream file_;
  bool interrupted_ = false;  ///< The last lines could not be written.
  double last_line_ = 0;      ///< [s]
  Rate rate_;                 ///< Of trials.
};

}  // namespace jam::app
