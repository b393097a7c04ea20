// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// trunkpack's share in the archive: loads of boxes as results, a search that archives its improvements, and the commands
// `trunkpack archive ...`. A result is the text of a BOX file; its value is the volume of its boxes [l]. Loads in a cloud of points are not
// archived: they are verified against points only.
#pragma once

#include <functional>
#include <string>

#include "jam/trunk/io/box_files.hpp"
#include "jam/trunk/search/trunk_search.hpp"
#include "options.hpp"
#include "shell/archive_writer.hpp"
#include "task.hpp"

namespace jam::app {

/// Results are loads, judged by exact verification in the trunk of `task`; both must outlive it.
[[nodiscard]] archive::Kind boxes_kind(const Options& options, const Task& task);

/// The problem of packing the boxes of `options` into the trunk of `task`.
[[nodiscard]] archive::Problem archived_problem(const Options& options, const Task& task);

/// For people: `482.00 l`.
[[nodiscard]] std::string litres_text(double litres);

/// Stores the improvements of a search where an archive is wanted.
class Archiving : public trunk::TrunkListener {
 public:
  /// The references must outlive it.
  Archiving(const Options& options, const Task& task, const Device& device, trunk::BoxFileComments comments,
            std::function<void(const std::string&)> warn);

  void improved(const trunk::TrunkImprovement& improvement) override;
  void progressed(const trunk::TrunkProgress& progress) override;

  /// The archive; empty where there is none.
  [[nodiscard]] const std::string& file() const { return file_; }

  /// The end: stores what waits, and says in one line how the result stands to what the archive holds; empty without an archive.
  [[nodiscard]] std::string finish();

 private:
  trunk::BoxFileComments comments_;
  const Options& options_;
  std::string device_;
  std::string file_;
  double litres_ = 0;  ///< Of the best load offered.
  ArchiveWriter writer_;
};

/// trunkpack archive ...: prints, returns the exit code (archive_commands.hpp). Of `import`, the first word is the mesh.
[[nodiscard]] ExitCode run_archive(const Options& options);

}  // namespace jam::app
