// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The log file of a run: what was asked for, every improvement, a line of progress every 10 s, the final block. Each line is in the file as
// soon as it happens.
#pragma once

#include <fstream>
#include <string>
#include <vector>

#include "common/rate.hpp"
#include "jam/circles/search.hpp"
#include "options.hpp"
#include "task.hpp"

namespace jam::app {

class Log : public circles::SearchListener {
 public:
  /// Begins the file anew where one is asked for, or adds to it where the search goes on (`append`). Throws InputError if that fails.
  Log(const Options& options, const Task& task, bool append);

  void improved(const circles::Improvement& improvement) override;
  void progressed(const circles::Progress& progress) override;

  /// Adds text as it is.
  void write(const std::string& text);

  /// Closes the file; puts a line into `errors` where something of it could not be written.
  void finish(std::vector<std::string>& errors);

 private:
  const Options& options_;
  const Task& task_;
  std::ofstream file_;
  double last_line_ = 0;  ///< [s]
  Rate rate_;             ///< Of trials.
};

}  // namespace jam::app
