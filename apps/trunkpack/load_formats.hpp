// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Loads of boxes as results of the shell: the formats they are written in.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "jam/trunk/io/box_files.hpp"
#include "jam/trunk/io/load_report.hpp"
#include "options.hpp"
#include "shell/outputs.hpp"
#include "task.hpp"

namespace jam::app {

/// A load as a result of the shell; during a search its report holds the boxes alone.
[[nodiscard]] Result result_of(trunk::LoadReport report);
[[nodiscard]] inline const trunk::LoadReport& load_of(const Result& result) {
  return std::any_cast<const trunk::LoadReport&>(result.packing);
}

/// BOX, HTML, JSON, GLB, with the files that `options` names. `comments` must outlive them. `check` throws if the BOX file just written
/// does not hold what it should: then no other file of that load is written.
[[nodiscard]] std::vector<Format> load_formats(const Options& options, const trunk::BoxFileComments& comments,
                                               std::function<void(const std::filesystem::path&)> check);

/// Litres of the load that a file holds, if it is legal: in this trunk, at this tolerance, of these boxes with all fixed ones.
[[nodiscard]] std::optional<double> legal_litres(const Options& options, const Task& task, const std::filesystem::path& file);

}  // namespace jam::app
