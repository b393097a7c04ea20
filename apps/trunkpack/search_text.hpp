// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What a search tells the user, as text: what is going to be done, a row of the table of improvements, a line of progress, how it ended.
#pragma once

#include <string>

#include "jam/core/device.hpp"
#include "jam/trunk/search/trunk_search.hpp"
#include "options.hpp"
#include "outputs.hpp"
#include "task.hpp"

namespace jam::app {

/// A note of what was found while files were read.
[[nodiscard]] std::string note_line(const std::string& text);

/// The trunk, as soon as it was read.
[[nodiscard]] std::string trunk_text(const Options& options, const Task& task);

/// Walls, boxes, search, device, file: several lines.
[[nodiscard]] std::string opening_text(const Options& options, const Task& task, const Device& device, const std::filesystem::path& file);

/// The heading over improvement_row().
[[nodiscard]] std::string improvement_heading();

/// Time, boxes, litres, phase.
[[nodiscard]] std::string improvement_row(const trunk::TrunkImprovement& improvement);

/// Time, phase, boxes at work and best, litres, penetration of the nearest packing with one box more, steps or rounds per second.
[[nodiscard]] std::string progress_line(const Options& options, const trunk::TrunkProgress& progress, double steps_rate,
                                        double rounds_rate);

/// Part of the search that is over [-]; -1 where it has no limit.
[[nodiscard]] double done_part(const trunk::TrunkProgress& progress, const Options& options);

/// What follows the final table: pieces of a set, search, end, files.
[[nodiscard]] std::string closing_text(const Options& options, const Task& task, const trunk::TrunkResult& result, const Written& written);

/// How to go on after a search that a time limit ended.
[[nodiscard]] std::string continue_hint(const Options& options, const std::filesystem::path& file);

/// Why a search ended, for people.
[[nodiscard]] std::string reason_text(const Options& options, const trunk::TrunkResult& result);

}  // namespace jam::app
