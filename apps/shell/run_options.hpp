// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What both programs can be asked for, whatever they pack: checkpoints, device, files that tell how the search stands, archive. The struct
// owns every default. Times are in seconds. An empty path means that the file was not asked for.
#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "shell/archive_commands.hpp"
#include "shell/terminal.hpp"

namespace jam::app {

class OptionTable;

struct RunOptions {
  // Checkpoints
  std::filesystem::path checkpoint;  ///< Empty: beside the result, for long runs; `none`: none.
  double checkpoint_interval = 60;   ///< [s]; 0 = after every round or turn.
  std::filesystem::path resume;      ///< Checkpoint to go on from, or `auto`; empty: begin anew.

  // Device
  std::string device = "auto";  ///< As choose_device() takes it.
  int thread_count = 0;         ///< CPU threads; 0: all.

  // Output
  std::filesystem::path out;        ///< The packing.
  std::filesystem::path json;       ///< "-" is standard output.
  std::filesystem::path log;        ///< What happened, line by line.
  std::filesystem::path stats;      ///< CSV over time.
  std::filesystem::path stats_svg;  ///< Plot over time; beside `stats` unless named.
  std::filesystem::path status;     ///< How the search stands, as JSON.
  std::filesystem::path metrics;    ///< The same for Prometheus.
  std::filesystem::path archive;    ///< As archive_file() takes it: empty is the user's own, `none` is none.
  bool quiet = false;
  bool verbose = false;
  ProgressMode progress = ProgressMode::automatic;

  // Query
  std::filesystem::path verify;    ///< Packing to verify.
  ArchiveRequest archive_request;  ///< What is asked of the archive.
  long long archive_id = 0;        ///< Number of a result in it; 0 = not given.

  std::set<std::string> given;  ///< Names of the options that were given, without dashes.

  [[nodiscard]] bool has(const std::string& name) const { return given.contains(name); }
};

// Parts of a table; it refers to the options, which must outlive it.

/// The group of checkpoints; `unit` is what a search does between two chances to write one: "round".
void add_checkpoint_options(OptionTable& table, RunOptions& options, const std::string& unit);

/// The group of the device.
void add_device_options(OptionTable& table, RunOptions& options);

/// Of the group of outputs: how the search stands, the archive of `results`, what is printed. `more` is what --verbose adds.
void add_report_options(OptionTable& table, RunOptions& options, const std::string& results, const std::string& more);

/// Of the group of queries: all but --verify.
void add_query_options(OptionTable& table, RunOptions& options);

}  // namespace jam::app
