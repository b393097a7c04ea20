// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
// Projected Jacobi: jor, ccp and pe-jacobi. One multiplication by W an iteration, whose product also gives
// the natural map of the iterate before.
#include <algorithm>

#include "jam/dynamics/constraints/ranges.hpp"
#include "jam/dynamics/solvers/jacobi_step.hpp"
#include "jam/dynamics/solvers/relaxation.hpp"

namespace jam::dynamics {
void solve_jacobi(const ContactProblem& problem, const SolverSettings& settings, Solution& solution) {
  const int n = problem.count(), threads = settings.thread_count;
  const ContactOperator& matrix = *problem.matrix;
  const JacobiRule rule = jacobi_rule(settings);
  const std::vector<Vec3d> steps = step_lengths(matrix, rule.steps);
  const bool chosen = settings.relaxation == 0;
  double alpha =
      chosen ? std::min(1.0, 1.8 / largest_eigenvalue(matrix, steps, 100, threads)) : settings.relaxation;

  const std::vector<double> largest = largest_diagonal(matrix);
  DivergenceGuard guard(problem);
  std::vector<Vec3d>& r = solution.impulses;
  std::vector<Vec3d> product(n), next(n);
  solution.status = SolveStatus::limit;
  for (solution.iterations = 0;; ++solution.iterations) {
    matrix.multiply(r, product, threads);
    const NaturalMap map = natural_map(problem, settings.law, r, product, largest, threads);
    if (settings.criterion == Criterion::residual && map.relative() <= settings.tolerance) {
      solution.status = SolveStatus::solved;
      break;
    }
    const DivergenceGuard::Verdict verdict = guard.look(map.absolute, r);
    if (verdict == DivergenceGuard::Verdict::hopeless && (!chosen || guard.best().empty()))
      solution.status = SolveStatus::diverged;
    if (solution.iterations == settings.iteration_limit && guard.worse_than_start(map.absolute))
      solution.status = SolveStatus::diverged;
    if (solution.status == SolveStatus::diverged || solution.iterations == settings.iteration_limit) break;
    if (verdict != DivergenceGuard::Verdict::fine && chosen) {
      // Restart from the best impulses, with half the relaxation.
      alpha *= 0.5;
      r = guard.best();
      continue;
    }
    for_ranges(n, threads, [&](int first, int last) {
      for (int i = first; i < last; ++i) {
        next[i] = jacobi_step(rule, r[i], product[i] + problem.q[i], steps[i], alpha, problem.friction[i]);
      }
    });
    const bool small = settings.criterion != Criterion::residual && step_is_small(next, r, settings);
    r.swap(next);
    if (small) {
      ++solution.iterations;
      solution.status = SolveStatus::solved;
      break;
    }
  }
  if (solution.status != SolveStatus::solved && !guard.best().empty()) r = guard.best();
  solution.relaxation = alpha;
}

}  // namespace jam::dynamics
