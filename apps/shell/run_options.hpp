// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The options that all programs have, whatever they pack: limits, checkpoints, device, files that show the
// progress of a search, archive. The struct owns every default. Times are in seconds. An empty path means
// that the file was not asked for.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "shell/option_pages.hpp"
#include "shell/option_table.hpp"

namespace jam::app {

/// Name of the option that says how many packings are searched side by side.
inline constexpr const char* instances_option = "instances";

/// The task of a program.
enum class Mode { page, search, simulate, verify, archive, check, compare };

enum class ArchiveAction { list, show, export_file, import_file, merge, verify };

/// A command of the archive, RunOptions::archive. Its options are fields of RunOptions.
struct ArchiveRequest {
  ArchiveAction action = ArchiveAction::list;
  std::string command;                         ///< The word for the action.
  std::vector<std::filesystem::path> sources;  ///< Files to import or merge.
};

/// How progress is shown: `automatic` as a bar on a terminal, else as a line every 10 s; `on` as a bar in any
/// case; `off` not at all.
enum class ProgressMode { automatic, on, off };

/// A program derives its options from these, and its constructor fills the table.
struct RunOptions {
  Mode mode = Mode::page;

  // Seed and limits
  std::uint64_t seed = 1;   ///< The user's, or the one drawn.
  bool seed_drawn = false;  ///< No --seed was given.
  double time_limit = 60;   ///< 0 = none, also if only a limit on the work is given.

  // Checkpoints
  std::filesystem::path checkpoint;  ///< Empty: next to the result, for long runs; `none`: none.
  double checkpoint_interval = 60;   ///< 0 = after every round.
  std::filesystem::path resume;      ///< Checkpoint to resume from, or `auto`; empty: a new search.

  // Device
  std::string device = "auto";  ///< Name for choose_device().
  int thread_count = 0;         ///< 0 = all.

  // Output
  std::filesystem::path out;      ///< The packing.
  std::filesystem::path json;     ///< "-" is standard output.
  std::filesystem::path html;     ///< Page for a browser.
  std::filesystem::path log;      ///< Log of the events, one line each.
  std::filesystem::path stats;    ///< Table (CSV) of values over time.
  std::filesystem::path status;   ///< State of the search as JSON.
  std::filesystem::path metrics;  ///< State of the search as metrics for Prometheus.
  /// Name for archive_file(). Empty: the per-user default; `none`: disabled. In Mode::archive, its file.
  std::filesystem::path archive;
  int live_port = -1;  ///< Port of --live; below 0: none.
  bool quiet = false;
  bool verbose = false;
  ProgressMode progress = ProgressMode::automatic;

  // Query
  std::vector<std::filesystem::path> verify;  ///< Packings to verify.
  std::filesystem::path compare;              ///< Page that compares the two files of `verify`.
  ArchiveRequest archive_request;             ///< The command in Mode::archive.
  long long archive_id = 0;                   ///< Number of a result in the archive; 0 = not given.
  bool dry_run = false;                       ///< Only check the options.
  std::string shell;                          ///< Shell of --completion.
  std::string page;                           ///< Text to print in Mode::page.

  OptionTable table;  ///< Its rows refer to this struct.

  RunOptions() = default;
  ~RunOptions() = default;
  RunOptions(const RunOptions&) = delete;
  RunOptions& operator=(const RunOptions&) = delete;

  [[nodiscard]] bool has(const std::string& name) const { return table.has(name); }
};

// Groups of rows.

/// --seed, --time, and the limits of the program.
void add_limits(RunOptions& options, std::vector<OptionRow> more);

/// --checkpoint, --checkpoint-every, --resume; they have an effect in `modes`. A checkpoint may be written
/// after each `unit`: "round".
void add_checkpoints(RunOptions& options, Modes modes, const std::string& unit);

/// --device, --threads.
void add_device(RunOptions& options);

/// --out and --json with these help texts, the rows of the program, and the reports: --status, --metrics,
/// --archive, --progress, --quiet,
/// --verbose. `results` is what the archive holds, `verbose` what --verbose adds.
void add_outputs(RunOptions& options, const char* out, const char* json, std::vector<OptionRow> more,
                 const std::string& results, const char* verbose);

/// --verify with this help text, --id, --dry-run, and the pages.
void add_queries(RunOptions& options, const char* verify);

/// The value of --seed: a whole number of 64 bits, listed if it was given or drawn and `listed` is true.
[[nodiscard]] OptionValue seed_value(RunOptions& options, std::function<bool()> listed);

// Rows that every program with a run has. The lines of --progress and --log are those of shell/console.hpp.
[[nodiscard]] OptionRow log_row(RunOptions& options, Modes modes, const char* help);
[[nodiscard]] OptionRow progress_row(RunOptions& options, Modes modes);
[[nodiscard]] OptionRow quiet_row(RunOptions& options, Modes modes);

/// The row --instances.
[[nodiscard]] OptionRow instances_row(int& count, Modes modes, const char* help);

/// Reads a command line into the options and chooses their mode. The word `archive` and those after it become
/// the request to the archive; other words go to `take_word`. If the limit on the work named `work_limit` is
/// given alone, there is no time limit; without --seed, a seed is drawn. Returns false if only a page is
/// wanted.
[[nodiscard]] bool parse_run(RunOptions& options, const Manual& manual, const char* work_limit, int argc,
                             const char* const* argv,
                             const std::function<void(const std::string&)>& take_word);

/// Throws InputError if --live or --html was given and this build has no pages.
void require_pages(const RunOptions& options);

/// The mode as a bit; for a search, `search_kind`.
[[nodiscard]] Modes mode_bit(const RunOptions& options, Modes search_kind);

/// Throws InputError for contradictions that all programs share: an option without effect in this mode
/// (`search_reason` ends the message about one without effect in this search), --quiet with --verbose or a
/// bar, --checkpoint none with --checkpoint-every, a file used twice.
void check_run(const RunOptions& options, Modes search_kind, const std::string& search_reason);

/// The files that --out, --json, --log, --stats, ... and the outputs of the program name; neither archive nor
/// checkpoint.
[[nodiscard]] std::vector<std::filesystem::path> output_files(const RunOptions& options);

}  // namespace jam::app
