// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "search_mode.hpp"

#include <algorithm>
#include <iostream>
#include <optional>
#include <utility>

#include "archive_mode.hpp"
#include "archive_start.hpp"
#include "command_text.hpp"
#include "console.hpp"
#include "jam/core/version.hpp"
#include "jam/io/number_text.hpp"
#include "jam/trunk/io/load_json.hpp"
#include "jam/trunk/search/set_search.hpp"
#include "listeners.hpp"
#include "outputs.hpp"
#include "report.hpp"
#include "search_text.hpp"
#include "shell/standard_output.hpp"
#include "task.hpp"
#include "verdict.hpp"

namespace jam::app {
namespace {

/// What every packing file says about its origin. Nothing that differs between two runs which give the same packing.
trunk::BoxFileComments comments(const Assignment& assignment, const Task& task, const Device& device) {
  const Options& options = assignment.options;
  trunk::BoxFileComments comments{{"generator", std::string("trunkpack ") + version_number + " (" + version_commit() + ")"},
                                  {"problem", options.trunk_file().filename().string()},
                                  {"boxes", boxes_text(options.set, task.corner_radius)},
                                  {"verified", verified_text(options, task)},
                                  {"options", reproducing_options(options, device.kind == DeviceKind::cuda ? "cuda" : "cpu")}};
  if (!task.archived_start.empty()) comments["starts"] = task.archived_start;
  if (!assignment.history.empty()) comments["history"] = assignment.history;
  if (task.corner_radius > 0) comments[trunk::rounded_comment] = io::number_text(task.corner_radius);
  return comments;
}

trunk::TrunkResult search(const Options& options, const Task& task, const Device& device, std::vector<trunk::BoxRow> start, StopToken& stop,
                          trunk::TrunkListener& listener, io::StateKeeper* keeper) {
  const trunk::VerifyRows legal = [&](const std::vector<trunk::BoxRow>& rows) { return verify(options, task, rows).legal; };
  trunk::TrunkSearchOptions search_options{options.edge(),     options.seed, options.thread_count, options.instance_count,
                                           options.turn_limit, task.fixed,   std::move(start),     task.corner_radius};
  if (!options.set.uniform()) return search_set(task.container, options.set, search_options, legal, stop, listener, keeper);
  return search_trunk(task.container, *task.grid, search_options, device, legal, stop, listener, keeper);
}

ExitCode run_search(Assignment& assignment, RunStatus& status) {
  const Options& options = assignment.options;
  require_outputs_writable(options);
  const Device device = choose_device(options.device, options.thread_count);
  compare_with_before(assignment, device);
  const CheckpointPlan plan = checkpoint_plan(assignment);
  Console console(options);
  const auto warn = [&](const std::string& text) { console.note("warning: " + text, true); };
  Task task;
  Checkpointer checkpointer = make_checkpointer(assignment, task, device, plan, [&](const std::string& text, bool warning) {
    console.note(warning ? "warning: " + text : text, warning);
  });
  console.busy("reading " + options.trunk_file().string());
  const Note note = [&](const std::string& text) { console.note(note_line(text)); };
  task = make_task(assignment, note);
  console.note(trunk_text(options, task));
  if (options.starts_from_archive()) {
    task.archived_start = assignment.resumed ? start_before(assignment) : take_archived_start(options, task, note, warn);
  }
  console.busy("preparing the search");
  sample_walls(options, task, note);
  Outputs outputs(options, task, comments(assignment, task, device), warn);
  Archiving archiving(options, task, device, comments(assignment, task, device), warn);
  console.note(opening_text(options, task, device, outputs.box_file()));
  for (const std::string& text : assignment.notes) note(text);
  for (const std::string& text : assignment.warnings) warn(text);
  // Reading and wrapping a large mesh does not count; a signal during that ends the program at once. The limit counts from the very
  // beginning.
  StopToken stop;
  if (options.time_limit > 0) stop.set_time_limit(std::max(0.0, options.time_limit - assignment.seconds_before()));
  const SignalGuard signals(stop);
  RunFacts facts = run_facts(options, task, device, outputs.box_file(), archiving.file());
  facts.seconds_before = assignment.seconds_before();
  if (plan.periodic()) facts.checkpoint = plan.file.string();
  status.begin(std::move(facts), stall_advice(options), std::nullopt, [&](const std::string& text, bool) { warn(text); });
  SearchStatus search_status(status, checkpointer);
  std::vector<trunk::BoxRow> start = legal_start(options, task, device, stop, warn);
  Listeners listeners(outputs, console, archiving, search_status);
  trunk::TrunkResult result;
  try {
    result = search(options, task, device, std::move(start), stop, listeners, &checkpointer);
  } catch (...) {
    // What was found before the search failed is not lost.
    outputs.flush();
    static_cast<void>(checkpointer.finish());
    static_cast<void>(archiving.finish());
    console.finish();
    throw;
  }
  console.finish();

  const mesh::Verification verification = verify(options, task, result.rows);
  if (!verification.legal) throw UnverifiedError("the result does not pass verification: " + verification.violations.front());
  const bool none_fits = result.rows.empty() && result.reason == StopReason::finished;
  if (none_fits) console.note("no box fits into this trunk: " + boxes_text(options.set, task.corner_radius), true);
  const bool found = !result.rows.empty() || none_fits;
  Written written;
  std::optional<std::filesystem::path> checkpoint;
  if (found) {
    trunk::LoadReport report = make_report(options, task, result.rows, verification);
    report.seed = options.seed;
    report.device = device.description;
    report.time = result.totals.seconds;
    written = outputs.finish(report);
    written.archived = archiving.finish();
    checkpoint = checkpointer.finish();
    if (checkpoint) written.files.push_back(*checkpoint);
    const std::string block = final_table(report, options.set, task.fixed.size()) + closing_text(options, task, result, written);
    if (options.json == "-") {
      console.note(block);
      print_result(trunk::load_json(report));
    } else {
      print_result(block);
    }
    if (result.reason == StopReason::time_limit) {
      console.note(checkpoint ? resume_hint("trunkpack", *checkpoint) : continue_hint(options, outputs.box_file()));
    }
  } else {
    static_cast<void>(checkpointer.finish());
  }

  status.checkpoint_written(checkpointer.written_at());
  status.end(result.reason, reason_text(options, result), found, written.errors);
  for (const std::string& error : written.errors) std::cerr << "trunkpack: error: " << error << '\n';
  if (!written.errors.empty()) return ExitCode::usage;
  if (!found)
    std::cerr << "trunkpack: error: no verified packing was found (" << reason_text(options, result) << "): --time gives it longer\n";
  if (result.reason == StopReason::interrupt) return ExitCode::interrupted;
  if (result.reason == StopReason::terminate) return ExitCode::terminated;
  return found ? ExitCode::ok : ExitCode::no_verified_result;
}

}  // namespace

ExitCode run_search(Assignment assignment) {
  RunStatus status(assignment.options.status, assignment.options.metrics);
  return status.supervise([&] { return run_search(assignment, status); });
}

}  // namespace jam::app
