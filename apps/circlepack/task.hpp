// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The task of a run: the problem, the packings to begin from, and the best known radius, all from the options
// and the files they name. Lengths are in the unit of the radii.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jam/circles/model/best_known.hpp"
#include "jam/circles/model/packing.hpp"
#include "jam/circles/model/problem.hpp"
#include "options.hpp"
#include "shell/run_events.hpp"

namespace jam::app {

using circles::beats, circles::gap_text, circles::radius_text;

struct Task {
  circles::Problem problem;
  std::vector<circles::Packing> starts;  ///< Circles in the order of problem.radii, with exactly these radii.
  /// Text of the result about starts from the archive; empty: there are none.
  std::string archived_starts;
  /// The smallest published enclosing radius for this problem.
  std::optional<circles::BestKnown> best_known;
  double target_radius = 0;  ///< 0 = none.
  std::string name;          ///< Stem of file names: the family, or the stem of the file of radii.
};

/// Makes the task without the starts from the archive; add_archived_starts() adds those. Reports the starts,
/// and overlaps in them, to `notices`. Throws InputError for files that cannot be read, a start that does not
/// belong to the problem, a count of radii other than --n, and --target best-known if the table has no value.
[[nodiscard]] Task make_task(const Options& options, const Notices& notices);

/// Makes the task of a resumed search of `problem`: without starts, and without reading a file.
[[nodiscard]] Task make_task(const Options& options, circles::Problem problem);

/// FAMILY-nN: the name of the result if the user names none.
[[nodiscard]] std::string default_stem(const Task& task);

/// The problem given by --n and --radii; without either, the one whose radii are those of `packing` (null:
/// none is at hand).
[[nodiscard]] circles::Problem make_problem(const Options& options, const circles::Packing* packing);

}  // namespace jam::app
