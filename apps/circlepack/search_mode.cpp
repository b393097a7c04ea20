// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "search_mode.hpp"

#include <algorithm>
#include <iostream>
#include <optional>
#include <utility>

#include "archive_mode.hpp"
#include "console.hpp"
#include "follower_mode.hpp"
#include "jam/core/version.hpp"
#include "jam/search/mpi_session.hpp"
#include "listeners.hpp"
#include "log.hpp"
#include "outputs.hpp"
#include "report.hpp"
#include "result_options.hpp"
#include "search_status.hpp"
#include "shell/standard_output.hpp"
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
  if (!task.archived_starts.empty()) result["starts"] = task.archived_starts;
  if (!assignment.history.empty()) result["history"] = assignment.history;
  return result;
}

circles::SearchResult search(const Options& options, const Task& task, const Device& device, StopToken& stop, Listeners& listeners,
                             io::StateKeeper* keeper, ranks::Exchange& exchange) {
  circles::SearchOptions search_options = options.search;
  search_options.target_radius = task.target_radius;
  const circles::Packing start = task.starts.empty() ? circles::Packing{} : task.starts.front();
  switch (options.kind) {
    case SearchKind::improve: return search_improve(task.problem, start, search_options, device, stop, listeners, keeper);
    case SearchKind::single: return search_single(task.problem, start, search_options, device, stop, listeners);
    case SearchKind::multistart: break;
  }
  return search_multistart(task.problem, search_options, device, stop, listeners, task.starts, keeper, &exchange);
}

ExitCode run_search(const Assignment& assignment, RunStatus& status, ranks::Exchange& exchange) {
  const Options& options = assignment.options;
  const int rank_count = exchange.rank_count();
  require_sharable(options, rank_count);
  Task task = make_task(assignment);
  Device device = choose_rank_device(options.device, options.search.thread_count, rank_count);
  if (rank_count > 1) device.description += ", and " + std::to_string(rank_count - 1) + (rank_count > 2 ? " more ranks" : " more rank");
  if (options.kind == SearchKind::single && device.indices.size() > 1) {
    throw InputError("--search single works on one GPU, --device " + options.device + " names several: give one of them");
  }
  compare_with_before(assignment, device, task);
  const CheckpointPlan plan = checkpoint_plan(assignment, task);
  Console console(options, task);
  Log log(options, task);
  const auto tell = [&](const std::string& text, bool warning) {
    const std::string line = warning ? "warning: " + text : text;
    console.note(line, warning);
    log.write(line);
  };
  const auto warn = [&](const std::string& text) { tell(text, true); };
  Outputs outputs(options, task, annotations(assignment, task, device), warn);
  Archiving archiving(options, task, device, annotations(assignment, task, device), warn);
  Stats stats(options, task);
  log.open(assignment.resumed.has_value());
  Checkpointer checkpointer = make_checkpointer(assignment, task, device, plan, stats, tell);
  const std::optional<circles::Progress> last_gain = stats.last_gain();
  SearchStatus search_status(status, task, checkpointer, last_gain);

  const std::string opening = opening_text(options, task, device, outputs.packing_file());
  console.note(opening);
  log.write(opening);
  for (const std::string& warning : task.warnings) warn(warning);
  log.write(improvement_heading());

  StopToken stop;
  // The limit counts from the very beginning.
  const double before = assignment.resumed ? assignment.resumed->seconds : 0;
  if (options.time_limit > 0) stop.set_time_limit(std::max(0.0, options.time_limit - before));
  const SignalGuard signals(stop);
  const SearchFiles files{outputs.packing_file(), plan.periodic() ? plan.file : std::filesystem::path(), archiving.file()};
  status.begin(run_facts(assignment, task, device, files), stall_advice(options), gain_of(last_gain), tell);
  Listeners listeners({&outputs, &console, &stats, &log, &archiving, &search_status});
  circles::SearchResult result;
  try {
    result = search(options, task, device, stop, listeners, &checkpointer, exchange);
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
      console.note(checkpoint ? resume_hint("circlepack", *checkpoint) : continue_hint(options, outputs.packing_file()));
    }
  }

  status.checkpoint_written(checkpointer.written_at());
  status.end(result.reason, reason_text(result, options), found, written.errors);
  if (!result.trouble.empty()) {
    const std::string advice = checkpoint ? ": go on with --resume " + checkpoint->string() + ", on fewer ranks if need be" : "";
    std::cerr << "circlepack: error: " << result.trouble << advice << '\n';
  }
  for (const std::string& error : written.errors) std::cerr << "circlepack: error: " << error << '\n';
  if (!written.errors.empty()) return ExitCode::usage;
  if (!found)
    std::cerr << "circlepack: error: no verified packing was found (" << reason_text(result, options) << "): --time gives it longer\n";
  if (result.reason == StopReason::interrupt) return ExitCode::interrupted;
  if (result.reason == StopReason::terminate) return ExitCode::terminated;
  return found ? ExitCode::ok : ExitCode::no_verified_result;
}

}  // namespace

ExitCode run_search(const Assignment& assignment) {
  ranks::MpiSession session;
  ranks::Exchange& exchange = session.exchange();
  if (!session.warning().empty() && exchange.rank() == 0) std::cerr << "circlepack: warning: " << session.warning() << '\n';
  ExitCode code = ExitCode::ok;
  if (exchange.rank() == 0) {
    RunStatus status(assignment.options.status, assignment.options.metrics);
    code = status.supervise([&] { return run_search(assignment, status, exchange); });
  } else {
    code = run_follower(assignment, exchange);
  }
  return static_cast<ExitCode>(session.end(static_cast<int>(code)));
}

}  // namespace jam::app
