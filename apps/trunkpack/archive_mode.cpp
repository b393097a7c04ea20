// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "load_formats.hpp"

#include <fmt/format.h>

#include <iostream>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "jam/archive/fingerprint.hpp"
#include "jam/core/version.hpp"
#include "jam/io/number_text.hpp"
#include "jam/mesh/verify_boxes.hpp"
#include "jam/trunk/io/box_files.hpp"
#include "jam/trunk/io/problem_text.hpp"
#include "modes.hpp"
#include "report.hpp"
#include "shell/archive/archive_commands.hpp"
#include "shell/archive/search_archive.hpp"

namespace jam::app {
namespace {

using archive::Entry;
using trunk::BoxRow;

/// Describes why a record is illegal in a problem; empty: it is legal.
std::string violation_in(const trunk::TrunkProblem& problem, const archive::Record& record) {
  try {
    const std::vector<BoxRow> rows = trunk::parse_box_file(record.text, "load").rows;
    if (std::ssize(rows) != record.count) return "its number of boxes is not the one it is listed with";
    if (litres_of(rows) != record.value) return "its volume is not the one it is listed with";
    const trunk::LoadVerdict verdict = mesh::check_boxes(problem, rows, 0, true);
    return verdict.legal ? std::string() : verdict.violations.front();
  } catch (const Error& error) {
    return error.what();
  }
}

/// Judges results of an archive in the problem of their definition. Reading a mesh from there takes time, so
/// the last one is kept.
archive::Kind checked_boxes_kind() {
  const auto last = std::make_shared<std::pair<std::string, trunk::TrunkProblem>>();
  const auto violation = [last](const archive::Problem& problem,
                                const archive::Record& record) -> std::string {
    try {
      if (last->first != problem.id) {
        last->second = trunk::read_definition(problem.definition);
        last->first = problem.id;
      }
    } catch (const Error& error) {
      return error.what();
    }
    return violation_in(last->second, record);
  };
  return {"boxes", false, violation};
}

/// A BOX file as a record, written again so that it means the same without --box and --rounded.
Entry read_entry(const Options& options, Task& task, const std::filesystem::path& file, const Note& note) {
  trunk::BoxFile read = read_packing(options, file);
  take_corner_radius(options, read, file, task, note);
  if (task.problem.corner_radius > 0)
    read.comments[trunk::rounded_comment] = io::number_text(task.problem.corner_radius);
  read.comments["imported-by"] = std::string("trunkpack ") + version_number;
  Entry entry{archived_problem(task),
              imported_record("trunkpack", trunk::box_text(read.rows, read.comments), read.comments)};
  entry.record.count = std::ssize(read.rows);
  entry.record.value = litres_of(read.rows);
  const std::string violation = violation_in(task.problem, entry.record);
  if (!violation.empty()) throw UnverifiedError(file.string() + ": illegal: " + violation);
  return entry;
}

}  // namespace

archive::Kind boxes_kind(const trunk::TrunkProblem& problem) {
  return {"boxes", false, [&problem](const archive::Problem&, const archive::Record& record) {
            return violation_in(problem, record);
          }};
}

archive::Problem archived_problem(const Task& task) {
  archive::Problem problem;
  problem.definition = trunk::definition_text(task.problem);
  problem.id = archive::fingerprint(problem.definition);
  problem.label = task.name + ", " + boxes_text(task.problem);
  return problem;
}

void add_archived_starts(const Options& options, Task& task, const Notices& notices) {
  ArchivedStarts starts = archived_starts(options.archive, boxes_kind(task.problem), archived_problem(task),
                                          archived_start_limit, litres_text, notices);
  for (const Entry& entry : starts.entries) {
    // The fixed boxes are among them, unchanged from their file.
    task.starts.push_back(
        trunk::without_fixed(task.problem, trunk::parse_box_file(entry.record.text, "load").rows));
  }
  task.archived_starts = std::move(starts.taken);
}

ExitCode run_archive(Options& options) {
  const Note note = [](const std::string& text) { std::cerr << "note: " << text << '\n'; };
  ArchiveProgram program;
  program.kind = checked_boxes_kind();
  program.value_name = "volume";
  program.value_text = litres_text;
  program.remark_name = "tolerance";
  program.remark_text = [](const Entry& entry) {
    constexpr std::string_view head = "boxes/1\ntolerance ";
    const std::string& text = entry.problem.definition;
    return text.substr(head.size(), text.find('\n', head.size()) - head.size()) + " mm";
  };
  program.exported = [&](const Entry& entry) {
    Task archived;
    archived.name = entry.problem.label;
    archived.problem = trunk::read_definition(entry.problem.definition);
    options.tolerance = archived.problem.tolerance;
    const trunk::BoxFile file = trunk::parse_box_file(entry.record.text, "load");
    trunk::LoadReport report = make_report(
        options, archived, file.rows, mesh::check_boxes(archived.problem, file.rows, options.thread_count));
    report.problem = entry.problem.label;
    const auto comments = std::make_shared<const trunk::BoxFileComments>(file.comments);
    std::vector<Format> formats = load_formats(options, *comments, {});
    formats.erase(formats.begin());
    return ExportedResult{result_of(std::move(report)), std::move(formats), comments};
  };
  program.which = "--id K names one of those that `archive list` shows";
  ArchiveRequest& request = options.archive_request;
  Task task;
  if (request.action == ArchiveAction::import_file) {
    if (request.sources.size() < 2)
      throw InputError("archive import: a mesh and at least one BOX file are needed");
    if (!is_archived(options.set))
      throw InputError(fmt::format(
          "archive import: the set {} has values, least counts or limits of mass, and an archive compares "
          "loads by litres",
          options.set_file.string()));
    options.mesh = request.sources.front();
    request.sources.erase(request.sources.begin());
    task =
        make_task(options, note, [](const std::string& text) { std::cerr << "warning: " << text << '\n'; });
  }
  program.read = [&](const std::filesystem::path& file) { return read_entry(options, task, file, note); };
  return run_archive_command(options, program);
}

}  // namespace jam::app
