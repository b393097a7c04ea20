// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// apgd in rounds (rounds.hpp): the method of solvers/apgd.cpp, whose stages 1 and 2 are `follows` without and
// with `damped`, stage 3 is neither. The extrapolated impulses y = r + b (r - r_before) are computed
// wherever they are needed, from the buffers of this iterate and the one before.
#pragma once

#include "jam/dynamics/solvers/apgd_looks.hpp"
#include "jam/dynamics/solvers/rounds/rounds.hpp"

namespace jam::dynamics {

struct ApgdControl {
  RoundPlan plan;
  ContactLaw law = ContactLaw::coulomb;
  double tolerance = 0;
  int iteration_limit = 0;
  RoundsReport report;

  /// De Saxce's term follows every iterate; otherwise, in Coulomb's law, it is held fixed.
  bool follows = false;
  /// De Saxce's term follows with less momentum, as it did not settle with full momentum.
  bool damped = false;
  double shift_share = 0;  ///< The next forward half takes this share of the change of the term.
  double momentum = 0;     ///< Momentum b of the next step [-].
  double theta = 1;
  double curvature = 1;  ///< Estimate of the largest eigenvalue of W in the metric [-].
  bool started = false;  ///< The residual at the start is known.
  int best_at = 0;       ///< Buffer of the best impulses.
  double best = 0, mark = 0, outer = 0, inner_goal = 0,
         share = 1;  ///< Members of the same names in solvers/apgd.cpp.
  int marked = 0;

