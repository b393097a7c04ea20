// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A search for boxes as text: the task, a row of the table of improvements, a line of progress, the final
// table.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "jam/trunk/io/load_report.hpp"
#include "jam/trunk/model/box_sets.hpp"
#include "jam/trunk/search/trunk_search.hpp"
#include "options.hpp"
#include "task.hpp"

namespace jam::app {

/// The trunk, as soon as it was read.
[[nodiscard]] std::string trunk_text(const Options& options, const Task& task);

/// Walls, boxes, search: several lines.
[[nodiscard]] std::string opening_text(const Options& options, const Task& task);

/// Time, boxes, litres, phase; and the heading over them.
[[nodiscard]] std::string improvement_row(const trunk::TrunkImprovement& improvement);
inline constexpr const char* improvement_heading = "    time [s]  boxes    litres  phase";

/// One line: phase, number of boxes now and best, litres, and steps or rounds per second; while annealing,
/// also the deepest penetration in the packing of one box more that came nearest to legal.
[[nodiscard]] std::string progress_text(const Options& options, const trunk::TrunkProgress& progress,
                                        double steps_rate, double rounds_rate);

/// For people: `482.00 l`.
[[nodiscard]] std::string litres_text(double litres);

/// The value of a load by which searches are compared: `12.50 l`, or `value 12.5`.
[[nodiscard]] std::string value_text(const Options& options, double value);

/// Boxes by size, their litres, the litres of the mesh, the fill ratio, the free litres, and the verdict.
/// Next to the free litres it prints an upper bound, by volume alone, on the number of pieces of `set` that
/// could be added. The bound adds the smallest remaining pieces of the set first, and counts boxes without
/// the layer that may penetrate at the tolerance. The first `fixed_count` boxes are no pieces; they only take
/// volume. Facts about the mesh are omitted where its volume is unknown.
[[nodiscard]] std::string final_table(const trunk::LoadReport& report, const trunk::BoxSet& set,
                                      std::size_t fixed_count = 0);

/// The verdict of the verification, with tolerance and smallest clearance.
[[nodiscard]] std::string verification_text(const trunk::LoadReport& report);

/// The text after the final table: pieces of a set, fixed boxes, search.
[[nodiscard]] std::string closing_text(const Options& options, const Task& task,
                                       const std::vector<trunk::BoxRow>& rows,
                                       const trunk::TrunkProgress& totals);

/// How to search on after a time limit.
[[nodiscard]] std::string continue_hint(const Options& options, const std::filesystem::path& file);

/// Why a search ended that neither time limit nor signal ended.
[[nodiscard]] std::string finish_text(const Options& options, const trunk::TrunkProgress& totals);

/// Advice to a user whose search stalls.
[[nodiscard]] std::string stall_advice();

}  // namespace jam::app
