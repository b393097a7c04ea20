// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The decisions of a relaxed fixed-point iteration, jor, ccp, pe-jacobi, sor and the dense solvers, at each
// test of the natural map: when it ends, which impulses are the best, and when the relaxation is too large;
// for host and device.
#pragma once

#include "jam/core/macros.hpp"
#include "jam/dynamics/constraints/natural_map.hpp"
#include "jam/dynamics/solvers/solver.hpp"

namespace jam::dynamics {

/// jor, dense-jor and ccp converge below alpha = 2 / lambda_max if nothing slips (largest_eigenvalue()). A
/// relaxation that is chosen is nine tenths of that, as the eigenvalue is approached from below, and at
/// most 1.
[[nodiscard]] JAM_HD_INLINE double relaxation_for(double largest_eigenvalue) {
  const double bound = 1.8 / largest_eigenvalue;
  return bound < 1 ? bound : 1;
}

/// The power iteration ends once a turn after the fifth changes the eigenvalue by at most 1e-4 of it, or
/// after this number of turns.
inline constexpr int power_turn_limit = 100;
[[nodiscard]] JAM_HD_INLINE bool power_has_settled(int turn, double value, double before) {
  return turn > 4 && fabs(value - before) <= 1e-4 * value;
}

/// Decisions after a test of the natural map.
struct LookOrder {
  bool ends = false;
  SolveStatus status = SolveStatus::limit;  ///< Status of a solve that ends.
  bool is_best = false;                     ///< The impulses are the best so far: they are kept.
  bool restarts = false;                    ///< The relaxation was halved: go on from the best impulses.
};

class RelaxationControl {
 public:
  RelaxationControl() = default;
  /// `chosen` is the relaxation to begin with if the settings have none; only such a one is halved.
  RelaxationControl(const SolverSettings& settings, double chosen)
      : may_halve_(settings.relaxation == 0),
        alpha_(may_halve_ ? chosen : settings.relaxation),
        tolerance_(settings.criterion == Criterion::residual ? settings.tolerance : -1),
        iteration_limit_(settings.iteration_limit) {}

  [[nodiscard]] JAM_HD_INLINE double alpha() const { return alpha_; }
  JAM_HD_INLINE void choose(double alpha) { alpha_ = alpha; }
  [[nodiscard]] JAM_HD_INLINE bool has_best() const { return smallest_ >= 0; }
  [[nodiscard]] JAM_HD_INLINE bool is_worse_than_best(double absolute) const {
    return has_best() && !(absolute <= smallest_);
  }

  /// Takes the natural map after `iterations` iterations: its error, absolute [m/s] and relative, and the
  /// largest velocity of the problem [m/s]. An error is hopeless if it is not a number or beyond 1e6 times
  /// the velocity and the error of the first test. The relaxation is too large for a hopeless error and for
  /// ten times the best one.
  [[nodiscard]] JAM_HD_INLINE LookOrder look(double absolute, double relative, double velocity,
                                             int iterations) {
    LookOrder order;
    if (relative <= tolerance_) {
      order.ends = true;
      order.status = SolveStatus::solved;
      return order;
    }
    if (start_ < 0 && absolute <= 1e300) {
      start_ = absolute;
      limit_ = 1e6 * larger(larger(velocity, absolute), 1e-300);
    }
    const bool hopeless = !(absolute <= limit_);
    order.is_best = !hopeless && (smallest_ < 0 || absolute < smallest_);
    if (order.is_best) smallest_ = absolute;
    const bool lost = hopeless && (!may_halve_ || smallest_ < 0);
    if (lost || iterations >= iteration_limit_) {
      order.ends = true;
      if (lost || absolute > start_) order.status = SolveStatus::diverged;
      return order;
    }
    order.restarts = may_halve_ && !order.is_best && (hopeless || absolute > 10 * smallest_);
    if (order.restarts) alpha_ *= 0.5;
    return order;
  }

 private:
  bool may_halve_ = false;
  double alpha_ = 1;
  double tolerance_ = 0;
  int iteration_limit_ = 0;
  double limit_ = -1;     ///< Errors beyond this are hopeless [m/s].
  double start_ = -1;     ///< Error of the first test [m/s].
  double smallest_ = -1;  ///< The best one [m/s].
};

}  // namespace jam::dynamics
