// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// apgd in rounds (rounds.hpp): the method of solvers/apgd.cpp, by the rules of apgd_rules.hpp. The
// extrapolated impulses y = r + b (r - r_before) are computed wherever they are needed, from the buffers of
// the current and the previous iterate.
#pragma once

#include "jam/dynamics/solvers/apgd_rules.hpp"
#include "jam/dynamics/solvers/rounds/rounds.hpp"

namespace jam::dynamics {

struct ApgdControl : ApgdProgress {
  RoundPlan plan;
  ContactLaw law = ContactLaw::coulomb;
  double tolerance = 0;
  int iteration_limit = 0;
  RoundsReport report;

  /// Fraction of the change of De Saxce's term that the next forward half takes [-].
  double shift_share = 0;
  double momentum = 0;   ///< Momentum b of the next step [-].
  bool started = false;  ///< The residual at the start is known.
  int best_at = 0;       ///< Buffer of the best impulses.

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

/// Ends the solve: with the present impulses, or, if it is not solved, with the best ones.
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

/// Ends the solve if it is solved or at its limit.
JAM_HD_INLINE void check_end(ApgdControl& control, const NaturalMap& map) {
  if (map.relative() <= control.tolerance) finish(control, SolveStatus::solved);
  else if (control.report.iterations >= control.iteration_limit) finish(control, SolveStatus::limit);
}

/// Buffers of the next step: not those of the current, the previous and the best iterate.
JAM_HD_INLINE void choose_buffers(ApgdControl& control) {
  RoundPlan& plan = control.plan;
  for (int k = 0; k < impulse_buffers; ++k) {
    if (k != plan.now && k != plan.before && k != control.best_at) plan.next = k;
  }
  for (int k = 0; k < product_buffers; ++k) {
    if (k != plan.w_now && k != plan.w_before) plan.w_next = k;
  }
}

/// After the product of the impulses at the start, or of the best ones, from which the next stage begins.
JAM_HD_INLINE void decide_start(ApgdControl& control, const NaturalMap& map, bool cold) {
  RoundPlan& plan = control.plan;
  restart(control);
  if (control.started) {
    control.set_outer(map.absolute);
  } else {
    control.started = true;
    control.start(map.absolute, cold);
    control.best_at = plan.now;
  }
  control.shift_share = 1;
  plan.kind = RoundKind::step;
  plan.before = plan.now;
  plan.w_before = plan.w_now;
  choose_buffers(control);
  check_end(control, map);
}

/// After a step of the right length, whose impulses and products become the present ones.
JAM_HD_INLINE void decide_step(ApgdControl& control, const NaturalMap& map, double progress, double inner) {
  RoundPlan& plan = control.plan;
  control.momentum = control.next_momentum(progress);
  plan.before = plan.now;
  plan.now = plan.next;
  plan.w_before = plan.w_now;
  plan.w_now = plan.w_next;
  if (!std::isfinite(map.absolute)) return finish(control, SolveStatus::diverged);

  const int iteration = control.report.iterations++;
  if (apgd_checks(iteration + 1, control.iteration_limit) && control.take_if_best(map.absolute))
    control.best_at = plan.now;
  if (control.advance_if_stalled(iteration)) {
    plan.now = control.best_at;
    plan.kind = RoundKind::evaluate;
    if (control.report.iterations >= control.iteration_limit) finish(control, SolveStatus::limit);
    return;
  }
  if (control.holds_shift() && control.inner_is_solved(inner, control.tolerance, map.scale)) {
    control.shift_share = control.next_share(map.absolute);
    restart(control);
  }
  choose_buffers(control);
  check_end(control, map);
}

JAM_HD_INLINE void decide(ApgdControl& control, const ForwardTerms& ahead, const BackwardTerms& back) {
  const NaturalMap map = map_of(back.map);
  if (control.plan.kind == RoundKind::closing) return close(control.plan, control.report, map);
  if (control.plan.kind == RoundKind::evaluate) return decide_start(control, map, back.rounding == 0);
  control.shift_share = 0;
  if (control.raise_curvature(back.curve - ahead.along, ahead.size, back.rounding)) return;
  decide_step(control, map, ahead.progress, back.inner);
}

}  // namespace jam::dynamics
