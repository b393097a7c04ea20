// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "jam/core/duration.hpp"
#include "jam/core/stop.hpp"
#include "jam/dynamics/io/problem_file.hpp"
#include "jam/dynamics/io/vtk.hpp"
#include "jam/dynamics/step/collision.hpp"
#include "jam/io/atomic_file.hpp"
#include "jam/io/number_text.hpp"
#include "options.hpp"
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

constexpr const char* csv_heading = "step,time_s,kinetic_J,potential_J,wall_work_J,contacts,penetration_m,iterations,status,residual\n";

std::string csv_row(const StepReport& report) {
  const auto number = [](double value) { return io::number_text(value); };
  return fmt::format("{},{},{},{},{},{},{},{},{},{}\n", report.step, number(report.time), number(report.kinetic), number(report.potential),
                     number(report.wall_work), report.contacts, number(report.penetration), report.iterations, name_of(report.status),
                     number(report.residual));
}

/// Pictures for ParaView, at most one a frame.
class Pictures {
 public:
  Pictures(std::filesystem::path folder, double frame) : folder_(std::move(folder)), frame_(frame) {
    if (folder_.empty()) return;
    std::error_code error;
    std::filesystem::create_directories(folder_, error);
    if (error) throw InputError(fmt::format("--vtk {}: the folder cannot be made: {}", folder_.string(), error.message()));
    io::require_writable(folder_ / "frames.pvd");
  }
  void take(const Simulation& simulation) {
    if (folder_.empty() || simulation.time() < next_ - 1e-9 * frame_) return;
    next_ += frame_;
    const std::string name = fmt::format("frame-{:06}.vtp", frames_.size());
    io::write_atomically(folder_ / name, vtp_text(simulation.world()));
    frames_.emplace_back(simulation.time(), name);
    io::write_atomically(folder_ / "frames.pvd", pvd_text(frames_));
  }
  [[nodiscard]] std::size_t count() const { return frames_.size(); }

 private:
  std::filesystem::path folder_;
  double frame_, next_ = 0;
  std::vector<std::pair<double, std::string>> frames_;
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
  const auto& kind = world.bodies.kind;
  const auto walls = std::count_if(kind.begin(), kind.end(), [](BodyKind k) { return k != BodyKind::dynamic; });
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

}  // namespace

ExitCode run_scene(const Options& options) {
  require_writable(output_files(options));
  StopToken stop;
  const SignalGuard guard(stop);
  const Scene scene = options.file.empty() ? built_in_scene(options.scene, options.seed) : read_scene(options.file);
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

  const Simulation::Detect detect = collider_detection();
  Simulation simulation(scene.world, settings, detect);
  require_apart(simulation.world(), detect, options.thread_count);
  Pictures pictures(options.vtk, options.frame);
  std::string opening = fact("scene", scene.name + ": " + bodies_text(scene.world));
  if (!options.scene.empty()) opening += fact("seed", std::to_string(options.seed));
  opening += fact("method",
                  fmt::format("{}, {} of {}", name_of(settings.scheme), counted(steps, "step", "steps"), format_duration(settings.step)));
  if (!options.quiet) std::cerr << opening << std::flush;

  RunTotals totals;
  Progress progress(options.quiet);
  std::string csv = csv_heading, problem;
  pictures.take(simulation);
  while (simulation.steps() < steps && !stop.stop_requested()) {
    const StepReport report = simulation.advance();
    totals.add(report);
    if (!report.blown_up.empty()) break;
    if (!options.csv.empty()) csv += csv_row(report);
    if (!options.problem.empty() && report.step == (options.problem_step > 0 ? options.problem_step : steps)) {
      if (report.contacts > 0) problem = problem_text(simulation.problem(), settings.solver, simulation.solution());
    }
    pictures.take(simulation);
    progress.show(report, steps);
  }

  const bool blown_up = !totals.last.blown_up.empty();
  std::string text = fact("time", fmt::format("{} s, {} in {}", figures(simulation.time()), counted(simulation.steps(), "step", "steps"),
                                              format_duration(progress.seconds())));
  text += fact("energy", fmt::format("kinetic {} J, potential {} J, work of walls {} J", figures(kinetic_energy(simulation.world().bodies)),
                                     figures(potential_energy(simulation.world().bodies, scene.gravity)), figures(totals.last.wall_work)));
  text += contacts_fact(totals) + solver_fact(options, totals);
  const auto write = [&](const std::filesystem::path& file, const std::string& content) {
    if (file.empty()) return;
    io::write_atomically(file, content);
    text += fact("written", file.string());
  };
  if (!options.out.empty()) write(options.out, scene_text(scene, simulation));
  write(options.csv, csv);
  if (!problem.empty()) write(options.problem, problem);
  if (pictures.count() > 0)
    text += fact("written", fmt::format("{} in {}", counted(static_cast<long long>(pictures.count()), "picture", "pictures"), options.vtk));
  print_result(text);

  if (blown_up) {
    throw UnverifiedError(fmt::format("step {} blew up: {}; {} the state before it. A smaller --step or --recovery-speed may help",
                                      totals.last.step, totals.last.blown_up,
                                      options.out.empty() ? "--out writes" : options.out.string() + " holds"));
  }
  if (!options.problem.empty() && problem.empty()) {
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
