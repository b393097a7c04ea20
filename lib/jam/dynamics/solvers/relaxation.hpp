// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Functions that several solvers use; not for users of the library.
#pragma once

#include <span>
#include <vector>

#include "jam/dynamics/solvers/jacobi_step.hpp"
#include "jam/dynamics/solvers/relaxation_control.hpp"
#include "jam/dynamics/solvers/solver.hpp"

namespace jam::dynamics {

/// Step lengths of each contact.
[[nodiscard]] std::vector<Vec3d> step_lengths(const ContactOperator& matrix, JacobiSteps kind);

/// Largest eigenvalue of W with its rows scaled by step lengths, by power iteration from a fixed vector
/// (power_has_settled()). The value is approached from below.
[[nodiscard]] double largest_eigenvalue(const ContactOperator& matrix, std::span<const Vec3d> steps,
                                        int thread_count, int turn_limit = power_turn_limit);

/// Whether two successive iterates differ by no more than the tolerances of `settings`.
[[nodiscard]] bool step_is_small(std::span<const Vec3d> now, std::span<const Vec3d> old,
                                 const SolverSettings& settings);

/// Value of Solution::residual that tells solve() to compute the residual.
inline constexpr double unknown_residual = -1;

/// The start of a problem within the bounds of a law, and unknown_residual.
[[nodiscard]] Solution started(const ContactProblem& problem, ContactLaw law);
/// Computes a residual that is not known.
void finish_residual(const ContactProblem& problem, const SolverSettings& settings, Solution& solution);

/// The kinds of solvers. `solution.impulses` holds the start. They leave the residual of the impulses, or
/// unknown_residual.
void solve_jacobi(const ContactProblem& problem, const SolverSettings& settings, Solution& solution);
void solve_gauss_seidel(const ContactProblem& problem, const SolverSettings& settings, Solution& solution);
void solve_dense(const ContactProblem& problem, const SolverSettings& settings, Solution& solution);
void solve_apgd(const ContactProblem& problem, const SolverSettings& settings, Solution& solution);

}  // namespace jam::dynamics
