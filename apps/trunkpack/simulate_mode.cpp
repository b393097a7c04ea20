// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <iostream>

#include "jam/core/duration.hpp"
#include "jam/core/stop.hpp"
#include "jam/core/version.hpp"
#include "jam/io/number_text.hpp"
#include "jam/trunk/io/box_files.hpp"
#include "jam/trunk/relax/box_instances.hpp"
#include "modes.hpp"
#include "shell/figure_text.hpp"
#include "shell/output_faults.hpp"
#include "shell/outputs.hpp"
#include "shell/program.hpp"
#include "task.hpp"

namespace jam::app {
namespace {

std::string law_name(trunk::ContactLaw law) { return law == trunk::ContactLaw::single ? "single" : "patch"; }

std::string contacts_text(const trunk::BoxRelaxationResult& result) {
  return counted(result.pair_count, "pair", "pairs") + " of boxes, " +
         counted(result.wall_count, "contact", "contacts") + " with the wall";
}

std::string phases_text(const trunk::RelaxPhaseTimes& times, int steps) {
  std::string text;
  for (int phase = 0; phase < trunk::relax_phase_count; ++phase) {
    const double seconds = times.seconds[phase];
    text += fact(trunk::relax_phase_names[phase], io::fixed_text(1e3 * seconds, 3) + " ms, " +
                                                      io::fixed_text(1e6 * seconds / std::max(steps, 1), 3) +
                                                      " us per step");
  }
  return text;
}

}  // namespace

ExitCode run_simulation(const Options& options) {
  require_writable(output_files(options));
  const Device device = choose_device(options.device, options.thread_count);
  const auto say = [&](const char* name, const std::string& text) {
    if (!options.quiet) std::cerr << fact(name, text) << std::flush;
  };
  const Note note = [&](const std::string& text) { say("note", text); };
  Task task = make_task(options, note,
                        [](const std::string& text) { std::cerr << "warning: " << text << std::endl; });
  if (options.samples_walls()) sample_walls(options, task, note);
  say("device", device.description);

  trunk::BoxPacking packing = trunk::packing_of(task.problem.fixed, task.problem.corner_radius);
  std::vector<std::uint8_t> fixed(packing.boxes.size(), 1);
  for (const trunk::BoxRow& row : task.starts.front())
    packing.boxes.push_back(trunk::placed(row, task.problem.corner_radius));
  fixed.resize(packing.boxes.size(), 0);
  const trunk::PointGrid& grid = *task.problem.grid;
  trunk::BoxInstances instances(1, std::min(packing.count(), trunk::box_count_limit + 1));
  instances.load(0, packing, grid.origin(), fixed);

  const auto engine = trunk::make_relax_engine(grid, device, options.thread_count);
  trunk::BoxRelaxation parameters;
  parameters.tolerance = static_cast<float>(options.tolerance);
  parameters.law = options.law;
  parameters.step_limit = 0;
  trunk::BoxRelaxationResult before;
  engine->run({instances, parameters, {&before, 1}});

  const trunk::RelaxPhaseTimes times_before = trunk::phase_times(*engine);
  parameters.step_limit = options.steps;
  trunk::BoxRelaxationResult after;
  const StopToken clock;
  engine->run({instances, parameters, {&after, 1}, options.verbose});
  trunk::require_finite(after);
  const double seconds = clock.elapsed();
  trunk::RelaxPhaseTimes times = trunk::phase_times(*engine);
  for (int phase = 0; phase < trunk::relax_phase_count; ++phase)
    times.seconds[phase] -= times_before.seconds[phase];
  instances.store(0, packing, grid.origin());

  const bool knows_inside = grid.enclosed_volume() > 0;
  const auto outside = std::count_if(
      packing.boxes.begin(), packing.boxes.end(),
      [&](const trunk::PlacedBox& box) { return knows_inside && !grid.centre_inside(box.centre); });
  std::string text =
      fact("boxes", std::to_string(packing.count()) +
                        (task.problem.fixed.empty()
                             ? ""
                             : ", " + std::to_string(task.problem.fixed.size()) + " of them fixed"));
  text += fact("points", std::to_string(grid.point_count()));
  text += fact("before", "deepest penetration " + figures(static_cast<double>(before.deepest)) + " mm; " +
                             contacts_text(before));
  text += fact("after", "deepest penetration " + figures(static_cast<double>(after.deepest)) + " mm; " +
                            contacts_text(after));
  if (outside > 0)
    text += fact("outside",
                 counted(outside, "box has its", "boxes have their") + " centre outside of the points");
  text += fact("steps", std::to_string(after.steps) + " in " + format_duration(seconds) + ", " +
                            io::fixed_text(1e6 * seconds / std::max(after.steps, 1), 1) + " us per step");
  if (options.verbose) text += phases_text(times, after.steps);
  OutputFaults faults;
  if (!options.out.empty()) {
    trunk::BoxFileComments comments{
        {"generator", std::string("trunkpack ") + version_number + " (" + version_commit() + ")"},
        {"problem", options.trunk_file().filename().string()},
        {"contact-simulation",
         counted(after.steps, "step", "steps") + " of " + options.start.filename().string()}};
    if (options.has("law")) comments["contact-simulation"] += ", law " + law_name(options.law);
    if (task.problem.corner_radius > 0)
      comments[trunk::rounded_comment] = io::number_text(task.problem.corner_radius);
    if (faults.attempt("--out " + options.out.string(),
                       [&] { trunk::write_boxes(options.out, packing, comments); }))
      text += fact("written", options.out.string());
  }
  print_result(text);
  faults.require_none();
  return ExitCode::ok;
}

}  // namespace jam::app
