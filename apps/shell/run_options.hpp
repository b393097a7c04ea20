// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The options that all programs have, whatever they pack: limits, checkpoints, device, files that tell how a search stands, archive. The
// struct owns every default. Times are in seconds. An empty path means that the file was not asked for.
#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>

#include "shell/archive/archive_commands.hpp"
#include "shell/option_pages.hpp"
#include "shell/option_table.hpp"
#include "shell/terminal.hpp"

namespace jam::app {

/// Name of the option that says how many packings are searched side by side.
inline constexpr const char* instances_option = "instances";

struct RunOptions {
  // Seed and limits
  std::uint64_t seed = 1;   ///< The user's, or the one drawn.
  bool seed_drawn = false;  ///< No --seed was given.
  double time_limit = 60;   ///< 0 = none. Given only a limit on the work, that is the limit and there is none on the time.

  // Checkpoints
  std::filesystem::path checkpoint;  ///< Empty: beside the result, for long runs; `none`: none.
  double checkpoint_interval = 60;   ///< 0 = after every round.
  std::filesystem::path resume;      ///< Checkpoint to go on from, or `auto`; empty: begin anew.

  // Device
  std::string device = "auto";  ///< As choose_device() takes it.
  int thread_count = 0;         ///< 0 = all.

  // Output
  std::filesystem::path out;        ///< The packing.
  std::filesystem::path json;       ///< "-" is standard output.
  std::filesystem::path log;        ///< What happened, line by line.
  std::filesystem::path stats;      ///< CSV over time.
  std::filesystem::path stats_svg;  ///< Its plot; beside `stats` unless named.
  std::filesystem::path status;     ///< How the search stands, as JSON.
  std::filesystem::path metrics;    ///< The same for Prometheus.
  std::filesystem::path archive;    ///< As archive_file() takes it. Empty: the per-user default; `none`: disabled.
  bool quiet = false;
  bool verbose = false;
  ProgressMode progress = ProgressMode::automatic;

  // Query
  std::filesystem::path verify;    ///< Packing to verify.
  ArchiveRequest archive_request;  ///< What is asked of the archive.
  long long archive_id = 0;        ///< Number of a result in it; 0 = not given.
  bool dry_run = false;            ///< Check the options and end.
  std::string shell;               ///< Of --completion.
  std::string page;                ///< In Mode::page: what is printed.

  std::set<std::string> given;  ///< Names of the options that were given, without dashes.

  [[nodiscard]] bool has(const std::string& name) const { return given.contains(name); }
};

// Groups of rows, which refer to the options.

/// --seed, --time, and the limits of the program.
void add_limits(OptionTable& table, RunOptions& options, std::vector<OptionRow> more);

/// --checkpoint, --checkpoint-every, --resume; they have an effect in `modes`. `unit` is what a search does between two chances to write a
/// checkpoint: "round".
void add_checkpoints(OptionTable& table, RunOptions& options, Modes modes, const std::string& unit);

/// --device, --threads.
void add_device(OptionTable& table, RunOptions& options);

/// --out and --json with these texts, the rows of the program, and the reports: --status, --metrics, --archive, --progress, --quiet,
/// --verbose. `results` is what the archive holds, `verbose` what --verbose adds.
void add_outputs(OptionTable& table, RunOptions& options, const char* out, const char* json, std::vector<OptionRow> more,
                 const std::string& results, const char* verbose);

/// --verify with this text, --id, --dry-run, and the pages.
void add_queries(OptionTable& table, RunOptions& options, const char* verify);

/// The row --instances.
[[nodiscard]] OptionRow instances_row(int& count, Modes modes, const char* help);

/// Reads a command line into the options that `table` refers to. The word `archive` and those after it become the archive's request, other
/// words go to `take_word`. The limit on the work `work_limit` (its name) replaces the default time limit; a seed is drawn where none is
/// given. Returns false where only options.page is wanted. Afterwards the program chooses its mode and checks it.
[[nodiscard]] bool parse_run(RunOptions& options, const Manual& manual, const OptionTable& table, const char* work_limit, int argc,
                             const char* const* argv, const std::function<void(const std::string&)>& take_word);

/// The mode of what is asked of the archive.
[[nodiscard]] Modes mode_of(ArchiveAction action);

/// Throws InputError for what contradicts itself in every program: an option without effect in `mode` (`reason`: as in require_effects()),
/// --quiet with --verbose or a bar, --checkpoint none with --checkpoint-every, two uses of a file.
void check_run(const RunOptions& options, const OptionTable& table, Modes mode, const std::string& reason);

}  // namespace jam::app
