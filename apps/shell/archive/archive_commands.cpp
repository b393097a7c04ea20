// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/archive/archive_commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <string_view>
#include <utility>

#include "jam/core/nearest_word.hpp"
#include "jam/core/version.hpp"
#include "jam/io/html_text.hpp"
#include "jam/io/json_writer.hpp"
#include "jam/io/text_table.hpp"
#include "shell/archive/search_archive.hpp"
#include "shell/figure_text.hpp"
#include "shell/output_faults.hpp"
#include "shell/program.hpp"

namespace jam::app {
namespace {

using archive::Archive;
using archive::Entry;

/// In the order of ArchiveAction.
const std::vector<std::string> commands = {"list", "show", "export", "import", "merge", "verify"};

void note(const std::string& text) { std::cerr << text << '\n'; }

/// The list as JSON (docs/formats.md).
std::string list_json(const std::vector<archive::Summary>& summaries, const archive::Kind& kind) {
  const auto object = [](const archive::Summary& summary) {
    const auto& [problem, best, result_count] = summary;
    return io::JsonObject("n", best.count, "problem", problem.label, "problem_id", problem.id, "value",
                          best.value)
        .add("results", result_count, "id", best.id, "found", best.time, "seed", best.seed)
        .add("options", best.options, "device", best.device);
  };
  return io::JsonObject::document()
      .add("schema", "jampack/archive-list/1", "kind", kind.name)
      .add("problems", io::json_lines(summaries, object))
      .text();
}

/// The list as a page for a browser.
std::string list_html(const std::vector<archive::Summary>& summaries, const ArchiveProgram& program,
                      const std::string& title) {
  std::string rows;
  for (const auto& [problem, best, result_count] : summaries) {
    rows += fmt::format(
        "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
        best.count, io::html_text(problem.label), io::html_text(program.value_text(best.value)),
        io::html_text(program.remark_text({problem, best})), result_count, best.id, io::html_text(best.time));
  }
  return fmt::format(R"({1}
body {{ margin: 1.5rem auto; max-width: 70rem; padding: 0 1rem; }}
td, th {{ text-align: left; padding: 0.2rem 1rem 0.2rem 0; }}
</style>
</head>
<body>
<h1>{0}</h1>
<table><thead><tr><th>n</th><th>problem</th><th>{2}</th><th>{3}</th><th>results</th><th>id</th><th>found (UTC)</th></tr></thead><tbody>
{4}</tbody></table>
</body>
</html>
)",
                     io::html_text(title), io::page_head(title), program.value_name, program.remark_name,
                     rows);
}

ExitCode list(const Archive& archive, const RunOptions& options, const ArchiveProgram& program) {
  const std::vector<archive::Summary> summaries = archive.summaries();
  OutputFaults faults;
  if (!options.html.empty())
    faults.write("--html", options.html, list_html(summaries, program, archive.file().filename().string()));
  if (!options.json.empty()) {
    const std::string text = list_json(summaries, program.kind);
    options.json == "-" ? print_result(text) : static_cast<void>(faults.write("--json", options.json, text));
  }
  faults.require_none();
  if (!options.html.empty() || !options.json.empty()) return ExitCode::ok;
  std::size_t label_width = std::string_view("problem").size();
  for (const archive::Summary& summary : summaries)
    label_width = std::max(label_width, summary.problem.label.size());
  const auto row = [&](const auto& n, const std::string& label, const std::string& value,
                       const std::string& remark, const auto& results, const auto& id,
                       const std::string& time) {
    return fmt::format("{:>7}  {:>{}}  {:>18}  {:>10}  {:>7}  {:>6}  {}\n", n, label, label_width, value,
                       remark, results, id, time);
  };
  std::string text =
      row("n", "problem", program.value_name, program.remark_name, "results", "id", "found (UTC)");
  for (const auto& [problem, best, result_count] : summaries) {
    text += row(best.count, problem.label, program.value_text(best.value),
                program.remark_text({problem, best}), result_count, best.id, best.time);
  }
  print_result(text);
  return ExitCode::ok;
}

/// The result that the request means: by its number, or the best one of the problem that the options name.
Entry chosen_entry(const Archive& archive, const RunOptions& options, const ArchiveProgram& program) {
  if (options.archive_id > 0) return archive.entry(options.archive_id);
  const auto selected = program.selected ? program.selected() : std::nullopt;
  if (!selected)
    throw InputError(fmt::format("archive {}: a result must be named: {}", options.archive_request.command,
                                 program.which));
  std::vector<Entry> history = archive.history(selected->problem.id);
  if (history.empty()) throw InputError(archive.file().string() + ": holds no result of " + selected->name);
  return std::move(history.front());
}

ExitCode show(const Archive& archive, const RunOptions& options, const ArchiveProgram& program) {
  const Entry shown = chosen_entry(archive, options, program);
  const archive::Record& record = shown.record;
  const std::string problem = fmt::format("{} {}, {}", record.count, shown.problem.label, shown.problem.id);
  const std::string value = fmt::format("{}, {} {}", program.value_text(record.value), program.remark_name,
                                        program.remark_text(shown));
  const std::pair<std::string, std::string> facts[] = {
      {"problem", problem},        {"result", std::to_string(record.id)},
      {program.value_name, value}, {"found", record.time},
      {"by", record.version},      {"seed", record.seed},
      {"device", record.device},   {"options", record.options}};
  std::string text;
  for (const auto& [name, known] : facts) {
    if (!known.empty()) text += fact(name, known);
  }
  const auto row = [](const auto& id, const std::string& worth, const std::string& remark,
                      const std::string& seed, const std::string& time) {
    return fmt::format("{:>6}  {:>18}  {:>10}  {:>20}  {}\n", id, worth, remark, seed, time);
  };
  text += "\n" + row("id", program.value_name, program.remark_name, "seed", "found (UTC)");
  for (const Entry& entry : archive.history(shown.problem.id)) {
    text += row(entry.record.id, program.value_text(entry.record.value), program.remark_text(entry),
                entry.record.seed.empty() ? "-" : entry.record.seed, entry.record.time);
  }
  print_result(text);
  return ExitCode::ok;
}

ExitCode export_file(const Archive& archive, const RunOptions& options, const ArchiveProgram& program) {
  const Entry entry = chosen_entry(archive, options, program);
  const std::string violation = program.kind.violation(entry.problem, entry.record);
  if (!violation.empty()) {
    throw UnverifiedError(fmt::format("{}: result {} does not pass verification: {}", archive.file().string(),
                                      entry.record.id, violation));
  }
  const ExportedResult exported = program.exported(entry);
  bool others = false, stored = true;  // Whether other formats are asked for; whether --out is none of them.
  for (const Format& format : exported.formats) {
    others = others || !format.file.empty();
    stored = stored && format.option != std::string_view("--out");
  }
  Written written = write_formats(exported.formats, exported.result);
  OutputFaults faults;
  if (stored && !options.out.empty() && faults.write("--out", options.out, entry.record.text))
    written.files.insert(written.files.begin(), options.out);
  for (const auto& file : written.files) {
    if (!options.quiet) note("written " + file.string());
  }
  if (options.out.empty() && !others) print_result(entry.record.text);
  for (const Format& format : exported.formats) {
    if (format.file == "-") print_result(format.text(exported.result));
  }
  require_written(written);
  faults.require_none();
  return ExitCode::ok;
}

/// Adds the exit code of one source: one that cannot be read weighs more than one with illegal results.
void count_in(ExitCode& code, ExitCode one) {
  if (code == ExitCode::ok || one == ExitCode::usage) code = one;
}

/// Reports each file at once. A refused file does not keep the others out; an error of the archive itself
/// ends the command.
ExitCode import_files(Archive& archive, const RunOptions& options, const ArchiveProgram& program) {
  ExitCode code = ExitCode::ok;
  for (const auto& file : options.archive_request.sources) {
    Entry entry;
    try {
      entry = program.read(file);
    } catch (const Error& error) {
      note("refused: " + std::string(error.what()));
      count_in(code, error.code());
      continue;
    }
    const archive::Offered offered = archive.offer(entry.problem, entry.record);
    print_result(fmt::format("{}: {} {}, {} = {}: {}\n", file.string(), entry.record.count,
                             entry.problem.label, program.value_name, program.value_text(entry.record.value),
                             offered.entered ? "entered" : "no better than what the archive holds"));
  }
  return code;
}

ExitCode merge(Archive& archive, const RunOptions& options, const ArchiveProgram& program) {
  ExitCode code = ExitCode::ok;
  for (const auto& file : options.archive_request.sources) {
    archive::Merged merged;
    try {
      merged = archive.merge(Archive(file, program.kind));
    } catch (const Error& error) {
      note("not merged: " + std::string(error.what()));
      count_in(code, error.code());
      continue;
    }
    for (const std::string& reason : merged.refused) note("refused: " + file.string() + ": " + reason);
    if (!merged.refused.empty()) count_in(code, ExitCode::no_verified_result);
    print_result(fmt::format("{}: {} entered, {} no better than what the archive holds, {} refused\n",
                             file.string(), merged.entered, merged.no_better, merged.refused.size()));
  }
  return code;
}

ExitCode verify(const Archive& archive) {
  const archive::Audit audit = archive.audit();
  std::string text;
  for (const auto& [kind, count] : audit.skipped) {
    text += fmt::format("skipped: {} of {}, which {} archive verify verifies\n",
                        counted(count, "result", "results"), kind,
                        kind == "boxes"     ? "trunkpack"
                        : kind == "circles" ? "circlepack"
                                            : "another program's");
  }
  for (const std::string& fault : audit.faults) text += "illegal: " + fault + "\n";
  text += fmt::format("{} results of {} problems: ", audit.result_count, audit.problem_count);
  text += audit.faults.empty() ? (audit.skipped.empty() ? "all legal\n" : "all of these legal\n")
                               : fmt::format("{} not legal\n", audit.faults.size());
  print_result(text);
  return audit.faults.empty() ? ExitCode::ok : ExitCode::no_verified_result;
}

}  // namespace

