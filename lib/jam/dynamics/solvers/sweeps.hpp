// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Solvers that sweep over the contacts, each of which sees the new impulses of those before it: what they
// have in common.
#pragma once

#include <span>

#include "jam/dynamics/solvers/solver.hpp"

namespace jam::dynamics {

/// Impulses of a contact problem, and the sweep that changes them.
class Sweeps {
 public:
  virtual ~Sweeps() = default;
  /// Takes over impulses.
  virtual void start(std::span<const Vec3d> r) = 0;
  /// One sweep, relaxed by alpha: the same bits for any number of threads.
  virtual void run(double alpha, int thread_count) = 0;
  /// Gives the impulses of this moment.
  virtual void store(std::span<Vec3d> r) const = 0;
};

/// Sweeps until the criterion is met; tests the natural map before the first sweep and after every
/// `check_interval` sweeps. A relaxation that was not set begins with `chosen`, and is halved whenever the
/// residual grows tenfold. `solution.impulses` holds the start.
void solve_by_sweeps(const ContactProblem& problem, const SolverSettings& settings, double chosen,
                     Sweeps& sweeps, Solution& solution);

}  // namespace jam::dynamics
