// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Combinations of options.
#include "option_rules.hpp"

#include <initializer_list>

#include "jam/core/error.hpp"
#include "shell/archived_starts.hpp"
#include "shell/output_rules.hpp"

namespace jam::app {
namespace {

namespace fs = std::filesystem;

constexpr std::initializer_list<const char*> checkpoint_options = {"checkpoint", "checkpoint-every", "resume"};
constexpr std::initializer_list<const char*> move_options = {"move-neighbour-swap", "move-swap",   "move-gradual-swap",
                                                             "move-outside",        "move-insert", "move-small-last"};

void refuse(const Options& options, std::initializer_list<const char*> names, const std::string& reason) {
  for (const char* name : names) {
    if (options.has(name)) throw InputError("--" + std::string(name) + " has no effect " + reason + ": leave it out");
  }
}

void check_verify(const Options& options) {
  const std::string reason = "with --verify";
  refuse(options,
         {"start", "search", "strategy", "start-kind", "relax", "mass", "instances", "active", "islands", "ladders", "exchange-every",
          "stuck", "trials", "time", "target", "seed"},
         reason);
  refuse(options, move_options, reason);
  refuse(options, checkpoint_options, reason);
  refuse(options, {"device", "threads", "log", "stats", "stats-svg", "status", "metrics", "archive", "id", "progress", "verbose"}, reason);
}

void check_archive(const Options& options) {
  const ArchiveAction action = options.archive_request.action;
  const bool chooses = action == ArchiveAction::show || action == ArchiveAction::export_file;
  const bool reads = action == ArchiveAction::import_file;
  const std::string reason = "with this use of archive";
  refuse(options,
         {"start", "search", "strategy", "start-kind", "relax", "mass", "instances", "active", "islands", "ladders", "exchange-every",
          "stuck", "trials", "time", "target", "seed", "verify"},
         reason);
  refuse(options, move_options, reason);
  refuse(options, checkpoint_options, reason);
  refuse(options,
         {"device", "threads", "packomania", "svg", "json", "log", "stats", "stats-svg", "status", "metrics", "progress", "verbose"},
         reason);
  if (!chooses) refuse(options, {"id"}, reason);
  if (!chooses && !reads) refuse(options, {"n", "radii"}, reason);
  if (!reads) refuse(options, {"import-format"}, reason);
  if (action != ArchiveAction::export_file) refuse(options, {"out"}, reason);
  if (action != ArchiveAction::export_file || !options.has("out")) refuse(options, {"quiet"}, reason);
  if (options.has("id")) refuse(options, {"n", "radii"}, "with --id");
}

void check_search(const Options& options) {
  refuse(options, {"id"}, "in a search");
  if (!options.has("resume")) require_problem(options);
  const std::size_t start_count = options.starts.size() + (options.start_archive ? 1 : 0);
  if (options.kind != SearchKind::multistart && start_count > 1) {
    throw InputError("--start is given " + std::to_string(start_count) + " times: --search " + search_name(options.kind) +
                     " begins from one packing");
  }
  if (options.start_archive && !options.has("resume")) require_archive_for_start(options.archive);
  if (options.kind == SearchKind::single) {
    refuse(options, {"instances", "active", "islands", "ladders", "exchange-every", "strategy"}, "with --search single");
    refuse(options, move_options, "with --search single");
    refuse(options, checkpoint_options, "with --search single, which keeps no checkpoints");
    if (start_count > 0) refuse(options, {"start-kind"}, "with --search single and --start");
  }
  if (options.kind == SearchKind::improve)
    refuse(options, {"start-kind", "active", "islands", "ladders", "exchange-every"}, "with --search improve");
  if (options.checkpoint == "none") refuse(options, {"checkpoint-every"}, "with --checkpoint none");
  if (options.search.relaxation != circles::Relaxation::contact) refuse(options, {"mass"}, "without --relax contact");
  if (options.starts.empty()) refuse(options, {"import-format"}, "without --start FILE or --verify");
  if (options.quiet && options.verbose) throw InputError("--quiet and --verbose contradict each other: give one of them");
  if (options.quiet) refuse(options, {"progress"}, "with --quiet");
  const circles::MoveWeights& m = options.search.moves;
  if (!(m.neighbour_swap + m.swap + m.gradual_swap + m.outside + m.insert + m.small_last > 0)) {
    throw InputError("the frequencies --move-... are all 0: at least one move is needed");
  }
}

}  // namespace

void require_problem(const Options& options) {
  if (options.n == 0 && !options.has("radii") && options.starts.empty()) {
    throw InputError("no problem is given: --n N, --radii FILE or --start FILE is needed; circlepack --help shows examples");
  }
  if (options.kind == SearchKind::improve && options.starts.empty() && !options.start_archive) {
    throw InputError("--search improve needs a packing to improve: --start FILE (circlepack --n N --time 10s makes one)");
  }
}

void check_rules(const Options& options) {
  if (options.mode == Mode::verify) check_verify(options);
  if (options.mode == Mode::archive) check_archive(options);
  if (options.mode == Mode::search) check_search(options);
  require_different_files({{"--out", options.out},
                           {"--packomania", options.packomania},
                           {"--svg", options.svg},
                           {"--json", options.json},
                           {"--log", options.log},
                           {"--stats", options.stats},
                           {"--stats-svg", options.stats_svg},
                           {"--status", options.status},
                           {"--metrics", options.metrics},
                           {"--checkpoint", options.checkpoint == "none" ? fs::path() : options.checkpoint},
                           {"--archive", options.mode == Mode::archive ? options.archive_request.archive : options.archive}});
}

fs::path plot_beside(const fs::path& stats) {
  fs::path plot = stats;
  plot.replace_extension(".svg");
  // A statistics file that is itself called .svg must not be replaced by its plot.
  if (plot == stats) plot += ".svg";
  return plot;
}

}  // namespace jam::app
