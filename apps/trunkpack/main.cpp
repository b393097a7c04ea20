// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// trunkpack: packs boxes into a car's trunk. Parses the command line, calls the library, prints. The result goes to standard output,
// everything else to standard error; docs/trunkpack.md is the manual.
#include <iostream>

#include "archive_mode.hpp"
#include "command_text.hpp"
#include "common/option_table.hpp"
#include "common/run_program.hpp"
#include "common/standard_output.hpp"
#include "console.hpp"
#include "jam/core/error.hpp"
#include "jam/core/version.hpp"
#include "jam/io/number_text.hpp"
#include "jam/trunk/load_json.hpp"
#include "jam/trunk/set_search.hpp"
#include "listeners.hpp"
#include "options.hpp"
#include "outputs.hpp"
#include "report.hpp"
#include "search_text.hpp"
#include "simulate_mode.hpp"
#include "task.hpp"
#include "verdict.hpp"
#include "verify_mode.hpp"

namespace jam::app {
namespace {

/// What every packing file says about its origin. Nothing that differs between two runs which give the same packing.
trunk::BoxFileComments comments(const Options& options, const Task& task, const Device& device) {
  trunk::BoxFileComments comments{{"generator", std::string("trunkpack ") + version_number + " (" + version_commit() + ")"},
                                  {"problem", options.trunk_file().filename().string()},
                                  {"boxes", boxes_text(options.set, task.corner_radius)},
                                  {"verified", verified_text(options, task)},
                                  {"options", reproducing_options(options, device.kind == DeviceKind::cuda ? "cuda" : "cpu")}};
  if (task.corner_radius > 0) comments[trunk::rounded_comment] = io::number_text(task.corner_radius);
  return comments;
}

trunk::TrunkResult search(const Options& options, const Task& task, const Device& device, std::vector<trunk::BoxRow> start, StopToken& stop,
                          trunk::TrunkListener& listener) {
  const trunk::VerifyRows legal = [&](const std::vector<trunk::BoxRow>& rows) { return verify(options, task, rows).legal; };
  trunk::TrunkSearchOptions search_options{options.edge(),     options.seed, options.thread_count, options.instance_count,
                                           options.turn_limit, task.fixed,   std::move(start),     task.corner_radius};
  if (!options.set.uniform()) return search_set(task.container, options.set, search_options, legal, stop, listener);
  return search_trunk(task.container, *task.grid, search_options, device, legal, stop, listener);
}

ExitCode run_search(const Options& options) {
  require_outputs_writable(options);
  const Device device = choose_device(options.device, options.thread_count);
  Console console(options);
  console.busy("reading " + options.trunk_file().string());
  const Note note = [&](const std::string& text) { console.note(note_line(text)); };
  Task task = make_task(options, note);
  console.note(trunk_text(options, task));
  console.busy("preparing the search");
  sample_walls(options, task, note);
  const auto warn = [&](const std::string& text) { console.note("warning: " + text, true); };
  Outputs outputs(options, task, comments(options, task, device), warn);
  Archiving archiving(options, task, device, comments(options, task, device), warn);
  console.note(opening_text(options, task, device, outputs.box_file()));
  // Reading and wrapping a large mesh does not count; a signal during that ends the program at once.
  StopToken stop;
  if (options.time_limit > 0) stop.set_time_limit(options.time_limit);
  const SignalGuard signals(stop);
  std::vector<trunk::BoxRow> start = legal_start(options, task, device, stop, warn);
  Listeners listeners(outputs, console, archiving);
  trunk::TrunkResult result;
  try {
    result = search(options, task, device, std::move(start), stop, listeners);
  } catch (...) {
    // What was found before the search failed is not lost.
    outputs.flush();
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
  if (found) {
    trunk::LoadReport report = make_report(options, task, result.rows, verification);
    report.seed = options.seed;
    report.device = device.description;
    report.time = result.totals.seconds;
    written = outputs.finish(report);
    written.archived = archiving.finish();
    const std::string block = final_table(report, options.set, task.fixed.size()) + closing_text(options, task, result, written);
    if (options.json == "-") {
      console.note(block);
      print_result(trunk::load_json(report));
    } else {
      print_result(block);
    }
    if (result.reason == StopReason::time_limit) console.note(continue_hint(options, outputs.box_file()));
  }

  for (const std::string& error : written.errors) std::cerr << "trunkpack: error: " << error << '\n';
  if (!written.errors.empty()) return ExitCode::usage;
  if (!found)
    std::cerr << "trunkpack: error: no verified packing was found (" << reason_text(options, result) << "): --time gives it longer\n";
  if (result.reason == StopReason::interrupt) return ExitCode::interrupted;
  if (result.reason == StopReason::terminate) return ExitCode::terminated;
  return found ? ExitCode::ok : ExitCode::no_verified_result;
}

ExitCode run(int argc, const char* const* argv) {
  const Options options = parse_options(argc, argv);
  switch (options.mode) {
    case Mode::help: print_result(help_text()); return ExitCode::ok;
    case Mode::version: print_result(version_text("trunkpack")); return ExitCode::ok;
    case Mode::verify: return run_verify(options);
    case Mode::simulate: return run_simulation(options);
    case Mode::archive: return run_archive(options);
    case Mode::search: break;
  }
  return run_search(options);
}

}  // namespace
}  // namespace jam::app

int main(int argc, char** argv) {
  return jam::app::run_program("trunkpack", "fewer --instances or a smaller mesh need less", [&] { return jam::app::run(argc, argv); });
}
