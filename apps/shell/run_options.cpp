// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/run_options.hpp"

#include <fmt/format.h>

#include <limits>
#include <random>
#include <utility>

#include "jam/io/stage_page.hpp"
#include "shell/archive/archive_commands.hpp"
#include "shell/option_values.hpp"

namespace jam::app {
namespace {

constexpr Words<ProgressMode> progress_words[] = {
    {"auto", ProgressMode::automatic}, {"on", ProgressMode::on}, {"off", ProgressMode::off}};

std::vector<std::string> companions_of_checkpoint(const std::string& file) {
  return {io::previous_checkpoint(file).string()};
}

/// Files that SQLite keeps next to a database.
std::vector<std::string> companions_of_archive(const std::string& file) {
  return {file + "-wal", file + "-shm", file + "-journal"};
}

}  // namespace

void add_limits(RunOptions& options, std::vector<OptionRow> more) {
  const char* group = "Seed and limits";
  options.table.add(group,
                    {{"seed", search_modes, Effect::result, seed_value(options, [] { return true; }),
                      "number that decides all random choices: the same seed gives the same result; default: "
                      "drawn and printed",
                      always_listed},
                     {"time", search_modes, Effect::limit, duration(options.time_limit),
                      "end after this time: 90 (seconds), 90s, 10m, 2h30m; 0: run until stopped (Ctrl-C)"}});
  options.table.add(group, std::move(more));
}

void add_checkpoints(RunOptions& options, Modes modes, const std::string& unit) {
  options.table.add(
      "Checkpoints",
      {{"checkpoint", modes, Effect::output,
        neutral(with_companions(file(options.checkpoint, FileUse::checkpoint_output, "FILE|none"),
                                companions_of_checkpoint),
                {"none"}),
        "file for the whole state of the run, from which --resume continues it; default: a run of more than "
        "10 min writes NAME.checkpoint beside the result; none: no checkpoint"},
       {"checkpoint-every", modes, Effect::output, duration(options.checkpoint_interval),
        "time between two checkpoints; 0: after every " + unit},
       {"resume", modes, Effect::query, file(options.resume, FileUse::checkpoint_input, "FILE|auto"),
        "resume a run from a checkpoint, with its options and limits; auto: from the file of --checkpoint, "
        "without it from NAME.checkpoint of this command line; if the file does not exist, start a new "
        "run"}});
}

void add_device(RunOptions& options) {
  options.table.add("Device",
                    {{"device", search_modes | simulate_mode, Effect::device,
                      neutral(text_value(options.device, "auto|cpu|cuda[:i]"), {"cpu"}),
                      "device that computes; auto: the first GPU, or the CPU if there is no GPU; cuda:1: GPU "
                      "1; cuda:0,2 or cuda:all: several GPUs of this machine share the work"},
                     {"threads", all_modes, Effect::device, whole(options.thread_count, 0, thread_limit),
                      "largest number of CPU threads; 0: all; does not change the result"}});
}

void add_outputs(RunOptions& options, const char* out, const char* json, std::vector<OptionRow> more,
                 const std::string& results, const char* verbose) {
  const Modes modes = search_modes | verify_mode;
  const char* group = "Output";
  options.table.add(group, {{"out", modes | simulate_mode | export_mode, Effect::output,
                             file(options.out, FileUse::packing_output), out},
                            {"json", modes | list_mode | export_mode | check_mode, Effect::output,
                             file(options.json, FileUse::output, "FILE|-"), json}});
  options.table.add(group, std::move(more));
  options.table.add(
      group,
      {log_row(options, search_modes,
               "log of the search: every improvement, and a line of progress every 10 s, also with --quiet"),
       {"stats", search_modes, Effect::output, file(options.stats, FileUse::output),
        "table (CSV) of the best value, the work and other figures over time"},
       {"status", search_modes, Effect::output, file(options.status, FileUse::output),
        "state of the search as JSON, rewritten every 5 s: best result, rates, expected end, whether the "
        "search has stalled"},
       {"metrics", search_modes, Effect::output, file(options.metrics, FileUse::output),
        "state of the search as metrics for Prometheus, rewritten every 5 s (textfile collector: NAME.prom)"},
       {"archive", search_modes | archive_modes, Effect::output,
        neutral(with_companions(file(options.archive, FileUse::archive, "FILE|none"), companions_of_archive),
                {"none"}),
        "database for every new best " + results +
            ", shared by all runs; default: jampack/archive.sqlite in $XDG_DATA_HOME or, if that is not set, "
            "~/.local/share; "
            "none: no archive"},
       progress_row(options, search_modes),
       quiet_row(options, all_modes),
       {"verbose", search_modes | simulate_mode, Effect::output, toggle(options.verbose), verbose}});
}

void add_queries(RunOptions& options, const char* verify) {
  options.table.add(
      "Query",
      {{"verify", verify_mode, Effect::query, file_list(options.verify, FileUse::packing_input), verify,
        may_repeat},
       {"compare", verify_mode, Effect::output, file(options.compare, FileUse::output),
        "page for a browser that shows the two files of --verify side by side and one over the other"},
       {"id", show_mode | export_mode, Effect::query,
        whole(options.archive_id, 1, std::numeric_limits<long long>::max(), "K"),
        "number of a result in the archive, as archive list shows it"},
       {"dry-run", all_modes, Effect::query, toggle(options.dry_run),
        "check the options only; no file is read or written"}});
  options.table.add("Query", page_rows(options.shell));
}

OptionValue seed_value(RunOptions& options, std::function<bool()> listed) {
  return {"N",
          [&options](const std::string& text) {
            const auto value = io::parse_number<std::uint64_t>(text);
            if (!value) throw InputError("a whole number from 0 to 18446744073709551615 is accepted");
            options.seed = *value;
          },
          [&options, listed = std::move(listed)] {
            return texts_if((options.has("seed") || options.seed_drawn) && listed(),
                            std::to_string(options.seed));
          }};
}

OptionRow log_row(RunOptions& options, Modes modes, const char* help) {
  return {"log", modes, Effect::output, file(options.log, FileUse::output), help};
}

OptionRow progress_row(RunOptions& options, Modes modes) {
  return {"progress", modes, Effect::output, neutral(choice(options.progress, progress_words), {"off"}),
          "display of the progress; auto: a bar on a terminal, else a line every 10 s; on: always a bar; "
          "off: none"};
}

OptionRow quiet_row(RunOptions& options, Modes modes) {
  return {"quiet", modes, Effect::output, toggle(options.quiet),
          "print only the result, warnings and errors"};
}

OptionRow instances_row(int& count, Modes modes, const char* help) {
  return {instances_option, modes, Effect::result, count_or_auto(count, instance_limit), help, may_change};
}

bool parse_run(RunOptions& options, const Manual& manual, const char* work_limit, int argc,
               const char* const* argv, const std::function<void(const std::string&)>& take_word) {
  std::vector<std::string> words;
  parse_command_line(manual.name, options.table, argc, argv, [&](const std::string& word) {
    if (word == "archive" || !words.empty()) {
      words.push_back(word);
    } else {
      take_word(word);
    }
  });
  if (const auto page = asked_page(manual, options.table, options.shell)) {
    options.page = *page;
    return false;
  }
  options.mode = !words.empty() ? Mode::archive : options.has("verify") ? Mode::verify : Mode::search;
  if (options.mode == Mode::archive) take_archive_command(options, {words.begin() + 1, words.end()});
  if (options.has(work_limit) && !options.has("time")) options.time_limit = 0;
  if (!options.has("seed")) {
    // Short enough to be typed again.
    options.seed = std::random_device{}();
    options.seed_drawn = true;
  }
  return true;
}

void require_pages(const RunOptions& options) {
  const bool lists = options.mode == Mode::archive && options.archive_request.action == ArchiveAction::list;
  const bool plain = lists || options.mode == Mode::compare;
  if (options.live_port >= 0 || (!options.html.empty() && !plain)) io::require_stage_pages();
}

Modes mode_bit(const RunOptions& options, Modes search_kind) {
  switch (options.mode) {
    case Mode::simulate: return simulate_mode;
    case Mode::verify: return verify_mode;
    case Mode::check: return check_mode;
    case Mode::compare: return compare_mode;
    case Mode::archive: return list_mode << static_cast<unsigned>(options.archive_request.action);
    default: return search_kind;
  }
}

void check_run(const RunOptions& options, Modes search_kind, const std::string& search_reason) {
  const std::string reason = options.mode == Mode::simulate  ? "with --steps"
                             : options.mode == Mode::verify  ? "with --verify"
                             : options.mode == Mode::check   ? "with check"
                             : options.mode == Mode::compare ? "with compare"
                             : options.mode == Mode::archive
                                 ? "with archive " + options.archive_request.command
                                 : search_reason;
  require_effects(options.table, mode_bit(options, search_kind), reason);
  require_pages(options);
  if (options.checkpoint == "none") refuse(options.table, {"checkpoint-every"}, "with --checkpoint none");
  if (options.quiet && options.verbose)
    throw InputError("--quiet and --verbose contradict each other: give one of them");
  if (options.quiet) refuse(options.table, {"progress"}, "with --quiet");
  if (options.has("compare") && options.verify.size() != 2)
    throw InputError(fmt::format("--compare takes two files of --verify, there {} {}",
                                 options.verify.size() == 1 ? "is" : "are", options.verify.size()));
  if (options.mode == Mode::verify && options.verify.size() > 1) {
    for (const OptionRow& row : options.table.rows) {
      const bool output = row.value.file == FileUse::output || row.value.file == FileUse::packing_output;
      if (output && row.name != std::string_view("json") && row.name != std::string_view("compare"))
        refuse(options.table, {row.name}, "with several files to verify");
    }
  }
  require_separate_files(options.table);
}

std::vector<std::filesystem::path> output_files(const RunOptions& options) {
  std::vector<std::filesystem::path> files;
  for (const OptionRow& row : options.table.rows) {
    if (row.value.file != FileUse::output && row.value.file != FileUse::packing_output) continue;
    for (const std::string& text : row.value.texts()) files.emplace_back(text);
  }
  return files;
}

}  // namespace jam::app
