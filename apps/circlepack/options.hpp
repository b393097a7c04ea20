// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What the user of circlepack asked for. The struct owns every default; the rows of the table (options.cpp) bind to it.
// Times are in seconds, lengths in the unit of the radii.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "jam/circles/io/circle_files.hpp"
#include "jam/circles/model/search.hpp"
#include "shell/resume.hpp"
#include "shell/run_options.hpp"

namespace jam::app {

/// What the program is to do.
enum class Mode { search, verify, archive, page };

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
  circles::SearchOptions search;   ///< With RunOptions' seed.
  bool target_best_known = false;  ///< --target best-known: search.target_radius is then set from the table.

  // Output, beside RunOptions
  std::filesystem::path packomania;  ///< Text as on Packomania.
  std::filesystem::path svg;         ///< Picture.
};

/// The rows. They refer to `options`, which must outlive them; their defaults are what it holds now.
[[nodiscard]] OptionTable option_table(Options& options);

/// Reads the command line. Throws InputError with one line for an unknown option (naming the nearest one), a value that is not accepted,
/// options that contradict each other, and options that have no effect in the chosen mode or search.
[[nodiscard]] Options parse_options(int argc, const char* const* argv);

/// The options that, with the same version and kind of device (`device`: `cpu` or `cuda`, last in the list), give the same packing again:
/// problem, search, moves, seed. Independent of the number of threads, of the limits and of the files written. Each is marked as given
/// where its value is not simply the default.
[[nodiscard]] std::vector<io::CheckpointOption> result_options(const Options& options, const std::string& device);

/// The same as a command line, without defaults: it repeats the search.
[[nodiscard]] std::string reproducing_options(const Options& options, const std::string& device);

/// --time, --trials and --target where they were given.
[[nodiscard]] std::vector<io::CheckpointOption> limit_options(const Options& options);

/// The command line of a search that goes on: `argv` with the options of the checkpoint (resume.hpp).
[[nodiscard]] std::vector<std::string> resumed_arguments(const Options& asked, int argc, const char* const* argv, const Resumed& resumed);

/// `multistart`, `improve` or `single`.
[[nodiscard]] const char* search_name(SearchKind kind);

}  // namespace jam::app
