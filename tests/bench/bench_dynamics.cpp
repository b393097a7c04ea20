// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Benchmark of whole steps of rigid bodies: Markdown tables.
//   bench_dynamics [TABLE...] [--device D] [--seconds S] [--quick]     seconds of each measurement
// Tables: large, small, walls, dense, and on a GPU contacts, speed-ups, parts; all where none is named.
// The scene is a tank of spheres under gravity in an open box: jittered places of a face-centred lattice, of
// which a random part is empty, so that on average a sphere has the contacts of a poured one. Solves end at
// their limit of iterations. Times of parts on a GPU are those of its stream, times of a step those of the
// host's clock. On a CPU, which has one thread here, scenes are smaller.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <numeric>
#include <vector>

#include "bench/copy_bandwidth.hpp"
#include "bench/dense_tables.hpp"
#include "bench/dynamics_scenes.hpp"
#include "jam/dynamics/batch/scene_batch.hpp"
#include "jam/dynamics/cuda/device.hpp"
#include "jam/dynamics/step/collision.hpp"
#include "support/bench_run.hpp"

namespace {

using namespace jam;
using namespace jam::dynamics;
using test::box_walls, test::heading, test::mean_seconds, test::radius, test::tank;

struct Measured {
  int bodies = 0, contacts = 0, steps = 0;
  /// Iterations of all solves of a step; correcting overlaps and repeating a step add solves.
  double iterations = 0;
  double wall = 0;  ///< Time of a step [s].
  StepTimes times;  ///< Times of the parts of a step; zero on a CPU.

  [[nodiscard]] double iteration_time() const {
    return (times.solver > 0 ? times.solver : wall) / iterations;
  }  ///< [s]
};

/// Steps of 0.1 ms, the first two of which are not counted.
Measured measure(const World& world, SolverKind kind, int iterations, double seconds, const Device& device) {
  const bool gpu = device.kind == DeviceKind::cuda;
  StepSettings settings;
  settings.step = 1e-4;
  settings.energy_guard = 0;
  settings.solver.kind = kind;
  settings.solver.tolerance = 1e-300;
  settings.solver.iteration_limit = iterations;
  if (kind != SolverKind::apgd) settings.solver.relaxation = kind == SolverKind::sor ? 1 : 0.3;
  Simulation simulation(world, settings, collider_detection(), gpu ? cuda_steps(device.index) : MakeDriver{});
  Measured measured;
  measured.bodies = world.bodies.count();
  using Clock = std::chrono::steady_clock;
  Clock::time_point begin = Clock::now();
  const int warm_up = gpu ? 2 : 0;
  for (int step = 0;; ++step) {
    if (step == warm_up) begin = Clock::now();
    const StepReport report = simulation.advance();
    measured.contacts = report.contacts;
    if (step < warm_up) continue;
    measured.iterations += report.iterations;
    ++measured.steps;
    const StepTimes& times = simulation.driver_times();
    measured.times.detection += times.detection;
    measured.times.problem += times.problem;
    measured.times.solver += times.solver;
    measured.times.bodies += times.bodies;
    measured.wall = std::chrono::duration<double>(Clock::now() - begin).count();
    if (measured.wall >= seconds) break;
  }
  const double steps = measured.steps;
  measured.wall /= steps;
  measured.iterations /= steps;
  measured.times = {measured.times.detection / steps, measured.times.problem / steps,
                    measured.times.solver / steps, measured.times.bodies / steps};
  return measured;
}

void row(const char* scene, SolverKind kind, const Measured& m) {
  std::printf("| %s | %d | %d | %s | %.0f | %.3f | %.3f | %.3f | %.3f | %.3f | %.2f |\n", scene, m.bodies,
              m.contacts, name_of(kind), m.iterations, 1e3 * m.wall, 1e3 * m.times.detection,
              1e3 * m.times.problem, 1e3 * m.times.solver, 1e3 * m.times.bodies, 1e6 * m.iteration_time());
  std::fflush(stdout);
}

constexpr const char* step_columns =
    "scene | bodies | contacts | solver | iterations | step [ms] | detection | problem | solver | bodies | "
    "us per iteration";

/// R^2 of a straight line through the points.
double straightness(const std::vector<double>& x, const std::vector<double>& y) {
  const auto n = static_cast<double>(x.size());
  const double mx = std::accumulate(x.begin(), x.end(), 0.0) / n,
               my = std::accumulate(y.begin(), y.end(), 0.0) / n;
  double xx = 0, xy = 0, yy = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    xx += (x[k] - mx) * (x[k] - mx);
    xy += (x[k] - mx) * (y[k] - my);
    yy += (y[k] - my) * (y[k] - my);
  }
  return xy * xy / (xx * yy);
}

