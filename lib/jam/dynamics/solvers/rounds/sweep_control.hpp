// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A solve by sor between its looks at the natural map, for host and device: how many sweeps come next, and
// from which impulses. It is solve_by_sweeps() of the CPU (solvers/sweeps.hpp) with a criterion by the
// residual. One thing differs: a residual is hopeless beyond 1e6 times the scale of the natural map at the
// start, max(|q|, |W r|), not beyond 1e6 |q|, so later after a start from large impulses.
#pragma once

#include "jam/dynamics/solvers/divergence_watch.hpp"
#include "jam/dynamics/solvers/rounds/rounds.hpp"

namespace jam::dynamics {

/// What to do after a look, in this order.
struct SweepOrders {
  bool keep = false;     ///< The impulses are the best so far: a copy of them is kept.
  bool restore = false;  ///< Go back to the best impulses, and look at them.
  int sweeps = 0;        ///< Number of sweeps to take then, before the next look; 0: the solve is over.
};

struct SweepControl {
  ContactLaw law = ContactLaw::coulomb;
  double tolerance = 0;
  int iteration_limit = 0, check_interval = 1;
  bool may_halve = false;  ///< The relaxation was chosen.
  double alpha = 1;
  DivergenceWatch watch{0};
  SweepOrders orders;
  RoundsReport report;
};

[[nodiscard]] inline SweepControl begin_sweeps(const SolverSettings& settings) {
  SweepControl control;
  control.law = settings.law;
  control.tolerance = settings.tolerance;
  control.iteration_limit = settings.iteration_limit;
  control.check_interval = settings.check_interval;
  control.may_halve = settings.relaxation == 0;
  control.alpha = control.may_halve ? 1 : settings.relaxation;
  return control;
}

/// Takes the residual of a look.
JAM_HD_INLINE void take_look(SweepControl& control, const RoundsReport& look) {
  control.report.residual = look.residual;
  control.report.absolute = look.absolute;
  control.report.relative = look.relative;
}

/// After the first look, at the start.
JAM_HD_INLINE void start_sweeps(SweepControl& control, const RoundsReport& look) {
  take_look(control, look);
  control.watch = DivergenceWatch(look.velocity);
}

/// Writes the next orders, after every look but one that an order to restore led to.
JAM_HD_INLINE void order_sweeps(SweepControl& control) {
  using Verdict = DivergenceWatch::Verdict;
  RoundsReport& report = control.report;
  SweepOrders& orders = control.orders;
  orders = {};
  report.relaxation = control.alpha;
  report.status = SolveStatus::limit;
  if (report.relative <= control.tolerance) {
    report.status = SolveStatus::solved;
    return;
  }
  const bool last = report.iterations >= control.iteration_limit;
  const Verdict verdict = control.watch.look(report.absolute);
  if (verdict == Verdict::hopeless && (!control.may_halve || control.watch.smallest() < 0))
    report.status = SolveStatus::diverged;
  if (last && control.watch.worse_than_start(report.absolute)) report.status = SolveStatus::diverged;
  if (last || report.status == SolveStatus::diverged) {
    orders.restore = control.watch.smallest() >= 0 && !(report.absolute <= control.watch.smallest());
    return;
  }
  orders.keep = verdict == Verdict::best;
  if (control.may_halve && (verdict == Verdict::hopeless || verdict == Verdict::reduce)) {
    control.alpha *= 0.5;
    orders.restore = true;
  }
  const int left = control.iteration_limit - report.iterations;
  orders.sweeps = control.check_interval < left ? control.check_interval : left;
  report.iterations += orders.sweeps;
}

}  // namespace jam::dynamics
