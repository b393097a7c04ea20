// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// circlepack's share in the archive: what a circle packing is there, a search that archives its improvements, and the commands
// `circlepack archive ...`.
//
// A problem of circles is defined by the text `circles/1` and its radii, ascending, one per line, each as the shortest decimal that reads
// back as the same double. A result is the text of a CIRCLES file whose radii are exactly these decimals; its value is R.
#pragma once

#include <functional>
#include <string>

#include "jam/circles/io/circle_files.hpp"
#include "jam/circles/model/search.hpp"
#include "options.hpp"
#include "shell/archive_writer.hpp"
#include "task.hpp"

namespace jam::app {

/// Results are circle packings, judged by exact verification of their text.
[[nodiscard]] archive::Kind circles_kind();

/// The problem with exactly these radii.
[[nodiscard]] archive::Problem archived_problem(const circles::Problem& problem);

/// Stores the improvements of a search where an archive is wanted.
class Archiving : public circles::SearchListener {
 public:
  Archiving(const Options& options, const Task& task, const Device& device, circles::Annotations annotations,
            std::function<void(const std::string&)> warn);

  void improved(const circles::Improvement& improvement) override;
  void progressed(const circles::Progress& progress) override;

  /// The archive; empty where there is none.
  [[nodiscard]] const std::string& file() const { return file_; }

  /// The end: stores what waits, and says in one line how the result stands to what the archive holds; empty without an archive.
  [[nodiscard]] std::string finish();

 private:
  circles::Annotations annotations_;
  std::string device_;
  std::string file_;
  double radius_ = 0;  ///< Of the best packing offered; 0: none.
  ArchiveWriter writer_;
};

/// circlepack archive ...: prints, returns the exit code (archive_commands.hpp).
[[nodiscard]] ExitCode run_archive(const Options& options);

}  // namespace jam::app
