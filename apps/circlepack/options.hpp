// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What the user of circlepack asked for. The struct owns every default; --help prints them from here, so that it tells the truth.
// Times are in seconds, lengths in the unit of the radii.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "jam/circles/io/circle_files.hpp"
#include "jam/circles/model/search.hpp"
#include "shell/run_options.hpp"

namespace jam::app {

/// What the program is to do.
enum class Mode { search, verify, archive, help, version };

/// Which of the three searches.
enum class SearchKind { multistart, improve, single };

struct Options : RunOptions {
  Mode mode = Mode::search;

  // Problem
  long long n = 0;                            ///< Number of circles, 1 to circles::circle_count_limit; 0 = taken from a file.
  std::string radii = "linear";               ///< A family of radii, or a file that lists them.
  std::vector<std::filesystem::path> starts;  ///< Packings to begin from: files.
  bool start_archive = false;                 ///< And the best ones of the archive.
  circles::CircleFormat import_format = circles::CircleFormat::automatic;  ///< Format of the files in `starts` and `verify`.

  // Search
  SearchKind kind = SearchKind::multistart;
  circles::SearchOptions search;   ///< With the seed: the user's, or the one drawn.
  bool seed_drawn = false;         ///< No --seed was given.
  double time_limit = 60;          ///< [s]; 0 = none. Given only --trials, the trials are the limit and there is none on the time.
  bool target_best_known = false;  ///< --target best-known: search.target_radius is then set from the table.

  // Output, beside RunOptions
  std::filesystem::path packomania;  ///< Text as on Packomania.
  std::filesystem::path svg;         ///< Picture.
};

/// Reads the command line. Throws InputError with one line for an unknown option (naming the nearest one), a value that is not allowed,
/// options that contradict each other, and options that would do nothing in the chosen mode or search.
[[nodiscard]] Options parse_options(int argc, const char* const* argv);

/// The text of --help.
[[nodiscard]] std::string help_text();

/// `multistart`, `improve` or `single`.
[[nodiscard]] const char* search_name(SearchKind kind);

}  // namespace jam::app
