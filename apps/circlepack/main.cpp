// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// circlepack: packs circles into the smallest enclosing circle. Parses the command line, calls the library, prints. The result goes to
// standard output, everything else to standard error; docs/circlepack.md is the manual.
#include <iostream>
#include <new>

#include "common/option_table.hpp"
#include "console.hpp"
#include "jam/core/error.hpp"
#include "jam/core/version.hpp"
#include "listeners.hpp"
#include "log.hpp"
#include "options.hpp"
#include "outputs.hpp"
#include "report.hpp"
#include "stats.hpp"
#include "task.hpp"
#include "verify_mode.hpp"

namespace jam::app {
namespace {

/// What every packing file says about its origin. Nothing that differs between two runs which give the same packing.
circles::Annotations annotations(const Options& options, const Task& task, const Device& device) {
  const char* kind = device.kind == DeviceKind::cuda ? "cuda" : "cpu";
  return {{"generator", std::string("circlepack ") + version_number + " (" + version_commit() + ")"},
          {"problem", problem_text(task.problem)},
          {"seed", std::to_string(options.search.seed)},
          {"options", reproducing_options(options, kind)}};
}

circles::SearchResult search(const Options& options, const Task& task, const Device& device, StopToken& stop, Listeners& listeners) {
  circles::SearchOptions search_options = options.search;
  search_options.target_radius = task.target_radius;
  const circles::Packing start = task.starts.empty() ? circles::Packing{} : task.starts.front();
  switch (options.kind) {
    case SearchKind::improve: return search_improve(task.problem, start, search_options, device, stop, listeners);
    case SearchKind::single: return search_single(task.problem, start, search_options, device, stop, listeners);
    case SearchKind::multistart: break;
  }
  return search_multistart(task.problem, search_options, device, stop, listeners, task.starts);
}

/// The result on standard output; an error there counts as an output that cannot be written.
void print_result(const std::string& text) {
  std::cout << text << std::flush;
  if (!std::cout) throw InputError("standard output could not be written (disk full?)");
}

ExitCode run_search(const Options& options) {
  const Task task = make_task(options);
  const Device device = choose_device(options.device, options.search.thread_count);
  Console console(options, task);
  Outputs outputs(options, task, annotations(options, task, device),
                  [&](const std::string& text) { console.note("warning: " + text, true); });
  Stats stats(options, task);
  Log log(options, task);

  const std::string opening = opening_text(options, task, device, outputs.packing_file());
  console.note(opening);
  for (const std::string& warning : task.warnings) console.note("warning: " + warning, true);
  log.write(opening + improvement_heading() + "\n");

  StopToken stop;
  if (options.time_limit > 0) stop.set_time_limit(options.time_limit);
  const SignalGuard signals(stop);
  Listeners listeners({&outputs, &console, &stats, &log});
  circles::SearchResult result;
  try {
    result = search(options, task, device, stop, listeners);
  } catch (...) {
    // What was found before the search failed is not lost.
    outputs.flush();
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
  }
  for (auto& file : stats.finish(result.totals, written.errors)) written.files.push_back(file);

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
    if (result.reason == StopReason::time_limit) console.note(continue_hint(options, outputs.packing_file()));
  }

  for (const std::string& error : written.errors) std::cerr << "circlepack: error: " << error << '\n';
  if (!written.errors.empty()) return ExitCode::usage;
  if (!found)
    std::cerr << "circlepack: error: no verified packing was found (" << reason_text(result, options) << "): --time gives it longer\n";
  if (result.reason == StopReason::interrupt) return ExitCode::interrupted;
  if (result.reason == StopReason::terminate) return ExitCode::terminated;
  return found ? ExitCode::ok : ExitCode::no_verified_result;
}

ExitCode run(int argc, const char* const* argv) {
  const Options options = parse_options(argc, argv);
  switch (options.mode) {
    case Mode::help: print_result(help_text()); return ExitCode::ok;
    case Mode::version: print_result(version_text("circlepack")); return ExitCode::ok;
    case Mode::verify: return run_verify(options);
    case Mode::search: break;
  }
  return run_search(options);
}

}  // namespace
}  // namespace jam::app

int main(int argc, char** argv) {
  jam::ExitCode code = jam::ExitCode::internal;
  try {
    code = jam::app::run(argc, argv);
  } catch (const jam::Error& error) {
    std::cerr << "circlepack: error: " << error.what() << '\n';
    code = error.code();
  } catch (const std::bad_alloc&) {
    std::cerr << "circlepack: error: out of memory: fewer circles or --instances need less\n";
    code = jam::ExitCode::overflow;
  } catch (const std::exception& error) {
    std::cerr << "circlepack: internal error: " << error.what() << "; please report it with the command line\n";
  }
  return static_cast<int>(code);
}
