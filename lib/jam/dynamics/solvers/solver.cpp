// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/solvers/solver.hpp"

#include <string>

#include "jam/core/error.hpp"
#include "jam/dynamics/constraints/cone.hpp"
#include "jam/dynamics/solvers/relaxation.hpp"

namespace jam::dynamics {

void check_settings(const SolverSettings& settings) {
  if (!(settings.tolerance > 0 && settings.relative >= 0 && settings.absolute >= 0)) {
    throw InputError("the tolerance of a solver must be above 0");
  }
  if (settings.iteration_limit < 1 || settings.check_interval < 1)
    throw InputError("a solver needs at least 1 iteration");
  if (settings.group < 1) throw InputError("a group of dense-relaxed has at least 1 contact");
  if (!(settings.relaxation >= 0 && settings.relaxation <= 2))
    throw InputError("a relaxation from 0 (chosen) to 2 is accepted");
  if (!(settings.blend > 0 && settings.blend <= 1))
    throw InputError("a blend above 0 and up to 1 is accepted");
  const bool pyramid = settings.law == ContactLaw::pyramid;
  if (pyramid && (settings.kind == SolverKind::ccp || settings.kind == SolverKind::apgd)) {
    throw InputError(
        std::string("the law pyramid is solved by pe-jacobi, jor, sor or a dense solver, not by ") +
        name_of(settings.kind));
  }
  if (settings.kind == SolverKind::pe_jacobi && !pyramid)
    throw InputError("pe-jacobi solves the law pyramid and no other");
}

Solution started(const ContactProblem& problem, ContactLaw law) {
  Solution solution;
  solution.impulses = problem.start.empty() ? std::vector<Vec3d>(problem.count()) : problem.start;
  for (int i = 0; i < problem.count(); ++i) {
    const Vec3d r = solution.impulses[i];
    solution.impulses[i] =
        law == ContactLaw::pyramid ? on_box(r, problem.friction[i]) : on_disc(r, problem.friction[i]);
  }
  if (problem.count() > 0) solution.residual = unknown_residual;
  return solution;
}

void finish_residual(const ContactProblem& problem, const SolverSettings& settings, Solution& solution) {
  if (solution.residual < 0)
    solution.residual = natural_map_residual(problem, settings.law, solution.impulses, settings.thread_count);
}

Solution solve(const ContactProblem& problem, const SolverSettings& settings) {
  check_settings(settings);
  Solution solution = started(problem, settings.law);
  if (problem.count() == 0) return solution;
  switch (settings.kind) {
    case SolverKind::jor:
    case SolverKind::pe_jacobi:
    case SolverKind::ccp: solve_jacobi(problem, settings, solution); break;
    case SolverKind::sor: solve_gauss_seidel(problem, settings, solution); break;
    case SolverKind::apgd: solve_apgd(problem, settings, solution); break;
    case SolverKind::dense_jor:
    case SolverKind::dense_sor:
    case SolverKind::dense_relaxed: solve_dense(problem, settings, solution); break;
  }
  finish_residual(problem, settings, solution);
  return solution;
}

}  // namespace jam::dynamics
