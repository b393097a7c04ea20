// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <string>

#include "jam/core/device.hpp"
#include "jam/core/duration.hpp"
#include "jam/core/stop.hpp"
#include "jam/core/version.hpp"
#include "jam/dynamics/cuda/device.hpp"
#include "jam/dynamics/io/scene_page.hpp"
#include "jam/dynamics/step/collision.hpp"
#include "jam/io/atomic_file.hpp"
#include "options.hpp"
#include "series.hpp"
#include "shell/figure_text.hpp"
#include "shell/outputs.hpp"
#include "shell/program.hpp"

namespace jam::app {
namespace {

using namespace dynamics;

/// Totals over the steps of a run.
struct RunTotals {
  StepReport last;
  double penetration = 0;  ///< Deepest of all steps [m].
  double residual = 0;     ///< Largest of all steps.
  long long iterations = 0, limited = 0, diverged = 0;

  void add(const StepReport& report) {
    last = report;
    penetration = std::max(penetration, report.penetration);
    residual = std::max(residual, report.residual);
    iterations += report.iterations;
    limited += report.status == SolveStatus::limit ? 1 : 0;
    diverged += report.status == SolveStatus::diverged ? 1 : 0;
  }
};

/// A line every second on a terminal, else every ten.
class Progress {
 public:
  explicit Progress(bool quiet) : quiet_(quiet), terminal_(::isatty(STDERR_FILENO) == 1), interval_(terminal_ ? 1 : 10) {}
  void show(const StepReport& report, long long steps) {
    if (quiet_ || clock_.elapsed() < next_) return;
    next_ = clock_.elapsed() + interval_;
    const double rate = static_cast<double>(report.step) / clock_.elapsed();
    std::cerr << fmt::format("step {} of {}  t {} s  {}  {}  residual {:.1e}  {:.3g} steps/s  ETA {}", report.step, steps,
                             figures(report.time), counted(report.contacts, "contact", "contacts"),
                             counted(report.iterations, "iteration", "iterations"), report.residual, rate,
                             clock_text(static_cast<double>(steps - report.step) / rate))
              << std::endl;
  }
  [[nodiscard]] double seconds() const { return clock_.elapsed(); }

