// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Loads of boxes as results of the shell: the formats in which they are written, and as records of the
// archive: the text of a BOX file, whose value is the volume of its boxes [l]. Loads in a cloud of points are
// not archived: they are checked against a surface through points only.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "jam/archive/archive.hpp"
#include "jam/trunk/io/box_files.hpp"
#include "jam/trunk/io/load_report.hpp"
#include "options.hpp"
#include "shell/outputs.hpp"
#include "shell/run_events.hpp"
#include "task.hpp"

namespace jam::app {

/// A load as a result of the shell; during a search its report holds the boxes alone.
[[nodiscard]] Result result_of(trunk::LoadReport report);
[[nodiscard]] inline const trunk::LoadReport& load_of(const Result& result) {
  return std::any_cast<const trunk::LoadReport&>(result.packing);
}

/// Whether an archive keeps loads of a set: it compares loads by litres alone.
[[nodiscard]] inline bool is_archived(const trunk::BoxSet& set) {
  return !set.has_values() && !set.has_least() && !set.has_limits();
}

/// BOX, HTML, JSON, GLB, with the files that `options` names. `comments` must outlive them. `check` throws if
/// the BOX file just written does not hold the load; no other file of that load is written then.
[[nodiscard]] std::vector<Format> load_formats(const Options& options, const trunk::BoxFileComments& comments,
                                               std::function<void(const std::filesystem::path&)> check);

/// Value of the load that a file holds (trunk::value_of). Empty if the load is illegal in this trunk at this
/// tolerance, has a box that is no piece of the set, lacks a fixed box, or breaks a rule of the set.
[[nodiscard]] std::optional<double> legal_value(const Options& options, const Task& task,
                                                const std::filesystem::path& file);

/// Results are loads, judged by exact verification in this trunk, which must outlive it.
[[nodiscard]] archive::Kind boxes_kind(const trunk::TrunkProblem& problem);

/// The problem of packing these boxes into this trunk.
[[nodiscard]] archive::Problem archived_problem(const Task& task);

/// Makes the best loads of the trunk in the archive, if any, the starts of `task`.
void add_archived_starts(const Options& options, Task& task, const Notices& notices);

}  // namespace jam::app
