// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/archive/archive_commands.hpp"

#include <algorithm>
#include <array>
#include <iostream>
#include <string_view>
#include <utility>

#include "jam/archive/archive_path.hpp"
#include "jam/core/nearest_word.hpp"
#include "jam/io/atomic_file.hpp"
#include "jam/io/text_table.hpp"
#include "shell/archive/archive_writer.hpp"
#include "shell/figure_text.hpp"
#include "shell/option_values.hpp"
#include "shell/standard_output.hpp"

namespace jam::app {
namespace {

using archive::Archive;
using archive::Entry;

constexpr std::pair<const char*, ArchiveAction> action_words[] = {
    {"list", ArchiveAction::list},          {"show", ArchiveAction::show},   {"export", ArchiveAction::export_file},
    {"import", ArchiveAction::import_file}, {"merge", ArchiveAction::merge}, {"verify", ArchiveAction::verify}};

ArchiveAction action_of(const std::string& word) {
  std::vector<std::string> words;
  for (const auto& [name, action] : action_words) {
    if (word == name) return action;
    words.emplace_back(name);
  }
  const std::string meant = nearest_word(word, words);
  throw InputError(io::quoted(word) + " is no command of archive: list, show, export, import, merge or verify is needed" +
                   (meant.empty() ? "" : " (did you mean " + meant + "?)"));
}

void note(const std::string& text) { std::cerr << text << '\n'; }

Archive open(const ArchiveRequest& request, const ArchiveProgram& program) {
  archive::Settings settings;
  settings.warn = [](const std::string& text) { note("warning: " + text); };
  return {request.archive, program.kind, settings};
}

/// A line of a table: cells right-aligned in their columns, the last one as it is.
std::string line(const std::vector<std::pair<std::string, std::size_t>>& cells) {
  std::string text;
  for (const auto& [cell, width] : cells) text += (text.empty() ? "" : "  ") + padded(cell, width);
  return text + "\n";
}

std::string problem_name(const archive::Problem& problem, long long count) { return std::to_string(count) + " " + problem.label; }

ExitCode list(const Archive& archive, const ArchiveProgram& program) {
  const std::vector<archive::Summary> summaries = archive.summaries();
  std::size_t label_width = std::string_view("problem").size();
  for (const archive::Summary& summary : summaries) label_width = std::max(label_width, summary.problem.label.size());
  std::string text = line({{"n", 7},
                           {"problem", label_width},
                           {program.value_name, 18},
                           {program.remark_name, 10},
                           {"results", 7},
                           {"id", 6},
                           {"found (UTC)", 0}});
  for (const archive::Summary& summary : summaries) {
    const Entry best{summary.problem, summary.best};
    text += line({{std::to_string(summary.best.count), 7},
                  {summary.problem.label, label_width},
                  {program.value_text(best), 18},
                  {program.remark_text(best), 10},
                  {std::to_string(summary.result_count), 7},
                  {std::to_string(summary.best.id), 6},
                  {summary.best.time, 0}});
  }
  print_result(text);
  return ExitCode::ok;
}

/// The result that the request means: by its number, or the best one of the problem that the options name.
Entry chosen_entry(const Archive& archive, const ArchiveRequest& request, const ArchiveProgram& program) {
  if (request.id > 0) return archive.entry(request.id);
  const std::optional<archive::Problem> problem = program.selected();
  if (!problem) throw InputError("which result? " + program.which);
  std::vector<Entry> history = archive.history(problem->id);
  if (history.empty()) throw InputError(archive.file().string() + ": holds no result of " + program.selected_name());
  return std::move(history.front());
}

ExitCode show(const Archive& archive, const ArchiveRequest& request, const ArchiveProgram& program) {
  constexpr std::size_t column = 12;
  const Entry shown = chosen_entry(archive, request, program);
  const archive::Record& record = shown.record;
  std::string text = fact("problem", problem_name(shown.problem, record.count) + ", " + shown.problem.id, column);
  text += fact("result", std::to_string(record.id), column);
  text +=
      fact(program.value_name.c_str(), program.value_text(shown) + ", " + program.remark_name + " " + program.remark_text(shown), column);
  text += fact("found", record.time, column);
  text += fact("by", record.version, column);
  const auto add = [&](const char* name, const std::string& value) {
    if (!value.empty()) text += fact(name, value, column);
  };
  add("seed", record.seed);
  add("device", record.device);
  add("options", record.options);
  text += "\n" + line({{"id", 6}, {program.value_name, 18}, {program.remark_name, 10}, {"seed", 20}, {"found (UTC)", 0}});
  for (const Entry& entry : archive.history(shown.problem.id)) {
    text += line({{std::to_string(entry.record.id), 6},
                  {program.value_text(entry), 18},
                  {program.remark_text(entry), 10},
                  {entry.record.seed.empty() ? "-" : entry.record.seed, 20},
                  {entry.record.time, 0}});
  }
  print_result(text);
  return ExitCode::ok;
}

ExitCode export_file(const Archive& archive, const ArchiveRequest& request, const ArchiveProgram& program) {
  const Entry entry = chosen_entry(archive, request, program);
  const std::string violation = program.kind.violation(entry.problem, entry.record);
  if (!violation.empty()) {
    throw UnverifiedError(archive.file().string() + ": result " + std::to_string(entry.record.id) +
                          " does not pass verification: " + violation);
  }
  if (request.out.empty()) {
    print_result(entry.record.text);
    return ExitCode::ok;
  }
  io::write_atomically(request.out, entry.record.text);
  if (!request.quiet) note("written " + request.out.string());
  return ExitCode::ok;
}

/// What several sources come to: one that cannot be read weighs more than one with illegal results.
void count_in(ExitCode& code, ExitCode one) {
  if (code == ExitCode::ok || one == ExitCode::usage) code = one;
}

/// One file after the other, each with its line at once: one that is refused does not keep the others out. Trouble with the archive itself
/// ends it.
ExitCode import_files(Archive archive, const ArchiveRequest& request, const ArchiveProgram& program) {
  ExitCode code = ExitCode::ok;
  for (const auto& file : request.sources) {
    Entry entry;
    try {
      entry = program.read(file);
    } catch (const Error& error) {
      note("refused: " + std::string(error.what()));
      count_in(code, error.code());
      continue;
    }
    const std::string value = program.value_name + " = " + program.value_text(entry);
    const archive::Offered offered = archive.offer(entry.problem, entry.record);
    print_result(file.string() + ": " + problem_name(entry.problem, entry.record.count) + ", " + value +
                 (offered.entered ? ": entered" : ": no better than what is there") + "\n");
  }
  return code;
}

ExitCode merge(Archive archive, const ArchiveRequest& request, const ArchiveProgram& program) {
  ExitCode code = ExitCode::ok;
  for (const auto& file : request.sources) {
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
    print_result(file.string() + ": " + std::to_string(merged.entered) + " entered, " + std::to_string(merged.no_better) +
                 " no better than what is there, " + std::to_string(merged.refused.size()) + " refused\n");
  }
  return code;
}

ExitCode verify(const Archive& archive) {
  const archive::Audit audit = archive.audit();
  std::string text;
  for (const std::string& fault : audit.faults) text += "illegal: " + fault + "\n";
  text += std::to_string(audit.result_count) + " results of " + std::to_string(audit.problem_count) + " problems: ";
  text += audit.faults.empty() ? "all legal\n" : std::to_string(audit.faults.size()) + " not legal\n";
  print_result(text);
  return audit.faults.empty() ? ExitCode::ok : ExitCode::no_verified_result;
}

}  // namespace

ArchiveRequest archive_request(const std::vector<std::string>& words, const std::filesystem::path& archive, long long id,
                               const std::filesystem::path& out) {
  if (words.empty()) throw InputError("archive: what about it? list, show, export, import, merge or verify is needed");
  ArchiveRequest request;
  request.action = action_of(words.front());
  request.id = id;
  request.out = out;
  std::filesystem::path named = archive;
  const std::vector<std::string> others(words.begin() + 1, words.end());
  if (request.action == ArchiveAction::import_file || request.action == ArchiveAction::merge) {
    if (others.empty()) throw InputError("archive " + words.front() + ": the name of at least one file is needed");
    request.sources.assign(others.begin(), others.end());
  } else if (!others.empty()) {
    if (others.size() > 1) throw InputError("archive " + words.front() + ": what is " + io::quoted(others[1]) + "? One archive is enough");
    if (!named.empty())
      throw InputError("archive " + words.front() + ": the archive is given twice, as " + io::quoted(others[0]) +
                       " and by --archive: give it once");
    named = others.front();
  }
  if (!archive::available()) {
    throw InputError("archive " + words.front() +
                     ": this build has no archive; SQLite (Debian package libsqlite3-dev) was not there when it was made");
  }
  const std::optional<std::filesystem::path> file = archive_file(named);
  if (!file)
    throw InputError("archive " + words.front() + ": there is no archive of your own here (no home folder): --archive FILE names one");
  request.archive = *file;
  return request;
}

ExitCode run_archive_command(const ArchiveRequest& request, const ArchiveProgram& program) {
  Archive archive = open(request, program);
  switch (request.action) {
    case ArchiveAction::list: return list(archive, program);
    case ArchiveAction::show: return show(archive, request, program);
    case ArchiveAction::export_file: return export_file(archive, request, program);
    case ArchiveAction::import_file: return import_files(std::move(archive), request, program);
    case ArchiveAction::merge: return merge(std::move(archive), request, program);
    case ArchiveAction::verify: return verify(archive);
  }
  return ExitCode::internal;
}

}  // namespace jam::app
