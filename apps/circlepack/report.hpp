// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A search for circles as text: the task, a row of the improvement table, a line of progress, the final
// table. Lengths are in the unit of the radii.
#pragma once

#include <optional>
#include <string>

#include "jam/circles/model/search.hpp"
#include "packing_formats.hpp"
#include "task.hpp"

namespace jam::app {

/// Problem, best known radius, target, search: several lines.
[[nodiscard]] std::string opening_text(const Options& options, const Task& task);

/// Time, R, gap to the best known radius, instance, move; and the heading over them.
[[nodiscard]] std::string improvement_row(const circles::Improvement& improvement,
                                          const std::optional<circles::BestKnown>& best_known);
inline constexpr const char* improvement_heading =
    "    time [s]                     R        gap  instance  move";

/// For the bar, in about 60 columns: trials per second, stagnated instances, best R and gap. `rate` is in
/// trials per second.
[[nodiscard]] std::string bar_text(const circles::Progress& progress, double rate, const Task& task);

/// bar_text() with the trials so far and R to all digits; --verbose adds mean R, rounds, steps and memory.
[[nodiscard]] std::string progress_text(const circles::Progress& progress, double rate,
                                        const Options& options, const Task& task);

/// The result: one line per fact, up to the work that was done.
[[nodiscard]] std::string final_table(const Options& options, const Task& task, const CircleResult& result,
                                      const circles::Progress& totals);

/// How to search on after a time limit.
[[nodiscard]] std::string continue_hint(const Options& options, const std::filesystem::path& file);

/// Advice to a user whose search stalls.
[[nodiscard]] std::string stall_advice(const Options& options);

/// Why a search ended that neither time limit nor signal ended.
[[nodiscard]] std::string finish_text(const circles::Progress& totals, const Options& options);

}  // namespace jam::app
