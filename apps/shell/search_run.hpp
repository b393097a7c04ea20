// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A search from its options to its files, for any program. The program describes what it searches in two
// structs: SearchProgram, for the command line, and SearchJob, for the search after its files are read.
// run_search() does the rest: ranks, device, checkpoints, console, log, statistics, status, archive, files,
// final table, exit code. What a program leaves empty is left out. docs/developing.md has a checklist.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "jam/core/device.hpp"
#include "jam/core/error.hpp"
#include "jam/core/stop.hpp"
#include "jam/search/run_context.hpp"
#include "shell/archive/search_archive.hpp"
#include "shell/checkpoints.hpp"
#include "shell/live.hpp"
#include "shell/outputs.hpp"
#include "shell/run_events.hpp"
#include "shell/run_options.hpp"
#include "shell/stats.hpp"

namespace jam::app {

/// How a search ended.
struct SearchEnd {
  StopReason reason = StopReason::none;
  /// Why, where neither limit of time, target nor signal ended it: `trial limit of 300`.
  std::string finished;
  RunProgress totals;            ///< Totals of the search; the text is empty.
  std::optional<Result> result;  ///< The verified result; empty if none was found.
  std::string error = {};        ///< Names a rank that was lost, in one sentence; empty: none.
  /// Why the result does not pass a check that the options require; empty: it passes.
  std::string failed_check = {};
};

/// The input that a program has read, and its search.
struct SearchJob {
  // For people and monitors.
  std::string problem;  ///< `12 circles, linear (radii 1 to 12)`
  std::string name;     ///< Short: `linear-n12`.
  std::string opening;  ///< Problem and search: lines of facts (figure_text.hpp), printed before the search.
  std::string stall_advice;  ///< Advice for a search that stalls.

  MetricTable metrics;
  OutputPlan outputs;
  std::optional<ArchivePlan> archive;  ///< Nothing: not archived. The shell gives `record`.
  /// Text of a record; empty: as in the first format.
  std::function<std::string(const Result& result)> archived_text;

  /// On a new search: gives the options that follow from the machine or the number of ranks their values, and
  /// marks them as given, so that the options of a result give it again on any machine. Empty: none does.
  std::function<void(const Device& device, int rank_count)> resolve;
  /// Takes what the files of a result say of their origin: `generator`, `options` (those that give it again),
  /// `starts` and `history` where there are any.
  std::function<void(const std::map<std::string, std::string>& origin)> prepare;

  LiveView live;  ///< Pages of --live; empty if the program has no such option.

  // In checkpoints.
  /// Describes the problem; called when the first checkpoint is written.
  std::function<std::string()> problem_section;
  std::string starts;  ///< Results of the archive from which the search began; empty: none.
  std::vector<io::CheckpointOption> remarks;  ///< Facts that only inform.

  /// Searches. The checkpoint of the context holds the state to resume from.
  std::function<SearchEnd(const RunContext<RunListener>& run)> search;
  /// The final table, up to how the search ended.
  std::function<std::string(const Result& result)> table;
  /// R = 9.0014, 482.00 l.
  std::function<std::string(double value)> value_text;
  const char* better_value = "better";  ///< A result in the archive `holds 8.00 l, which is more`
  const char* same_value = "as good";   ///< `holds 8.00 l, as much`
  /// How to search on from the packing in a file (empty: there is none) after a time limit, where there is no
  /// checkpoint.
  std::function<std::string(const std::filesystem::path& file)> continue_hint;
};

/// Why several ranks cannot share a search.
struct OneProcess {
  std::string subject;  ///< The reason: `--search single`; empty: they can.
  std::string advice;   ///< Advice to the user.
};

/// A search as the command line defines it.
struct SearchProgram {
  const char* name;           ///< `circlepack`
  const RunOptions& options;  ///< Must outlive it, as the next.
  Assignment& assignment;
  RunLimits limits = {};
  std::string heading = {};  ///< Heading over the rows of improvements.
  OutputPlan outputs = {};   ///< Known before reading: `choose_name`, `stem`, `suffix`, `in_use`.
  CheckpointRules checkpoints = {};
  OneProcess one_process = {};

  /// Reads the problem; that counts against the time limit and ends on a signal. Called by every rank, before
  /// MPI and CUDA are started: a program may fork there.
  std::function<SearchJob(StopToken& stop, const Notices& notices)> read = {};
};

/// Searches, prints, returns the exit code: alone, or as one of the ranks that mpirun or srun started, of
/// which only rank 0 writes.
[[nodiscard]] ExitCode run_search(const SearchProgram& program);

/// Seed and limits as users see them; `work_limit`: `300 trials`, or empty.
[[nodiscard]] std::string limits_text(const RunOptions& options, const std::string& work_limit);

}  // namespace jam::app
