// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Outputs that cannot be written while a program runs or at its end: a full disk, a folder that has gone.
// They end no run. Each is warned of once, all other outputs are written, and the exit code is that of an
// unwritable output.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace jam::app {

class OutputFaults {
 public:
  /// `warn` shows a line to the user; by default on standard error.
  explicit OutputFaults(std::function<void(const std::string&)> warn = {});

  /// `output` is the option with its value, `--csv rows.csv`; `error` says what failed. Warns where this
  /// output had no fault so far.
  void add(const std::string& output, const std::string& error);

  /// Replaces a file by `text`; notes a fault where that fails. Returns whether it was written.
  bool write(const char* option, const std::filesystem::path& file, const std::string& text);

  /// Calls `write` for an output that is not a single file; it throws InputError if it fails. Notes that
  /// fault and returns whether the output was written.
  bool attempt(const std::string& output, const std::function<void()>& write);

  /// The output is complete after all: says so, where it had a fault.
  void mend(const std::string& output);

  [[nodiscard]] bool any() const { return !outputs_.empty(); }

  /// The end of the run: throws InputError where an output is missing or incomplete, which names all of them.
  void require_none() const;

 private:
  std::function<void(const std::string&)> warn_;
  std::vector<std::string> outputs_;
};

}  // namespace jam::app