std::vector<CommandRow> archive_command_rows() {
  return {{"archive", archive_modes, "keeps the best results of all runs"},
          {"archive list", list_mode, "lists the problems in the archive with their best results"},
          {"archive show", show_mode, "shows a result and where it comes from"},
          {"archive export", export_mode, "writes a result to files"},
          {"archive import", import_mode, "enters packings, each after exact verification"},
          {"archive merge", merge_mode, "enters what other archives hold, after exact verification"},
          {"archive verify", audit_mode, "verifies all results exactly"}};
}

void take_archive_command(RunOptions& options, const std::vector<std::string>& words) {
  if (words.empty())
    throw InputError("archive: a command is required (list, show, export, import, merge, verify)");
  const std::string& command = words.front();
  const auto found = std::find(commands.begin(), commands.end(), command);
  if (found == commands.end()) {
    const std::string meant = nearest_word(command, commands);
    throw InputError(io::quoted(command) +
                     " is not a command of archive: list, show, export, import, merge or verify is needed" +
                     (meant.empty() ? "" : " (did you mean " + meant + "?)"));
  }
  const auto fail = [&](const std::string& error) { throw InputError("archive " + command + ": " + error); };
  const auto action = static_cast<ArchiveAction>(found - commands.begin());
  options.archive_request = {action, command, {}};
  const std::vector<std::string> others(words.begin() + 1, words.end());
  if (action == ArchiveAction::import_file || action == ArchiveAction::merge) {
    if (others.empty()) fail("the name of at least one file is needed");
    options.archive_request.sources.assign(others.begin(), others.end());
  } else if (!others.empty()) {
    if (others.size() > 1) fail(io::quoted(others[1]) + " is superfluous: one archive is accepted");
    if (!options.archive.empty())
      fail("the archive is given twice, as " + io::quoted(others[0]) + " and by --archive: give it once");
    options.archive = others.front();
  }
  if (!archive::available())
    fail("this build has no archive, as it was made without SQLite (Debian package libsqlite3-dev)");
  const std::optional<std::filesystem::path> file = archive_file(options.archive);
  if (!file)
    fail("there is no default archive (no home folder, or --archive none): name one by --archive FILE");
  options.archive = *file;
}

archive::Record imported_record(const std::string& program, std::string text,
                                const std::map<std::string, std::string>& comments) {
  const auto comment = [&](const char* key) {
    const auto found = comments.find(key);
    return found == comments.end() ? std::string() : found->second;
  };
  archive::Record record;
  record.text = std::move(text);
  record.seed = comment("seed");
  record.options = comment("options");
  record.version = comment("generator");
  if (record.version.empty()) record.version = fmt::format("imported by {} {}", program, version_number);
  return record;
}

ExitCode run_archive_command(const RunOptions& options, const ArchiveProgram& program) {
  archive::Settings settings;
  settings.warn = [](const std::string& text) { note("warning: " + text); };
  Archive archive(options.archive, program.kind, settings);
  switch (options.archive_request.action) {
    case ArchiveAction::list: return list(archive, options, program);
    case ArchiveAction::show: return show(archive, options, program);
    case ArchiveAction::export_file: return export_file(archive, options, program);
    case ArchiveAction::import_file: return import_files(archive, options, program);
    case ArchiveAction::merge: return merge(archive, options, program);
    case ArchiveAction::verify: return verify(archive);
  }
  return ExitCode::internal;
}

}  // namespace jam::app
