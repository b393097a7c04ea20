// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/solvers/sweeps.hpp"

#include "jam/dynamics/solvers/relaxation.hpp"

namespace jam::dynamics {

void solve_by_sweeps(const ContactProblem& problem, const SolverSettings& settings, double chosen,
                     Sweeps& sweeps, Solution& solution) {
  const int threads = settings.thread_count;
  const bool may_halve = settings.relaxation == 0, by_residual = settings.criterion == Criterion::residual;
  const std::vector<double> largest = largest_diagonal(*problem.matrix);
  double alpha = may_halve ? chosen : settings.relaxation, absolute = 0;

  DivergenceGuard guard(problem);
  std::vector<Vec3d>& r = solution.impulses;
  std::vector<Vec3d> product(problem.count()), old;
  sweeps.start(r);
  solution.status = SolveStatus::limit;
  for (solution.iterations = 0;; ++solution.iterations) {
    const bool last = solution.iterations == settings.iteration_limit;
    if (last || solution.iterations % settings.check_interval == 0) {
      sweeps.store(r);
      problem.matrix->multiply(r, product, threads);
      const NaturalMap map = natural_map(problem, settings.law, r, product, largest, threads);
      absolute = map.absolute;
      solution.residual = map.residual;
      if (by_residual && map.relative() <= settings.tolerance) {
        solution.status = SolveStatus::solved;
        break;
      }
      const DivergenceGuard::Verdict verdict = guard.look(map.absolute, r);
      if (verdict == DivergenceGuard::Verdict::hopeless && (!may_halve || guard.best().empty()))
        solution.status = SolveStatus::diverged;
      if (last && guard.worse_than_start(map.absolute)) solution.status = SolveStatus::diverged;
      if (last || solution.status == SolveStatus::diverged) break;
      if (verdict != DivergenceGuard::Verdict::fine && may_halve) {
        alpha *= 0.5;
        sweeps.start(guard.best());
      }
    }
    if (!by_residual) sweeps.store(old = r);
    sweeps.run(alpha, threads);
    if (by_residual) continue;
    sweeps.store(r);
    if (step_is_small(r, old, settings)) {
      ++solution.iterations;
      solution.status = SolveStatus::solved;
      solution.residual = unknown_residual;
      break;
    }
  }
  if (solution.status != SolveStatus::solved && guard.smallest() >= 0 && !(absolute <= guard.smallest())) {
    r = guard.best();
    solution.residual = unknown_residual;
  }
  solution.relaxation = alpha;
}

}  // namespace jam::dynamics
