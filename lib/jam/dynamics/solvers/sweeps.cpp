// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/solvers/sweeps.hpp"

#include "jam/dynamics/solvers/relaxation.hpp"

namespace jam::dynamics {

void solve_by_sweeps(const ContactProblem& problem, const SolverSettings& settings, double chosen,
                     Sweeps& sweeps, Solution& solution) {
  const int threads = settings.thread_count;
  const bool by_residual = settings.criterion == Criterion::residual;
  const std::vector<double> largest = largest_diagonal(*problem.matrix);
  RelaxationControl control(settings, chosen);
  double absolute = 0;

  std::vector<Vec3d>& r = solution.impulses;
  std::vector<Vec3d> product(problem.count()), old, best;
  sweeps.start(r);
  for (solution.iterations = 0;; ++solution.iterations) {
    if (solution.iterations == settings.iteration_limit ||
        solution.iterations % settings.check_interval == 0) {
      sweeps.store(r);
      problem.matrix->multiply(r, product, threads);
      const NaturalMap map = natural_map(problem, settings.law, r, product, largest, threads);
      absolute = map.absolute;
      solution.residual = map.residual;
      const LookOrder order = control.look(absolute, map.relative(), map.velocity, solution.iterations);
      solution.status = order.status;
      if (order.is_best) best = r;
      if (order.ends) break;
      if (order.restarts) sweeps.start(best);
    }
    if (!by_residual) sweeps.store(old = r);
    sweeps.run(control.alpha(), threads);
    if (by_residual) continue;
    sweeps.store(r);
    if (step_is_small(r, old, settings)) {
      ++solution.iterations;
      solution.status = SolveStatus::solved;
      solution.residual = unknown_residual;
      break;
    }
  }
  if (solution.status != SolveStatus::solved && control.is_worse_than_best(absolute)) {
    r = best;
    solution.residual = unknown_residual;
  }
  solution.relaxation = control.alpha();
}

}  // namespace jam::dynamics
