// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Sweeps of the dense solvers over the contacts of a tank. Times are those of the host's clock over many
// sweeps; the matrix is there before.
#include "bench/dense_tables.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include "bench/copy_bandwidth.hpp"
#include "bench/dynamics_scenes.hpp"
#include "jam/dynamics/constraints/body_operator.hpp"
#include "jam/dynamics/cuda/device.hpp"
#include "jam/dynamics/solvers/dense/dense_sweeps.hpp"
#include "jam/dynamics/step/collision.hpp"

namespace jam::test {
namespace {

/// The first `contacts` contacts of a tank. Their matrix has mostly zeros, which the dense solvers store and
/// multiply like all else.
ContactProblem problem_of(int contacts) {
  StepSettings settings;
  settings.step = 1e-4;
  settings.solver.iteration_limit = 1;
  Simulation simulation(tank(contacts, 3.55), settings, collider_detection());
  simulation.advance();
  const ContactProblem& all = simulation.problem();
  const auto& matrix = static_cast<const BodyOperator&>(*all.matrix);
  ContactProblem problem;
  problem.matrix = std::make_shared<BodyOperator>(
      std::vector(matrix.rows().begin(), matrix.rows().begin() + contacts), matrix.inverse_mass());
  problem.friction.assign(all.friction.begin(), all.friction.begin() + contacts);
  problem.q.assign(all.q.begin(), all.q.begin() + contacts);
  return problem;
}

SolverSettings settings_of(SolverKind kind, int group = 32) {
  SolverSettings settings;
  settings.kind = kind;
  settings.group = group;
  return settings;
}

/// Seconds of a sweep.
double sweep_seconds(Sweeps& sweeps, const ContactProblem& problem, double seconds) {
  std::vector<Vec3d> r(problem.count());
  sweeps.start(r);
  sweeps.run(0.3, 1);
  sweeps.store(r);  // Waits for a device.
  constexpr int turns = 10;
  return mean_seconds(seconds,
                      [&] {
                        for (int turn = 0; turn < turns; ++turn) sweeps.run(0.3, 1);
                        sweeps.store(r);
                      }) /
         turns;
}

double cpu_seconds(const ContactProblem& problem, const SolverSettings& settings, double seconds) {
  DenseSweeps sweeps(problem, dense_rule(settings, problem.count()));
  return sweep_seconds(sweeps, problem, seconds);
}

double gpu_seconds(int device, const ContactProblem& problem, const SolverSettings& settings,
                   double seconds) {
  return sweep_seconds(*cuda_dense_sweeps(device, problem, settings), problem, seconds);
}

double matrix_bytes(const ContactProblem& problem) { return 72.0 * problem.count() * problem.count(); }

/// E1, E8, E9: dense-jor, whose sweep reads the matrix once.
void jor_table(const BenchRun& run, const std::vector<int>& sizes) {
  const bool gpu = run.device.kind == DeviceKind::cuda;
  const double bandwidth = gpu ? copy_bandwidth(run.device.index) : 0;
  heading("dense-jor (Nuetzi E1, E8, E9)",
          "contacts | matrix [MB] | sweep, core [us] | sweep, GPU [us] | GB/s, GPU | share of a copy | "
          "speed-up | break-even [sweeps]",
          8);
  for (const int contacts : sizes) {
    const ContactProblem problem = problem_of(contacts);
    const SolverSettings settings = settings_of(SolverKind::dense_jor);
    const double core = cpu_seconds(problem, settings, run.seconds);
    std::printf("| %d | %.0f | %.1f |", contacts, 1e-6 * matrix_bytes(problem), 1e6 * core);
    if (gpu) {
      const double device = gpu_seconds(run.device.index, problem, settings, run.seconds),
                   rate = matrix_bytes(problem) / device;
      // What the source counts: the matrix to the device and impulses back, at the rate of a bus of 50 GB/s.
      const double carried = matrix_bytes(problem) / 50e9;
      std::printf(" %.1f | %.0f | %.2f | %.1f | %.1f |\n", 1e6 * device, 1e-9 * rate, rate / bandwidth,
                  core / device, carried / (core - device));
    } else {
      std::printf(" | | | | |\n");
    }
    std::fflush(stdout);
  }
}

/// E6, E7: dense-sor and dense-relaxed against dense-jor.
void panel_table(const BenchRun& run, const std::vector<int>& sizes) {
  const bool gpu = run.device.kind == DeviceKind::cuda;
  heading("dense-sor and dense-relaxed, a sweep [us] (Nuetzi E6, E7)",
          "contacts | dense-jor | dense-sor | relaxed, groups of 2 | 8 | 32 | 128 | 512", 8);
  for (const int contacts : sizes) {
    const ContactProblem problem = problem_of(contacts);
    const auto seconds = [&](SolverKind kind, int group) {
      const SolverSettings settings = settings_of(kind, group);
      return 1e6 * (gpu ? gpu_seconds(run.device.index, problem, settings, run.seconds / 2)
                        : cpu_seconds(problem, settings, run.seconds / 2));
    };
    std::printf("| %d | %.1f | %.1f |", contacts, seconds(SolverKind::dense_jor, 1),
                seconds(SolverKind::dense_sor, 1));
    for (const int group : {2, 8, 32, 128, 512})
      std::printf(" %.1f |", seconds(SolverKind::dense_relaxed, group));
    std::printf("\n");
    std::fflush(stdout);
  }
}

/// E11: jor by way of the bodies, in steps of the same tank.
void sparse_line(const BenchRun& run, int contacts) {
  StepSettings settings;
  settings.step = 1e-4;
  settings.energy_guard = 0;
  settings.solver.kind = SolverKind::jor;
  settings.solver.relaxation = 0.3;
  settings.solver.tolerance = 1e-300;
  settings.solver.iteration_limit = 1000;
  Simulation simulation(tank(contacts * 10 / 33, 3.55), settings, collider_detection(),
                        cuda_steps(run.device.index));
  StepReport report = simulation.advance();
  double solver = 0;
  int steps = 0;
  mean_seconds(run.seconds, [&] {
    report = simulation.advance();
    solver += simulation.driver_times().solver;
    ++steps;
  });
  std::printf("\njor without a matrix, %d contacts on the GPU (E11): %.2f us per iteration.\n",
              report.contacts, 1e6 * solver / steps / report.iterations);
}

}  // namespace

void dense_tables(const BenchRun& run) {
  const bool gpu = run.device.kind == DeviceKind::cuda;
  const std::vector<int> sizes = run.quick ? std::vector<int>{100}
                                 : gpu     ? std::vector<int>{250, 500, 1000, 2000, 4000}
                                           : std::vector<int>{500, 1000};
  jor_table(run, sizes);
  panel_table(run, sizes);
  if (gpu) sparse_line(run, sizes.back());
}

}  // namespace jam::test
