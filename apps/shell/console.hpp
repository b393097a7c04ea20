// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Output for the user during a search. On standard error (Console): the table of improvements, and below it a
// bar on a terminal or else a line every 10 s, with the time of day; among improvements less than 0.25 s
// apart only the newest is shown, unless --verbose shows all. In a file (Log): the task, every improvement, a
// line of progress every 10 s, warnings, the final table; each line has a time stamp (UTC) and is written at
// once.
#pragma once

#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "jam/io/file_lock.hpp"
#include "shell/run_events.hpp"
#include "shell/run_options.hpp"

namespace jam::app {

class Console : public RunListener {
 public:
  /// The limits must outlive it. `heading` is the heading of the table.
  Console(const RunOptions& options, const RunLimits& limits, std::string heading);
  ~Console() override { finish(); }

  void improved(const RunImprovement& improvement) override;
  void progressed(const RunProgress& progress) override;

  /// Shows on a terminal, in the place of the bar, the work that precedes the search; notes and errors remove
  /// it.
  void busy(const std::string& text);

  /// Prints a line above the bar; `always`: also with --quiet.
  void note(const std::string& text, bool always = false);

  /// Shows the pending row and removes the bar.
  void finish();

 private:
  void show_row(const std::string& row, double seconds);
  /// Replaces the last line of the terminal by a bar, as far as there is space, and `figures`. `part` in [0,
  /// 1] is what is done; negative: unknown, hence no bar.
  void draw(const std::string& figures, double part);
  /// Removes that line, so that something else can be printed.
  void clear();

  bool table_;  ///< Not --quiet.
  bool bar_;    ///< Progress as a bar.
  bool lines_;  ///< Progress as lines.
  bool verbose_;
  const RunLimits& limits_;
  std::string heading_;                     ///< Empty once it was shown.
  bool drawn_ = false;                      ///< A bar is on the screen.
  std::optional<std::string> pending_row_;  ///< The newest that was not shown.
  double last_row_ = -1e300;                ///< [s]
  double last_line_ = 0;                    ///< [s]
  double last_bar_ = -1e300;                ///< [s]
};

class Log : public RunListener {
 public:
  /// Starts a new file, or appends to it (`append`: the search was resumed). Without a file nothing happens.
  /// The limits must outlive it. `warn` tells the user of the first lines that cannot be written. Throws
  /// InputError for a file that cannot be opened, and for one that another run writes.
  Log(std::filesystem::path file, const RunLimits& limits, bool append,
      std::function<void(const std::string&)> warn);

  void improved(const RunImprovement& improvement) override { write(improvement.row); }
  void progressed(const RunProgress& progress) override;

  /// Adds lines, each with the time stamp of now. Lines that cannot be written are lost; the next one that
  /// can be written says so.
  void write(const std::string& text);

  /// Closes the file; adds a line to `errors` where its end could not be written.
  void finish(std::vector<std::string>& errors);

 private:
  std::filesystem::path name_;
  const RunLimits& limits_;
  std::function<void(const std::string&)> warn_;
  std::optional<io::FileLock> lock_;
  std::ofstream file_;
  bool warned_ = false;
  bool interrupted_ = false;  ///< The last lines could not be written.
  double last_line_ = 0;      ///< [s]
};

}  // namespace jam::app
