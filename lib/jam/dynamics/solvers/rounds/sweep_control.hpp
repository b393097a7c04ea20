// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A solve by sor between its tests of the natural map, for host and device: how many sweeps come next, and
// from which impulses. It is solve_by_sweeps() of the CPU (solvers/sweeps.hpp) with a criterion by the
// residual.
#pragma once

#include "jam/dynamics/solvers/relaxation_control.hpp"
#include "jam/dynamics/solvers/rounds/rounds.hpp"

namespace jam::dynamics {

/// Actions after a test of the natural map, in this order.
struct SweepOrders {
  bool keep = false;     ///< The impulses are the best so far: a copy of them is kept.
  bool restore = false;  ///< Go back to the best impulses, and test them.
  int sweeps = 0;        ///< Number of sweeps to take then, before the next test; 0: the solve is over.
};

struct SweepControl {
  ContactLaw law = ContactLaw::coulomb;
  int iteration_limit = 0, check_interval = 1;
  RelaxationControl relaxation;
  SweepOrders orders;
  RoundsReport report;
};

[[nodiscard]] inline SweepControl begin_sweeps(const SolverSettings& settings) {
  SweepControl control;
  control.law = settings.law;
  control.iteration_limit = settings.iteration_limit;
  control.check_interval = settings.check_interval;
  control.relaxation = RelaxationControl(settings, 1);
  return control;
}

/// Takes the residual of a test.
JAM_HD_INLINE void take_look(SweepControl& control, const RoundsReport& look) {
  control.report.residual = look.residual;
  control.report.absolute = look.absolute;
  control.report.relative = look.relative;
  control.report.velocity = look.velocity;
}

/// Writes the next orders, after every look but one that an order to restore led to.
JAM_HD_INLINE void order_sweeps(SweepControl& control) {
  RoundsReport& report = control.report;
  report.relaxation = control.relaxation.alpha();
  const LookOrder order =
      control.relaxation.look(report.absolute, report.relative, report.velocity, report.iterations);
  report.status = order.status;
  control.orders = {};
  if (order.ends) {
    control.orders.restore =
        order.status != SolveStatus::solved && control.relaxation.is_worse_than_best(report.absolute);
    return;
  }
  control.orders.keep = order.is_best;
  control.orders.restore = order.restarts;
  const int left = control.iteration_limit - report.iterations;
  control.orders.sweeps = control.check_interval < left ? control.check_interval : left;
  report.iterations += control.orders.sweeps;
}

}  // namespace jam::dynamics
