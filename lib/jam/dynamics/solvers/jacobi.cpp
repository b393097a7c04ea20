// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
// Projected Jacobi: jor, ccp and pe-jacobi. One multiplication by W an iteration, whose product also gives
// the natural map of the previous iterate.
#include "jam/dynamics/constraints/ranges.hpp"
#include "jam/dynamics/solvers/jacobi_step.hpp"
#include "jam/dynamics/solvers/relaxation.hpp"

namespace jam::dynamics {
void solve_jacobi(const ContactProblem& problem, const SolverSettings& settings, Solution& solution) {
  const int n = problem.count(), threads = settings.thread_count;
  const ContactOperator& matrix = *problem.matrix;
  const JacobiRule rule = jacobi_rule(settings);
  const std::vector<Vec3d> steps = step_lengths(matrix, rule.steps);
  const double chosen =
      settings.relaxation == 0 ? relaxation_for(largest_eigenvalue(matrix, steps, threads)) : 1;
  RelaxationControl control(settings, chosen);

  const std::vector<double> largest = largest_diagonal(matrix);
  std::vector<Vec3d>& r = solution.impulses;
  std::vector<Vec3d> product(n), next(n), best;
  for (solution.iterations = 0;; ++solution.iterations) {
    matrix.multiply(r, product, threads);
    const NaturalMap map = natural_map(problem, settings.law, r, product, largest, threads);
    const LookOrder order = control.look(map.absolute, map.relative(), map.velocity, solution.iterations);
    solution.status = order.status;
    if (order.is_best) best = r;
    if (order.ends) break;
    if (order.restarts) {
      r = best;
      continue;
    }
    for_ranges(n, threads, [&](int first, int last) {
      for (int i = first; i < last; ++i) {
        next[i] = jacobi_step(rule, r[i], product[i] + problem.q[i], steps[i], control.alpha(),
                              problem.friction[i]);
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
  if (solution.status != SolveStatus::solved && control.has_best()) r = best;
  solution.relaxation = control.alpha();
}

}  // namespace jam::dynamics