 private:
  bool quiet_, terminal_;
  double interval_, next_ = 1;  // [s]
  StopToken clock_;
};

std::string bodies_text(const World& world) {
  const auto walls = std::count(world.bodies.mass.begin(), world.bodies.mass.end(), 0.0);
  return counted(world.bodies.count() - walls, "body", "bodies") + ", " + counted(walls, "wall", "walls");
}

std::string contacts_fact(const RunTotals& totals) {
  return fact("contacts", fmt::format("{}; deepest overlap {} m, of all steps {} m", totals.last.contacts, figures(totals.last.penetration),
                                      figures(totals.penetration)));
}

std::string solver_fact(const Options& options, const RunTotals& totals) {
  std::string text = fmt::format("{}, {}; {} in all; largest residual {:.2e}", name_of(options.solver.kind), name_of(options.solver.law),
                                 counted(totals.iterations, "iteration", "iterations"), totals.residual);
  if (totals.limited > 0) text += fmt::format("; {} ended at the limit of iterations", counted(totals.limited, "step", "steps"));
  if (totals.diverged > 0) text += fmt::format("; {} diverged", counted(totals.diverged, "step", "steps"));
  return fact("solver", text);
}

/// The device of --device. `auto` takes the CPU where a GPU lacks the solver.
Device device_of(const Options& options) {
  const Device device = choose_device(options.device, options.thread_count);
  if (device.kind == DeviceKind::cpu) return device;
  if (gpus_of(device).size() > 1) throw InputError(fmt::format("--device {}: a simulation runs on one GPU", options.device));
  try {
    require_device_settings(options.solver);
  } catch (const InputError&) {
    if (options.device != "auto") throw;
    return choose_device("cpu", options.thread_count);
  }
  return device;
}

}  // namespace

ExitCode run_scene(const Options& options) {
  require_writable(output_files(options));
  StopToken stop;
  const SignalGuard guard(stop);
  const Scene scene = options.file.empty() ? built_in_scene(options.scene, options.seed, options.count) : read_scene(options.file);
  StepSettings settings;
  settings.scheme = options.scheme;
  settings.step = options.step > 0 ? options.step : scene.step;
  settings.gravity = scene.gravity;
  settings.recovery_speed = options.recovery_speed > 0 ? options.recovery_speed : settings.recovery_speed;
  settings.energy_guard = options.energy_guard;
  settings.solver = options.solver;
  settings.solver.thread_count = options.thread_count;
  const long long steps = std::max(1LL, std::llround(options.duration / settings.step));
  if (options.problem_step > steps) {
    throw InputError(fmt::format("--at-step {}: the simulation has {}", options.problem_step, counted(steps, "step", "steps")));
  }

  const Device device = device_of(options);
  const bool gpu = device.kind == DeviceKind::cuda;
  const Simulation::Detect detect = gpu ? cuda_detection(device.index) : collider_detection();
  Simulation simulation(scene.world, settings, detect, gpu ? cuda_steps(device.index) : MakeDriver{});
  require_apart(simulation.world(), detect, options.thread_count);
  Series series(options, scene.world, steps);
  std::string opening = fact("scene", scene.name + ": " + bodies_text(scene.world));
  if (!options.scene.empty()) opening += fact("seed", std::to_string(options.seed));
  opening += fact("method",
                  fmt::format("{}, {} of {}", name_of(settings.scheme), counted(steps, "step", "steps"), format_duration(settings.step)));
  opening += fact("device", device.description);
  if (!options.quiet) std::cerr << opening << std::flush;

  RunTotals totals;
  Progress progress(options.quiet);
  totals.last.kinetic = kinetic_energy(simulation.world().bodies);
  totals.last.potential = potential_energy(simulation.world().bodies, scene.gravity);
  series.take(simulation, totals.last);
  std::string blown_up;
  while (simulation.steps() < steps && !stop.stop_requested()) {
    const StepReport report = simulation.advance();
    if (!report.blown_up.empty()) {
      blown_up = report.blown_up;
      break;
    }
    totals.add(report);
    series.take(simulation, report);
    progress.show(report, steps);
  }

  std::string text = fact("time", fmt::format("{} s, {} in {}", figures(simulation.time()), counted(simulation.steps(), "step", "steps"),
                                              format_duration(progress.seconds())));
  text += fact("energy", fmt::format("kinetic {} J, potential {} J, work of walls {} J", figures(totals.last.kinetic),
                                     figures(totals.last.potential), figures(totals.last.wall_work)));
  if (const Flow& flow = simulation.world().flow; flow.interval > 0) {
    text += fact("flow", fmt::format("{} in the scene; {} entered, {} left, {} wait", counted(totals.last.bodies, "body", "bodies"),
                                     flow.entered, flow.left, flow.waiting.size()));
  }
  text += contacts_fact(totals) + solver_fact(options, totals);
  if (!options.out.empty()) {
    io::write_atomically(options.out, scene_text(scene, simulation));
    text += fact("written", options.out.string());
  }
  const PageFacts facts{scene.name, options.scene.empty() ? "" : std::to_string(options.seed),
                        fmt::format("{}, step {}, {}, {}", name_of(settings.scheme), format_duration(settings.step),
                                    name_of(settings.solver.kind), name_of(settings.solver.law)),
                        version_number};
  for (const std::string& name : series.write(simulation, totals.last, facts)) text += fact("written", name);
  print_result(text);

  if (!blown_up.empty()) {
    throw UnverifiedError(fmt::format("step {} blew up: {}; {} the state before it. A smaller --step or --recovery-speed may help",
                                      simulation.steps() + 1, blown_up,
                                      options.out.empty() ? "--out writes" : options.out.string() + " holds"));
  }
  if (!options.problem.empty() && !series.has_problem()) {
    throw InputError(fmt::format("--dump-problem {}: not written, as the step {}", options.problem.string(),
                                 simulation.steps() < steps ? "was not reached" : "has no contacts"));
  }
  switch (stop.reason()) {
    case StopReason::interrupt: return ExitCode::interrupted;
    case StopReason::terminate: return ExitCode::terminated;
    default: return ExitCode::ok;
  }
}

}  // namespace jam::app
