// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
// dense-jor, dense-sor and dense-relaxed on the CPU.
#include <algorithm>

#include "jam/core/memory_plan.hpp"
#include "jam/dynamics/solvers/dense/dense_sweeps.hpp"
#include "jam/dynamics/solvers/relaxation.hpp"

namespace jam::dynamics {

void solve_dense(const ContactProblem& problem, const SolverSettings& settings, Solution& solution) {
  require_dense_memory(settings.kind, problem.count(), available_memory_bytes());
  const DenseRule rule = dense_rule(settings, problem.count());
  double relaxation = 1;
  if (settings.relaxation == 0 && !rule.in_turn) {
    const std::vector<Vec3d> steps = step_lengths(*problem.matrix, rule.steps);
    relaxation = std::min(1.0, 1.8 / largest_eigenvalue(*problem.matrix, steps, 100, settings.thread_count));
  }
  DenseSweeps sweeps(problem, rule);
  solve_by_sweeps(problem, settings, relaxation, sweeps, solution);
}

}  // namespace jam::dynamics
