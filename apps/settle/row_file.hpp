// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A CSV file that grows by a row a step, for as long as a run takes. Rows go to a partial file
// (jam/io/partial_file.hpp), at most a second late, so that a run that is killed leaves all but the last
// ones; at the end the file gets its name. Rows that cannot be written are kept in memory, up to a limit, and
// tried again; beyond it they are lost, which is a fault of the output and not the end of the run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "jam/core/stop.hpp"
#include "jam/io/binary_state.hpp"
#include "jam/io/partial_file.hpp"
#include "shell/output_faults.hpp"

namespace jam::app {

class RowFile {
 public:
  /// Empty name: nothing is written. The file is made with the first row, which `heading` precedes.
  RowFile(std::filesystem::path file, std::string heading, OutputFaults& faults);

  void add(const std::string& row);

  /// The end: gives the file its name; a file without rows has its heading. Returns whether it is complete;
  /// where it is not, the rows stay in the partial file.
  bool finish();

  /// For checkpoints: where the rows are, and those that could not be written yet.
  void write(io::StateWriter& state);
  /// Takes over the rows so far, from the file of the run that wrote the checkpoint: in place if that run has
  /// ended, otherwise by a copy. Rows that it wrote after the checkpoint are dropped. Returns whether there
  /// were rows; throws InputError if the rows are missing.
  bool read(io::StateReader& state);

 private:
  /// Rows in memory beyond which they are given up [bytes].
  static constexpr std::size_t pending_limit = std::size_t{16} << 20;

  void flush();
  void take_over(const std::filesystem::path& source);
  void copy_rows(const std::filesystem::path& source);
  [[nodiscard]] std::string option() const { return "--csv " + file_.string(); }

  std::filesystem::path file_;  ///< File of --csv.
  std::string heading_;
  OutputFaults& faults_;
  std::optional<io::PartialFile> partial_;
  std::string pending_;  ///< Rows that are not in the file yet.
  StopToken clock_;
  double flushed_at_ = 0;  ///< [s]
  bool begun_ = false;     ///< The heading is in the file or pending.
  bool gap_ = false;       ///< Rows are missing.

  // The rows in a file, which an earlier run may have written:
  std::string source_;       ///< Absolute name of the file.
  std::uint64_t bytes_ = 0;  ///< Number of bytes of the rows.
  std::string last_row_;
};

}  // namespace jam::app
