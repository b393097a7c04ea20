// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "search_mode.hpp"

#include <algorithm>
#include <iostream>
#include <optional>
#include <utility>

#include "archive_mode.hpp"
#include "common/standard_output.hpp"
#include "console.hpp"
#include "jam/core/version.hpp"
#include "listeners.hpp"
#include "log.hpp"
#include "outputs.hpp"
#include "report.hpp"
#include "result_options.hpp"
#include "stats.hpp"
#include "task.hpp"

namespace jam::app {
namespace {

/// What every packing file says about its origin. Nothing that differs between two runs which give the same packing.
circles::Annotations annotations(const Assignment& assignment, const Task& task, const Device& device) {
  const Options& options = assignment.options;
  const char* kind = device.kind == DeviceKind::cuda ? "cuda" : "cpu";
  circles::Annotations result = {{"generator", std::string("circlepack ") + version_number + " (" + version_commit() + ")"},
                                 {"problem", problem_text(task.problem)},
                                 {"seed", std::to_string(options.search.seed)},
                                 {"options", reproducing_options(options, kind)}};
  if (!assignment.history.empty()) result["history"] = assignment.history;
  return result;
}

circles::SearchResult search(const Options& options, const Task& task, const Device& device, StopToken& stop, Listeners& listeners,
                             io::StateKeeper* keeper) {
  circles::SearchOptions search_options = options.search;
  search_options.target_radius = task.target_radius;
  const circles::Packing start = task.starts.empty() ? circles::Packing{} : task.starts.front();
  switch (options.kind) {
    case SearchKind::improve: return search_improve(task.problem, start, search_options, device, stop, listeners, keeper);
    case SearchKind::single: return search_single(task.problem, start, search_options, device, stop, listeners);
    case SearchKind::multistart: break;
  }
  return search_multistart(task.problem, search_options, device, stop, listeners, task.starts, keeper);
}

}  // namespace

ExitCode run_search(const Assignment& assignment) {
  const Options& options = assignment.options;
  Task task = make_task(assignment);
  const Device device = choose_device(options.device, options.search.thread_count);
  compare_with_before(assignment, device, task);
  const CheckpointPlan plan = checkpoint_plan(assignment, task);
  Console console(options, task);
  const auto warn = [&](const std::string& text) { console.note("warning: " + text, true); };
  Outputs outputs(options, task, annotations(assignment, task, device), warn);
  Archiving archiving(options, task, device, annotations(assignment, task, device), warn);
  Stats stats(options, task);
  Log log(options, task, assignment.resumed.has_value());
  Checkpointer checkpointer = make_checkpointer(assignment, task, device, plan, stats, [&](const std::string& text, bool warning) {
    console.note(warning ? "warning: " + text : text, warning);
  });

  const std::string opening = opening_text(options, task, device, outputs.packing_file());
  console.note(opening);
  for (const std::string& warning : task.warnings) console.note("warning: " + warning, true);
  log.write(opening + improvement_heading() + "\n");

  StopToken stop;
  // The limit counts from the very beginning.
  const double before = assignment.resumed ? assignment.resumed->seconds : 0;
  if (options.time_limit > 0) stop.set_time_limit(std::max(0.0, options.time_limit - before));
  const SignalGuard signals(stop);
  Listeners listeners({&outputs, &console, &stats, &log, &archiving});
  circles::SearchResult result;
  try {
    result = search(options, task, device, stop, listeners, &checkpointer);
  } catch (...) {
    // What was found before the search failed is not lost.
    outputs.flush();
    static_cast<void>(checkpointer.finish());
    static_cast<void>(archiving.finish());
    console.finish();
    throw;
  }
  console.finish();

  const bool found = !result.best.circles.empty();
  Written written;
  circles::ContactGraph graph;
  if (found) {
    graph = circles::contact_graph(result.best);
    written = outputs.finish(result.best, graph, result.totals.trials);
    written.archived = archiving.finish();
  }
  for (auto& file : stats.finish(result.totals, written.errors)) written.files.push_back(file);
  const std::optional<std::filesystem::path> checkpoint = checkpointer.finish();
  if (checkpoint) written.files.push_back(*checkpoint);

  if (found) {
    const std::string block = final_block(options, task, {result, graph, written});
    log.write(block);
    log.finish(written.errors);
    if (options.json == "-") {
      console.note(block);
      print_result(outputs.json_for_stdout(result.best, graph));
    } else {
      print_result(block);
    }
    if (result.reason == StopReason::time_limit) {
      console.note(checkpoint ? resume_hint(*checkpoint) : continue_hint(options, outputs.packing_file()));
    }
  }

  for (const std::string& error : written.errors) std::cerr << "circlepack: error: " << error << '\n';
  if (!written.errors.empty()) return ExitCode::usage;
  if (!found)
    std::cerr << "circlepack: error: no verified packing was found (" << reason_text(result, options) << "): --time gives it longer\n";
  if (result.reason == StopReason::interrupt) return ExitCode::interrupted;
  if (result.reason == StopReason::terminate) return ExitCode::terminated;
  return found ? ExitCode::ok : ExitCode::no_verified_result;
}

}  // namespace jam::app
