// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/run_options.hpp"

#include <fmt/format.h>

#include <iterator>
#include <limits>
#include <random>
#include <utility>

#include "shell/option_values.hpp"

namespace jam::app {
namespace {

constexpr Words<ProgressMode> progress_words[] = {{"auto", ProgressMode::automatic}, {"on", ProgressMode::on}, {"off", ProgressMode::off}};

void append(std::vector<OptionRow>& rows, std::vector<OptionRow> more) {
  rows.insert(rows.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

/// The plot that belongs to a statistics file: the same name with the suffix .svg.
std::filesystem::path plot_beside(const std::filesystem::path& stats) {
  std::filesystem::path plot = stats;
  plot.replace_extension(".svg");
  // A statistics file that is itself called .svg must not be replaced by its plot.
  if (plot == stats) plot += ".svg";
  return plot;
}

}  // namespace

void add_limits(OptionTable& table, RunOptions& options, std::vector<OptionRow> more) {
  const auto set_seed = [&options](const std::string& text) {
    const auto value = io::parse_number<std::uint64_t>(text);
    if (!value) throw InputError("a whole number from 0 to 18446744073709551615 is accepted");
    options.seed = *value;
  };
  const auto seed_texts = [&options] {
    return options.has("seed") || options.seed_drawn ? std::vector{std::to_string(options.seed)} : std::vector<std::string>();
  };
  std::vector<OptionRow> rows{{"seed",
                               search_modes,
                               Effect::result,
                               {"N", set_seed, seed_texts},
                               "same seed, same result; without it one is drawn and printed",
                               {.always = true}},
                              {"time", search_modes, Effect::limit, duration(options.time_limit),
                               "end after this time: 90, 90s, 10m, 2h30m; 0: run until stopped (Ctrl-C)"}};
  append(rows, std::move(more));
  add_group(table, "Seed and limits", std::move(rows));
}

void add_checkpoints(OptionTable& table, RunOptions& options, Modes modes, const std::string& unit) {
  add_group(table, "Checkpoints",
            {{"checkpoint", modes, Effect::output, neutral(file(options.checkpoint, FileUse::checkpoint_output, "FILE|none"), {"none"}),
              "the whole state of the search, to go on from; runs over 10 min write it without being asked, beside the result: "
              "NAME.checkpoint; none: never"},
             {"checkpoint-every", modes, Effect::output, duration(options.checkpoint_interval),
              "time between two of them; 0: after every " + unit},
             {"resume", modes, Effect::query, file(options.resume, FileUse::checkpoint_input, "FILE|auto"),
              "go on from a checkpoint with its options and limits; auto: from the one that this command line would write, where it is "
              "there"}});
}

void add_device(OptionTable& table, RunOptions& options) {
  add_group(table, "Device",
            {{"device", search_modes | simulate_mode, Effect::device, neutral(text_value(options.device, "auto|cpu|cuda[:i]"), {"cpu"}),
              "where to search; cuda:0,2 or cuda:all: several GPUs of this machine share the work"},
             {"threads", all_modes, Effect::device, whole(options.thread_count, 0, thread_limit, "N", " (0: all)"),
              "most CPU threads, 0: all; never changes the result"}});
}

void add_outputs(OptionTable& table, RunOptions& options, const char* out, const char* json, std::vector<OptionRow> more,
                 const std::string& results, const char* verbose) {
  const Modes files = search_modes | verify_mode;
  std::vector<OptionRow> rows{{"out", files | simulate_mode | export_mode, Effect::output, file(options.out, FileUse::packing_output), out},
                              {"json", files, Effect::output, file(options.json, FileUse::output, "FILE|-"), json}};
  append(rows, std::move(more));
  append(rows,
         {{"log", search_modes, Effect::output, file(options.log, FileUse::output),
           "every improvement and a line every 10 s, also with --quiet"},
          {"stats", search_modes, Effect::output, file(options.stats, FileUse::output),
           "CSV of the best value, work, ... over time, and its plot beside it (.svg)"},
          {"stats-svg", search_modes, Effect::output, file(options.stats_svg, FileUse::output), "plot of the best value over time"},
          {"status", search_modes, Effect::output, file(options.status, FileUse::output),
           "how the search stands as JSON, renewed every 5 s: state, result, rates, ETA, stall"},
          {"metrics", search_modes, Effect::output, file(options.metrics, FileUse::output),
           "the same as metrics for Prometheus (textfile collector: NAME.prom)"},
          {"archive", search_modes | archive_modes, Effect::output, neutral(file(options.archive, FileUse::output, "FILE|none"), {"none"}),
           "every new best " + results +
               ", for all runs together; without it jampack/archive.sqlite in $XDG_DATA_HOME, where that is not set in ~/.local/share; "
               "none: nowhere"},
          {"progress", search_modes, Effect::output, neutral(choice(options.progress, progress_words), {"off"}),
           "auto: a bar on a terminal, else a line every 10 s; on: a bar in any case; off: neither"},
          {"quiet", all_modes, Effect::output, toggle(options.quiet), "only the result, warnings and errors"},
          {"verbose", search_modes | simulate_mode, Effect::output, toggle(options.verbose), verbose}});
  add_group(table, "Output", std::move(rows));
}

void add_queries(OptionTable& table, RunOptions& options, const char* verify) {
  std::vector<OptionRow> rows{
      {"verify", verify_mode, Effect::query, file(options.verify, FileUse::packing_input), verify},
      {"id", show_mode | export_mode, Effect::query, whole(options.archive_id, 1, std::numeric_limits<long long>::max(), "K"),
       "a result in the archive"},
      {"dry-run", all_modes, Effect::query, toggle(options.dry_run), "only check the options; no file is read or written"}};
  append(rows, page_rows(options.shell));
  add_group(table, "Query", std::move(rows));
}

OptionRow instances_row(int& count, Modes modes, const char* help) {
  return {instances_option, modes, Effect::result, count_or_auto(count, instance_limit), help, {.may_change = true}};
}

bool parse_run(RunOptions& options, const Manual& manual, const OptionTable& table, const char* work_limit, int argc,
               const char* const* argv, const std::function<void(const std::string&)>& take_word) {
  std::vector<std::string> words;
  options.given = parse_command_line(manual.name.c_str(), table, argc, argv, [&](const std::string& word) {
    if (word == "archive" || !words.empty()) {
      words.push_back(word);
    } else {
      take_word(word);
    }
  });
  if (const auto page = asked_page(manual, table, options.given, options.shell)) {
    options.page = *page;
    return false;
  }
  if (!words.empty()) {
    options.archive_request = archive_request({words.begin() + 1, words.end()}, options.archive, options.archive_id, options.out);
    options.archive_request.quiet = options.quiet;
    options.archive = options.archive_request.archive;
  }
  if (options.has("stats") && !options.has("stats-svg")) options.stats_svg = plot_beside(options.stats);
  if (options.has(work_limit) && !options.has("time")) options.time_limit = 0;
  if (!options.has("seed")) {
    // Short enough to be typed again.
    options.seed = std::random_device{}();
    options.seed_drawn = true;
  }
  return true;
}

Modes mode_of(ArchiveAction action) {
  switch (action) {
    case ArchiveAction::list: return list_mode;
    case ArchiveAction::show: return show_mode;
    case ArchiveAction::export_file: return export_mode;
    case ArchiveAction::import_file: return import_mode;
    case ArchiveAction::merge: return merge_mode;
    case ArchiveAction::verify: return audit_mode;
  }
  return list_mode;
}

void check_run(const RunOptions& options, const OptionTable& table, Modes mode, const std::string& reason) {
  require_effects(table, options.given, mode, reason);
  if (options.checkpoint == "none") refuse(table, options.given, {"checkpoint-every"}, "with --checkpoint none");
  if (options.quiet && options.verbose) throw InputError("--quiet and --verbose contradict each other: give one of them");
  if (options.quiet) refuse(table, options.given, {"progress"}, "with --quiet");
  require_separate_files(table);
}

}  // namespace jam::app