/// Bytes per contact and iteration that apgd cannot do without (cuda/device.hpp).
constexpr double apgd_bytes = 690;

void large_scenes(const test::BenchRun& run) {
  const bool gpu = run.device.kind == DeviceKind::cuda;
  const double bandwidth = gpu ? test::copy_bandwidth(run.device.index) : 0;
  heading("Steps of large tanks", step_columns, 11);
  std::vector<double> bodies, times;
  double last = 0;
  for (const int n : gpu && !run.quick ? std::vector<int>{125'000, 250'000, 500'000, 1'000'000}
                                       : std::vector<int>{1000, 2000}) {
    const World world = tank(n, 3.55);
    const Measured m = measure(world, SolverKind::apgd, 100, run.seconds, run.device);
    row("tank", SolverKind::apgd, m);
    bodies.push_back(m.bodies);
    times.push_back(m.iteration_time());
    last = apgd_bytes * m.contacts * m.iterations / m.times.solver;
    if (n < 1'000'000) continue;
    row("tank", SolverKind::apgd, measure(world, SolverKind::apgd, 1000, run.seconds, run.device));
    row("tank", SolverKind::jor, measure(world, SolverKind::jor, 100, run.seconds, run.device));
    row("tank", SolverKind::sor, measure(world, SolverKind::sor, 20, run.seconds, run.device));
  }
  std::printf("\nTime of an iteration over bodies: R^2 = %.5f.\n", straightness(bodies, times));
  if (gpu) {
    std::printf(
        "A copy within the device moves %.2f TB/s; the solver moves %.2f TB/s of the %.0f bytes per contact "
        "and iteration that it cannot "
        "do without, %.0f %%.\n",
        1e-12 * bandwidth, 1e-12 * last, apgd_bytes, 100 * last / bandwidth);
  }
}

void small_scene(const test::BenchRun& run) {
  heading("A step of 26 000 contacts", step_columns, 11);
  const World world = tank(run.quick ? 100 : 9857, 2.9);
  row("tank", SolverKind::apgd, measure(world, SolverKind::apgd, 1000, run.seconds, run.device));
  row("tank", SolverKind::jor, measure(world, SolverKind::jor, 1000, run.seconds, run.device));
  row("tank", SolverKind::sor, measure(world, SolverKind::sor, 100, run.seconds, run.device));
}

void many_contacts(const test::BenchRun& run) {
  heading("Detection of 22 million contacts", step_columns, 11);
  row("tank", SolverKind::apgd,
      measure(tank(run.quick ? 10'000 : 6'200'000, 3.55), SolverKind::apgd, 1, run.seconds, run.device));
}

void speed_ups(const test::BenchRun& run) {
  heading("One GPU over one core, 20 iterations",
          "bodies | contacts | step, core [ms] | step, GPU [ms] | speed-up | contacts solved per second, GPU",
          6);
  for (const int n : run.quick ? std::vector<int>{500} : std::vector<int>{16'000, 32'000, 64'000, 128'000}) {
    const World world = tank(n, 3.55);
    const Measured core = measure(world, SolverKind::apgd, 20, 0, {}),
                   gpu = measure(world, SolverKind::apgd, 20, run.seconds, run.device);
    std::printf("| %d | %d | %.1f | %.3f | %.1f | %.3g |\n", n, gpu.contacts, 1e3 * core.wall, 1e3 * gpu.wall,
                core.wall / gpu.wall, gpu.contacts * 20 / gpu.wall);
    std::fflush(stdout);
  }
}

/// Negrut T28: the parts that the source names, each against one core.
void parts_over_one_core(const test::BenchRun& run) {
  heading("Collision detection and iterations of ccp: one GPU over one core",
          "bodies | contacts | detection, core [ms] | GPU [ms] | speed-up | iteration, core [us] | GPU [us] "
          "| speed-up",
          8);
  for (const int n : run.quick ? std::vector<int>{500} : std::vector<int>{16'000, 32'000, 64'000, 128'000}) {
    const World world = tank(n, 3.55);
    const Simulation::Detect detect = collider_detection();
    (void)detect(world, world.bodies.pose, 0.05 * radius, 1);  // Its memory grows.
    const double detection =
        mean_seconds(run.seconds / 4, [&] { (void)detect(world, world.bodies.pose, 0.05 * radius, 1); });
    StepSettings settings;
    settings.step = 1e-4;
    settings.solver.kind = SolverKind::ccp;
    settings.solver.relaxation = 0.3;
    settings.solver.tolerance = 1e-300;
    settings.solver.iteration_limit = 1;
    Simulation simulation(world, settings, detect);
    simulation.advance();
    constexpr int iterations = 20;
    settings.solver.iteration_limit = iterations;
    const double iteration =
        mean_seconds(run.seconds / 4, [&] { (void)solve(simulation.problem(), settings.solver); }) /
        iterations;
    const Measured gpu = measure(world, SolverKind::ccp, 200, run.seconds, run.device);
    const double gpu_iteration = gpu.times.solver / gpu.iterations;
    std::printf("| %d | %d | %.2f | %.3f | %.1f | %.1f | %.2f | %.1f |\n", n, gpu.contacts, 1e3 * detection,
                1e3 * gpu.times.detection, detection / gpu.times.detection, 1e6 * iteration,
                1e6 * gpu_iteration, iteration / gpu_iteration);
    std::fflush(stdout);
  }
}

/// Steps of a wall per second in a batch of walls. A step takes at most 50 iterations; it ends earlier at a
/// residual of `tolerance`.
void batch_line(const char* where, SolverKind kind, double tolerance, int walls, double seconds,
                const Device& device) {
  const World world = box_walls(1);
  StepSettings settings;
  settings.step = 1e-4;
  settings.energy_guard = 0;
  settings.solver.kind = kind;
  settings.solver.tolerance = tolerance;
  settings.solver.iteration_limit = 50;
  if (kind != SolverKind::apgd) settings.solver.relaxation = 0.3;
  settings.solver.thread_count = 1;
  SceneBatch batch(world, settings, walls, device);
  constexpr int steps = 20;
  batch.advance(1);
  const double portion = mean_seconds(seconds, [&] { batch.advance(steps); });
  std::printf("| %s, a batch | %s | %.1f | %d | %d | %.3f | %.3g |\n", where, name_of(kind),
              static_cast<double>(batch.record(0).iterations) / batch.steps(), walls,
              walls * batch.record(0).contacts, 1e3 * portion / steps, walls * steps / portion);
  std::fflush(stdout);
}

void many_walls(const test::BenchRun& run) {
  heading("Walls of 20 boxes",
          "where | solver | iterations | walls | contacts | step of all [ms] | steps of a wall per second",
          7);
  const bool gpu = run.device.kind == DeviceKind::cuda;
  const int walls = run.quick ? 10 : 10'000;
  const auto line = [](const char* where, int count, const Measured& m, SolverKind kind) {
    std::printf("| %s | %s | %.3g | %d | %d | %.3f | %.3g |\n", where, name_of(kind), m.iterations, count,
                m.contacts, 1e3 * m.wall, count / m.wall);
    std::fflush(stdout);
  };
  for (const SolverKind kind : {SolverKind::apgd, SolverKind::jor}) {
    line("one core", 1, measure(box_walls(1), kind, 50, run.seconds, {}), kind);
    batch_line("one core", kind, 1e-300, 10, run.seconds, {});
    if (!gpu) continue;
    batch_line("GPU", kind, 1e-300, walls, run.seconds, run.device);
    line("GPU, one problem", walls, measure(box_walls(walls), kind, 50, run.seconds, run.device), kind);
  }
  // To the residual that settle takes by default.
  batch_line("one core", SolverKind::apgd, 1e-3, 10, run.seconds, {});
  if (gpu) batch_line("GPU", SolverKind::apgd, 1e-3, walls, run.seconds, run.device);
}

}  // namespace

int main(int argument_count, char** arguments) {
  const test::BenchDefaults defaults = {"steps of rigid bodies: times of their parts", "auto", 1};
  return test::bench_main(argument_count, arguments, defaults, [](const test::BenchRun& run) {
    const bool gpu = run.device.kind == DeviceKind::cuda;
    const auto table = [&run](const char* name, bool there, const auto& print) {
      const bool wanted = run.files.empty() || std::ranges::find(run.files, name) != run.files.end();
      if (wanted && there) print(run);
    };
    table("large", true, large_scenes);
    table("small", true, small_scene);
    table("walls", true, many_walls);
    table("dense", true, test::dense_tables);
    table("contacts", gpu, many_contacts);
    table("speed-ups", gpu, speed_ups);
    table("parts", gpu, parts_over_one_core);
  });
}
