// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A search as text: what is going to be done, a row of the table of improvements, a line of progress, how it ended.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "jam/trunk/search/trunk_search.hpp"
#include "options.hpp"
#include "task.hpp"

namespace jam::app {

/// The trunk, as soon as it was read.
[[nodiscard]] std::string trunk_text(const Options& options, const Task& task);

/// Walls, boxes, search: several lines.
[[nodiscard]] std::string opening_text(const Options& options, const Task& task);

/// The heading over improvement_row().
[[nodiscard]] std::string improvement_heading();

/// Time, boxes, litres, phase.
[[nodiscard]] std::string improvement_row(const trunk::TrunkImprovement& improvement);

/// Phase, boxes at work and best, litres, penetration of the nearest packing with one box more, steps or rounds per second.
[[nodiscard]] std::string progress_text(const Options& options, const trunk::TrunkProgress& progress, double steps_rate,
                                        double rounds_rate);

/// What follows the final table: pieces of a set, fixed boxes, search.
[[nodiscard]] std::string closing_text(const Options& options, const Task& task, const std::vector<trunk::BoxRow>& rows,
                                       const trunk::TrunkProgress& totals);

/// How to go on after a search that a time limit ended.
[[nodiscard]] std::string continue_hint(const Options& options, const std::filesystem::path& file);

/// Why a search ended that nothing from outside ended.
[[nodiscard]] std::string finish_text(const Options& options, const trunk::TrunkProgress& totals);

/// What a user may do about a search that stalls.
[[nodiscard]] std::string stall_advice(const Options& options);

}  // namespace jam::app
