// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "archive_mode.hpp"

#include <iostream>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "jam/archive/fingerprint.hpp"
#include "jam/core/version.hpp"
#include "jam/io/number_text.hpp"
#include "jam/mesh/mesh_verifier.hpp"
#include "jam/trunk/io/box_files.hpp"
#include "jam/trunk/io/problem_text.hpp"
#include "load_formats.hpp"
#include "shell/archive/archive_commands.hpp"
#include "shell/archive/archived_starts.hpp"

namespace jam::app {
namespace {

using archive::Entry;
using trunk::BoxRow;

/// What speaks against a record in a problem whose definition was read or made before.
std::string violation_in(const trunk::TrunkProblem& problem, const archive::Record& record) {
  try {
    const std::vector<BoxRow> rows = trunk::parse_box_file(record.text, "load").rows;
    if (std::ssize(rows) != record.count) return "it holds another number of boxes than it is listed with";
    if (litres_of(rows) != record.value) return "its volume is another one than it is listed with";
    trunk::LoadVerdict verdict = mesh::MeshVerifier(problem).verify(rows);
    trunk::add_set_violations(problem, rows, verdict);
    return verdict.legal ? std::string() : verdict.violations.front();
  } catch (const Error& error) {
    return error.what();
  }
}

/// Reading a mesh from its definition takes time: the last one is kept.
archive::Kind boxes_kind() {
  const auto last = std::make_shared<std::pair<std::string, trunk::TrunkProblem>>();
  const auto violation = [last](const archive::Problem& problem, const archive::Record& record) -> std::string {
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

/// A BOX file as it stands where it means the same without --box; else written again with the sizes of its boxes.
Entry read_entry(const Options& options, Task& task, const std::filesystem::path& file) {
  trunk::BoxFile read = read_packing(options, file);
  take_corner_radius(options, read, file, task, [](const std::string& text) { std::cerr << "note: " << text << '\n'; });
  if (task.problem.corner_radius > 0) read.comments[trunk::rounded_comment] = io::number_text(task.problem.corner_radius);
  read.comments["imported-by"] = std::string("trunkpack ") + version_number;
  const auto comment = [&](const char* key) {
    const auto found = read.comments.find(key);
    return found == read.comments.end() ? std::string() : found->second;
  };
  Entry entry{archived_problem(task), record_of(trunk::box_text(read.rows, read.comments), read.rows)};
  entry.record.options = comment("options");
  entry.record.version = comment("generator");
  if (entry.record.version.empty()) entry.record.version = "imported by " + read.comments["imported-by"];
  const std::string violation = violation_in(task.problem, entry.record);
  if (!violation.empty()) throw UnverifiedError(file.string() + ": illegal: " + violation);
  return entry;
}

}  // namespace

archive::Kind boxes_kind(const trunk::TrunkProblem& problem) {
  return {"boxes", false, [&problem](const archive::Problem&, const archive::Record& record) { return violation_in(problem, record); }};
}

archive::Record record_of(std::string text, const std::vector<BoxRow>& rows) {
  archive::Record record;
  record.count = std::ssize(rows);
  record.value = litres_of(rows);
  record.text = std::move(text);
  return record;
}

archive::Problem archived_problem(const Task& task) {
  archive::Problem problem;
  problem.definition = trunk::definition_text(task.problem);
  problem.id = archive::fingerprint(problem.definition);
  problem.label = task.name + ", " + boxes_text(task.problem);
  return problem;
}

std::string litres_text(double litres) { return io::fixed_text(litres, 2) + " l"; }

std::string take_archived_start(const Options& options, Task& task, const Note& note, const Note& warn) {
  const ArchivedStarts starts = archived_starts(
      options.archive, boxes_kind(task.problem), archived_problem(task), 1,
      [](const archive::Entry& entry) { return litres_text(entry.record.value); }, warn);
  if (!starts.error.empty()) warn("--start archive: " + starts.error + ": the search begins anew");
  if (starts.entries.empty()) return {};
  note(starts.note);
  // The fixed boxes are among them, as they stand in their file.
  task.start = trunk::without_fixed(task.problem, trunk::parse_box_file(starts.entries.front().record.text, "load").rows);
  return starts.taken;
}

ExitCode run_archive(const Options& options) {
  ArchiveProgram program;
  program.kind = boxes_kind();
  program.value_name = "volume";
  program.value_text = [](const Entry& entry) { return litres_text(entry.record.value); };
  program.remark_name = "tolerance";
  program.remark_text = [](const Entry& entry) {
    constexpr std::string_view head = "boxes/1\ntolerance ";
    const std::string& text = entry.problem.definition;
    return text.substr(head.size(), text.find('\n', head.size()) - head.size()) + " mm";
  };
  program.which = "--id K names one of those that `archive list` shows";
  program.selected = [] { return std::optional<archive::Problem>(); };
  ArchiveRequest request = options.archive_request;
  Options trunk_options = options;
  Task task;
  if (request.action == ArchiveAction::import_file) {
    if (request.sources.size() < 2) throw InputError("archive import: a mesh and at least one BOX file are needed");
    trunk_options.mesh = request.sources.front();
    request.sources.erase(request.sources.begin());
    trunk_options.mode = Mode::verify;
    task = make_task(trunk_options, [](const std::string& text) { std::cerr << "note: " << text << '\n'; });
  }
  program.read = [&](const std::filesystem::path& file) { return read_entry(trunk_options, task, file); };
  return run_archive_command(request, program);
}

}  // namespace jam::app
