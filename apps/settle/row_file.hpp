// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A CSV file that grows by a row a step, for as long as a run takes. Rows go to NAME.partial, at most a second late, so that no row is kept
// in memory and a run that is killed leaves all but the last ones; at the end the file gets its name. What is no ordinary file (a pipe,
// anything in /dev) is written directly.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include "jam/core/stop.hpp"
#include "jam/io/binary_state.hpp"

namespace jam::app {

class RowFile {
 public:
  /// Empty name: nothing is written. The file is made with the first row, which `heading` precedes.
  RowFile(std::filesystem::path file, std::string heading) : file_(std::move(file)), heading_(std::move(heading)) {}

  /// Throws InputError where the file cannot be written.
  void add(const std::string& row);

  /// The end: gives the file its name; a file without rows has its heading. Throws InputError where that fails; the rows are in
  /// NAME.partial then.
  void finish();

  /// For checkpoints: where the rows are, not the rows.
  void write(io::StateWriter& state);
  /// Takes over the rows so far, from NAME.partial or NAME of the run that wrote the checkpoint; what was added after it is dropped.
  /// Returns whether there were any; throws InputError where they are no longer there.
  bool read(io::StateReader& state);

 private:
  void open();
  void flush();
  [[noreturn]] void fail(const std::string& what) const;

  std::filesystem::path file_, target_;  ///< As asked for; what is written to.
  std::string heading_, pending_;
  std::ofstream stream_;
  StopToken clock_;
  double flushed_at_ = 0;  ///< [s]
  bool direct_ = false;
  // The rows so far: the file that has them or will have them, how many bytes, the last row.
  std::string source_;
  std::uint64_t bytes_ = 0;
  std::string last_row_;
};

}  // namespace jam::app
