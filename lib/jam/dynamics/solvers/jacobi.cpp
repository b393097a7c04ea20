// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
// Projected Jacobi: jor and ccp. One multiplication by W an iteration, whose product also gives the natural map of the iterate before.
#include <algorithm>
#include <cmath>

#include "jam/dynamics/constraints/cone.hpp"
#include "jam/dynamics/constraints/ranges.hpp"
#include "jam/dynamics/model/free_motion.hpp"
#include "jam/dynamics/solvers/relaxation.hpp"

namespace jam::dynamics {
void solve_jacobi(const ContactProblem& problem, const SolverSettings& settings, Solution& solution) {
  const int n = problem.count(), threads = settings.thread_count;
  const ContactOperator& matrix = *problem.matrix;
  const bool by_disc = settings.kind == SolverKind::jor && settings.law == ContactLaw::coulomb;
  const bool add_slip = !by_disc && settings.law == ContactLaw::coulomb;
  const std::vector<Vec3d> steps = settings.kind == SolverKind::ccp ? trace_steps(matrix)
                                   : by_disc                        ? prox_steps(matrix)
                                                                    : cone_steps(matrix);
  const double blend = settings.kind == SolverKind::ccp ? settings.blend : 1;
  const bool chosen = settings.relaxation == 0;
  double alpha = chosen ? std::min(1.0, 1.8 / largest_eigenvalue(matrix, steps, 100, threads)) : settings.relaxation;

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
    if (verdict == DivergenceGuard::Verdict::hopeless && (!chosen || guard.best().empty())) solution.status = SolveStatus::diverged;
    if (solution.iterations == settings.iteration_limit && guard.worse_than_start(map.absolute)) solution.status = SolveStatus::diverged;
    if (solution.status == SolveStatus::diverged || solution.iterations == settings.iteration_limit) break;
    if (verdict != DivergenceGuard::Verdict::fine && chosen) {
      // Restart from the best impulses, with half the relaxation.
      alpha *= 0.5;
      r = guard.best();
      continue;
    }
    for_ranges(n, threads, [&](int first, int last) {
      for (int i = first; i < last; ++i) {
        const double mu = problem.friction[i];
        Vec3d u = product[i] + problem.q[i];
        if (add_slip) u = lifted(u, mu);
        const Vec3d moved = r[i] - alpha * scaled(steps[i], u);
        const Vec3d projected = by_disc ? on_disc(moved, mu) : on_cone(moved, mu);
        next[i] = blend == 1 ? projected : blend * projected + (1 - blend) * r[i];
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