  [[nodiscard]] JAM_HD_INLINE bool holds_shift() const { return law == ContactLaw::coulomb && !follows; }
};

[[nodiscard]] inline ApgdControl begin_apgd(const SolverSettings& settings) {
  ApgdControl control;
  control.law = settings.law;
  control.tolerance = settings.tolerance;
  control.iteration_limit = settings.iteration_limit;
  control.follows = settings.law == ContactLaw::coulomb;
  return control;
}

[[nodiscard]] JAM_HD_INLINE ForwardTerms forward(const SolverArrays& arrays, const ApgdControl& control,
                                                 int i) {
  const RoundPlan& plan = control.plan;
  const ContactFrame frame = frame_of(arrays.problem.matrix, i);
  const Vec3d now = arrays.r[plan.now][i];
  if (plan.kind != RoundKind::step) {
    hand_out(arrays.problem.matrix, i, frame, now);
    return {};
  }
  const Vec3d w_now = arrays.product[plan.w_now][i], q = arrays.problem.q[i];
  const double mu = arrays.problem.friction[i];
  Vec3d y = now, wy = w_now;
  if (control.momentum != 0) {
    y += control.momentum * (now - arrays.r[plan.before][i]);
    wy += control.momentum * (w_now - arrays.product[plan.w_before][i]);
  }
  const bool splits = control.follows && is_steep(mu);
  double shift = 0;
  if (mu < 0 || splits) {
    // The rows of a joint have no such term, and steep contacts none while it follows.
  } else if (control.follows) {
    shift = mu * tangential(wy + q);
  } else if (control.law == ContactLaw::coulomb) {
    // Before the first whole share nothing has been written there.
    const double fresh = mu * tangential(w_now + q);
    if (control.shift_share == 1) {
      shift = fresh;
    } else {
      shift = arrays.shift[i];
      shift += control.shift_share * (fresh - shift);
    }
    if (control.shift_share > 0) arrays.shift[i] = shift;
  }
  Vec3d gradient = wy + q;
  gradient.x += shift;
  // The metric is the diagonal of the block, with one entry for both tangents.
  const double normal = arrays.problem.diagonal.data[i], tangent = arrays.problem.tangent[i];
  const Vec3d g = gradient / control.curvature;
  const Vec3d moved = y - Vec3d{g.x / normal, g.y / tangent, g.z / tangent};
  const Vec3d next = splits ? on_disc(moved, mu) : on_cone_weighted(moved, mu, tangent / normal);
  const Vec3d change = next - y;
  arrays.r[plan.next].set(i, next);
  arrays.change.set(i, change);
  hand_out(arrays.problem.matrix, i, frame, next);
  return {normal * change.x * change.x + tangent * (change.y * change.y + change.z * change.z),
          dot(gradient, next - now), dot(change, wy)};
}

[[nodiscard]] JAM_HD_INLINE BackwardTerms backward(const SolverArrays& arrays, const ApgdControl& control,
                                                   int i) {
  const RoundPlan& plan = control.plan;
  const ContactFrame frame = frame_of(arrays.problem.matrix, i);
  const bool step = plan.kind == RoundKind::step;
  const Vec3d product = contact_velocity(arrays.problem.matrix, i, frame);
  arrays.product[step ? plan.w_next : plan.w_now].set(i, product);
  const Vec3d r = arrays.r[step ? plan.next : plan.now][i], q = arrays.problem.q[i];
  const double mu = arrays.problem.friction[i], largest = arrays.problem.largest[i];
  BackwardTerms terms;
  terms.map = natural_map_terms(r, product, q, mu, largest, control.law);
  terms.rounding = length_squared(product) * (1 / largest);
  if (!step) return terms;
  if (control.holds_shift()) {
    Vec3d gradient = product + q;
    if (mu >= 0) gradient.x += arrays.shift[i];
    terms.inner = largest_component((r - on_cone(r - gradient / largest, mu)) * largest);
  }
  terms.curve = dot(arrays.change[i], product);
  return terms;
}

/// Ends the solve: with the present impulses, or where it is not solved with the best ones.
JAM_HD_INLINE void finish(ApgdControl& control, SolveStatus status) {
  control.report.status = status;
  control.report.relaxation = 1 / control.curvature;
  if (status != SolveStatus::solved) control.plan.now = control.best_at;
  control.plan.kind = RoundKind::closing;
}

/// Sets the momentum of the next step to 0.
JAM_HD_INLINE void restart(ApgdControl& control) {
  control.momentum = 0;
  control.theta = apgd_warm_theta;
}

/// Ends the solve where it is solved or at its limit.
JAM_HD_INLINE void check_end(ApgdControl& control, const NaturalMap& map) {
  if (map.relative() <= control.tolerance) finish(control, SolveStatus::solved);
  else if (control.report.iterations >= control.iteration_limit) finish(control, SolveStatus::limit);
}

/// Buffers of the next step: neither this iterate, nor the one before, nor the best.
JAM_HD_INLINE void choose_buffers(ApgdControl& control) {
  RoundPlan& plan = control.plan;
  for (int k = 0; k < impulse_buffers; ++k) {
    if (k != plan.now && k != plan.before && k != control.best_at) plan.next = k;
  }
  for (int k = 0; k < product_buffers; ++k) {
    if (k != plan.w_now && k != plan.w_before) plan.w_next = k;
  }
}

JAM_HD_INLINE void decide(ApgdControl& control, const ForwardTerms& ahead, const BackwardTerms& back) {
  RoundPlan& plan = control.plan;
  const NaturalMap map = map_of(back.map);
  if (plan.kind == RoundKind::closing) return close(plan, control.report, map);
  if (plan.kind == RoundKind::evaluate) {
    // The start, or the best impulses, from which the shift is held fixed.
    control.outer = map.absolute;
    control.inner_goal = 0.1 * map.absolute;
    restart(control);
    if (!control.started) {
      control.started = true;
      control.best = control.mark = map.absolute;
      control.best_at = plan.now;
      if (back.rounding == 0) control.theta = apgd_cold_theta;
    }
    control.shift_share = 1;
    plan.kind = RoundKind::step;
    plan.before = plan.now;
    plan.w_before = plan.w_now;
    choose_buffers(control);
    check_end(control, map);
    return;
  }

  control.shift_share = 0;
  // The step is short enough where the curvature along it is at most that of the metric; rounding of the
  // products is allowed for.
  const double curve = back.curve - ahead.along;
  if (curve > control.curvature * ahead.size + 1e-14 * sqrt(back.rounding * ahead.size)) {
    const double limit = 2 * control.curvature, wanted = curve / ahead.size, least = 1.2 * control.curvature;
    const double grown = wanted < limit ? wanted : limit;
    control.curvature = grown > least ? grown : least;
    return;
  }
  const double theta = 0.5 * control.theta * (sqrt(control.theta * control.theta + 4) - control.theta);
  control.momentum =
      ahead.progress > 0 ? 0 : control.theta * (1 - control.theta) / (control.theta * control.theta + theta);
  if (control.follows && control.damped && control.momentum > apgd_damped_momentum)
    control.momentum = apgd_damped_momentum;
  control.theta = ahead.progress > 0 ? 1 : theta;
  control.curvature *= apgd_curvature_decay;
  plan.before = plan.now;
  plan.now = plan.next;
  plan.w_before = plan.w_now;
  plan.w_now = plan.w_next;
  if (!std::isfinite(map.absolute)) return finish(control, SolveStatus::diverged);

  const int iteration = control.report.iterations++;
  if (map.absolute < control.best && apgd_looks(iteration + 1, control.iteration_limit)) {
    control.best = map.absolute;
    control.best_at = plan.now;
  }
  if (control.follows && iteration - control.marked >= 100) {
    if (control.best > 0.9 * control.mark) {
      // It does not settle: go back to the best impulses, take less momentum, and where that did not help
      // hold the term fixed.
      control.follows = !control.damped;
      control.damped = true;
      control.mark = control.best;
      control.marked = iteration;
      plan.now = control.best_at;
      plan.kind = RoundKind::evaluate;
      if (control.report.iterations >= control.iteration_limit) finish(control, SolveStatus::limit);
      return;
    }
    control.mark = control.best;
    control.marked = iteration;
  }
  const double enough = 0.3 * control.tolerance * map.scale;
  if (control.holds_shift() && back.inner <= (control.inner_goal > enough ? control.inner_goal : enough)) {
    const double half = 0.5 * control.share, more = 1.5 * control.share;
    control.share = map.absolute > 0.9 * control.outer ? (half > 0.1 ? half : 0.1) : (more < 1 ? more : 1);
    control.outer = map.absolute;
    control.inner_goal = 0.1 * map.absolute;
    control.shift_share = control.share;
    restart(control);
  }
  choose_buffers(control);
  check_end(control, map);
}

}  // namespace jam::dynamics
