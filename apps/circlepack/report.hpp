// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The lines that console and log file share: what is going to be done, a row of the improvement table, a line of progress, the final block.
// Lengths are in the unit of the radii.
#pragma once

#include <optional>
#include <string>

#include "jam/circles/model/search.hpp"
#include "jam/circles/polish/polish.hpp"
#include "outputs.hpp"
#include "task.hpp"

namespace jam::app {

/// A search that has ended, with its files.
struct Ending {
  const circles::SearchResult& result;
  const circles::ContactGraph& graph;
  const Written& written;
};

/// Problem, best known radius, search, device, notes on the starts: several lines.
[[nodiscard]] std::string opening_text(const Options& options, const Task& task, const Device& device, const std::filesystem::path& file);

/// The heading over improvement_row().
[[nodiscard]] std::string improvement_heading();

/// Time, R, gap to the best known radius, instance, move.
[[nodiscard]] std::string improvement_row(const circles::Improvement& improvement, const std::optional<circles::BestKnown>& best_known);

/// For the bar, in about 70 columns: time so far and left, trials per second, meta-stable count, best R and gap. `rate` is in trials per
/// second.
[[nodiscard]] std::string bar_figures(const circles::Progress& progress, double rate, const Options& options, const Task& task);

/// The same with the trials so far and R to all digits; --verbose adds mean R, rounds, steps and memory.
[[nodiscard]] std::string progress_line(const circles::Progress& progress, double rate, const Options& options, const Task& task);

/// Part of the search that is over [-]; -1 where it has no limit.
[[nodiscard]] double done_part(const circles::Progress& progress, const Options& options);

/// The result: one line per fact, for standard output.
[[nodiscard]] std::string final_block(const Options& options, const Task& task, const Ending& ending);

/// How to go on after a search that a time limit ended.
[[nodiscard]] std::string continue_hint(const Options& options, const std::filesystem::path& file);

/// Why a search ended, for people.
[[nodiscard]] std::string reason_text(const circles::SearchResult& result, const Options& options);

}  // namespace jam::app
