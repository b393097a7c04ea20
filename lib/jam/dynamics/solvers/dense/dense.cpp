// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
// dense-jor, dense-sor and dense-relaxed: their settings, and the device that sweeps.
#include "jam/core/memory_plan.hpp"
#include "jam/dynamics/solvers/dense/dense_sweeps.hpp"
#include "jam/dynamics/solvers/relaxation.hpp"

namespace jam::dynamics {
namespace {

/// The relaxation alpha; computed if none is set.
double chosen_relaxation(const ContactProblem& problem, const SolverSettings& settings,
                         const DenseRule& rule) {
  if (settings.relaxation != 0 || rule.in_turn) return 1;
  const std::vector<Vec3d> steps = step_lengths(*problem.matrix, rule.steps);
  return relaxation_for(largest_eigenvalue(*problem.matrix, steps, settings.thread_count));
}

}  // namespace

void solve_dense(const ContactProblem& problem, const SolverSettings& settings, Solution& solution) {
  require_dense_memory(settings.kind, problem.count(), available_memory_bytes());
  const DenseRule rule = dense_rule(settings, problem.count());
  DenseSweeps sweeps(problem, rule);
  solve_by_sweeps(problem, settings, chosen_relaxation(problem, settings, rule), sweeps, solution);
}

Solution solve_dense_on_cuda(const ContactProblem& problem, const SolverSettings& settings, int device) {
  check_settings(settings);
  Solution solution = started(problem, settings.law);
  if (problem.count() == 0) return solution;
  const double relaxation = chosen_relaxation(problem, settings, dense_rule(settings, problem.count()));
  const std::unique_ptr<Sweeps> sweeps = cuda_dense_sweeps(device, problem, settings);
  solve_by_sweeps(problem, settings, relaxation, *sweeps, solution);
  finish_residual(problem, settings, solution);
  return solution;
}

}  // namespace jam::dynamics
