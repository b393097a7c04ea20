// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What the user of circlepack asked for. The struct owns every default; --help prints them from here, so that it tells the truth.
// Times are in seconds, lengths in the unit of the radii.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "common/archive_commands.hpp"
#include "common/terminal.hpp"
#include "jam/circles/circle_files.hpp"
#include "jam/circles/search.hpp"

namespace jam::app {

/// What the program is to do.
enum class Mode { search, verify, archive, help, version };

/// Which of the three searches.
enum class SearchKind { multistart, improve, single };

struct Options {
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

  // Checkpoints
  std::filesystem::path checkpoint;  ///< Empty: beside the result, for long runs; `none`: none.
  double checkpoint_interval = 60;   ///< [s]; 0 = every round.
  std::filesystem::path resume;      ///< Checkpoint to go on from, or `auto`; empty: begin anew.

  // Device
  std::string device = "auto";  ///< As choose_device() takes it.

  // Output; an empty path means that the file was not asked for.
  std::filesystem::path out;         ///< CIRCLES file.
  std::filesystem::path packomania;  ///< Text as on Packomania.
  std::filesystem::path svg;         ///< Picture.
  std::filesystem::path json;        ///< JSON; "-" is standard output.
  std::filesystem::path log;         ///< What happened, line by line.
  std::filesystem::path stats;       ///< CSV over time.
  std::filesystem::path stats_svg;   ///< Plot of R over time; beside `stats` unless named.
  std::filesystem::path status;      ///< How the search stands, as JSON.
  std::filesystem::path metrics;     ///< The same for Prometheus.
  std::filesystem::path archive;     ///< As archive_file() takes it: empty is the user's own, `none` is none.
  bool quiet = false;
  bool verbose = false;
  ProgressMode progress = ProgressMode::automatic;

  // Query
  std::filesystem::path verify;    ///< File to verify.
  ArchiveRequest archive_request;  ///< What is asked of the archive.
  long long archive_id = 0;        ///< Number of a result in it; 0 = not given.

  std::set<std::string> given;  ///< Names of the options that were given, without dashes.

  [[nodiscard]] bool has(const std::string& name) const { return given.contains(name); }
};

/// Reads the command line. Throws InputError with one line for an unknown option (naming the nearest one), a value that is not allowed,
/// options that contradict each other, and options that would do nothing in the chosen mode or search.
[[nodiscard]] Options parse_options(int argc, const char* const* argv);

/// The text of --help.
[[nodiscard]] std::string help_text();

/// `multistart`, `improve` or `single`.
[[nodiscard]] const char* search_name(SearchKind kind);

}  // namespace jam::app
