// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The options of circlepack. The struct owns every default; the rows of the table (options.cpp) refer to it.
// Times are in seconds, lengths in the unit of the radii.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "jam/circles/io/circle_files.hpp"
#include "jam/circles/model/search.hpp"
#include "shell/run_options.hpp"

namespace jam::app {

/// Which of the searches; automatic: multistart, or anneal or single for many circles (choose_search).
enum class SearchKind { multistart, improve, single, anneal, automatic };

struct Options : RunOptions {
  // Problem
  long long n = 0;  ///< Number of circles, 1 to circles::circle_count_limit; 0 = taken from a file.
  std::string radii = "linear";               ///< A family of radii, or a file that lists them.
  std::vector<std::filesystem::path> starts;  ///< Packings to begin from: files.
  bool start_archive = false;                 ///< Begin from the best packings of the archive, too.
  /// Format of `starts` and `verify`.
  circles::CircleFormat import_format = circles::CircleFormat::automatic;

  // Search
  SearchKind kind = SearchKind::automatic;  ///< `automatic` only until choose_search().
  circles::SearchOptions search;            ///< Options of the search; the seed is set from RunOptions.
  bool target_best_known = false;  ///< --target best-known: search.target_radius is then set from the table.

  // Output, in addition to that of RunOptions
  std::filesystem::path packomania;  ///< File in the format of Packomania.
  std::filesystem::path svg;         ///< Picture (SVG).

  /// Reads the command line. Throws InputError with one line for an unknown option (naming the nearest one),
  /// a value that is not accepted, options that contradict each other, and options that have no effect in the
  /// chosen mode or search.
  Options(int argc, const char* const* argv);

  /// Whether options alone, without a packing, define the problem of a file: by a file of radii, or a family
  /// and a number.
  [[nodiscard]] bool define_problem() const {
    return has("radii") && (has("n") || !circles::is_family(radii));
  }
};

/// Throws InputError if the options do not say what is to be searched: the problem, and for `improve` its
/// start.
void require_problem(const Options& options);

/// Chooses the search for circles of these radii (ascending) where the options leave that open: from 200 to
/// 3000 circles anneal, unless they are equal or the largest has a fifth of all the area; for these and for
/// more circles single, where a CPU finds less with multistart (tests/bench/results/cpu-2core.md); more than
/// round_circle_limit are not for multistart at all. An option that a search does not have chooses another
/// one.
void choose_search(Options& options, const std::vector<double>& radii);

/// `multistart`, `improve`, `single`, `anneal` or `auto`.
[[nodiscard]] const char* search_name(SearchKind kind);

}  // namespace jam::app
