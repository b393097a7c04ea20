// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// jor, ccp and pe-jacobi in rounds (rounds.hpp): the methods of solvers/jacobi.cpp, with the power iteration
// that chooses their relaxation.
#pragma once

#include "jam/dynamics/solvers/jacobi_step.hpp"
#include "jam/dynamics/solvers/relaxation_control.hpp"
#include "jam/dynamics/solvers/rounds/rounds.hpp"

namespace jam::dynamics {

/// The buffer of the vector of the power iteration; those before hold impulses.
inline constexpr int power_buffer = impulse_buffers - 1;

struct JacobiControl {
  RoundPlan plan;
  JacobiRule rule;
  ContactLaw law = ContactLaw::coulomb;
  RelaxationControl relaxation;
  RoundsReport report;

  double vector_size = 1;  ///< Length of the vector of the power iteration.
  double eigenvalue = 0;
  int turn = 0;  ///< Number of iterations of the power method so far.
  int best_at = 0;
};

[[nodiscard]] inline JacobiControl begin_jacobi(const SolverSettings& settings) {
  JacobiControl control;
  control.rule = jacobi_rule(settings);
  control.law = settings.law;
  control.relaxation = RelaxationControl(settings, 1);
  control.plan.kind = settings.relaxation == 0 ? RoundKind::power : RoundKind::evaluate;
  return control;
}

/// One round, which only tests the impulses in buffer 0; bodies then have their change of velocity.
[[nodiscard]] JAM_HD_INLINE JacobiControl begin_look(ContactLaw law) {
  JacobiControl control;
  control.law = law;
  control.plan.kind = RoundKind::closing;
  return control;
}

/// Component `number` of a fixed vector with entries in [-1, 1), orthogonal to no eigenvector in practice:
/// splitmix64.
[[nodiscard]] JAM_HD_INLINE double power_start(std::uint64_t number) {
  std::uint64_t z = (number + 1) * 0x9e3779b97f4a7c15ULL;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  z ^= z >> 31;
  return static_cast<double>(z >> 11) * 0x1p-52 - 1;
}

[[nodiscard]] JAM_HD_INLINE Vec3d roots(Vec3d v) { return {sqrt(v.x), sqrt(v.y), sqrt(v.z)}; }

[[nodiscard]] JAM_HD_INLINE ForwardTerms forward(const SolverArrays& arrays, const JacobiControl& control,
                                                 int i) {
  const RoundPlan& plan = control.plan;
  const ContactFrame frame = frame_of(arrays.problem.matrix, i);
  if (plan.kind == RoundKind::power) {
    const auto k = 3 * static_cast<std::uint64_t>(i);
    const Vec3d vector = control.turn == 0 ? Vec3d{power_start(k), power_start(k + 1), power_start(k + 2)}
                                           : arrays.r[power_buffer][i];
    const Vec3d root = roots(step_length(control.rule.steps, arrays.problem.diagonal[i]));
    hand_out(arrays.problem.matrix, i, frame, scaled(root, vector / control.vector_size));
    return {};
  }
  const Vec3d now = arrays.r[plan.now][i];
  if (plan.kind != RoundKind::step) {
    hand_out(arrays.problem.matrix, i, frame, now);
    return {};
  }
  const Vec3d u = arrays.product[0][i] + arrays.problem.q[i];
  const Vec3d next =
      jacobi_step(control.rule, now, u, step_length(control.rule.steps, arrays.problem.diagonal[i]),
                  control.relaxation.alpha(), arrays.problem.friction[i]);
  arrays.r[plan.next].set(i, next);
  hand_out(arrays.problem.matrix, i, frame, next);
  return {};
}

[[nodiscard]] JAM_HD_INLINE BackwardTerms backward(const SolverArrays& arrays, const JacobiControl& control,
                                                   int i) {
  const RoundPlan& plan = control.plan;
  const ContactFrame frame = frame_of(arrays.problem.matrix, i);
  const Vec3d product = contact_velocity(arrays.problem.matrix, i, frame);
  BackwardTerms terms;
  if (plan.kind == RoundKind::power) {
    const Vec3d vector = scaled(roots(step_length(control.rule.steps, arrays.problem.diagonal[i])), product);
    arrays.r[power_buffer].set(i, vector);
    terms.curve = length_squared(vector);
    return terms;
  }
  arrays.product[0].set(i, product);
  terms.map = natural_map_terms(arrays.r[plan.kind == RoundKind::step ? plan.next : plan.now][i], product,
                                arrays.problem.q[i], arrays.problem.friction[i], arrays.problem.largest[i],
                                control.law);
  return terms;
}

JAM_HD_INLINE void finish(JacobiControl& control, SolveStatus status) {
  control.report.status = status;
  control.report.relaxation = control.relaxation.alpha();
  if (status != SolveStatus::solved && control.relaxation.has_best()) control.plan.now = control.best_at;
  control.plan.kind = RoundKind::closing;
}

/// Ends an iteration of the power method.
JAM_HD_INLINE void decide_power(JacobiControl& control, double square) {
  const double before = control.eigenvalue, size = sqrt(square);
  ++control.turn;
  if (size > 0) control.eigenvalue = size;
  control.vector_size = size;
  if (size > 0 && !power_has_settled(control.turn, size, before) && control.turn < power_turn_limit) return;
  control.relaxation.choose(relaxation_for(control.eigenvalue));
  control.plan.kind = RoundKind::evaluate;
}

JAM_HD_INLINE void decide(JacobiControl& control, const ForwardTerms&, const BackwardTerms& back) {
  RoundPlan& plan = control.plan;
  if (plan.kind == RoundKind::power) return decide_power(control, back.curve);
  const NaturalMap map = map_of(back.map);
  if (plan.kind == RoundKind::closing) return close(plan, control.report, map);
  if (plan.kind == RoundKind::step) plan.now = plan.next;
  const LookOrder order =
      control.relaxation.look(map.absolute, map.relative(), map.velocity, control.report.iterations);
  if (order.is_best) control.best_at = plan.now;
  if (order.ends) return finish(control, order.status);
  ++control.report.iterations;
  plan.kind = RoundKind::step;
  if (order.restarts) {
    plan.now = control.best_at;
    plan.kind = RoundKind::evaluate;
  }
  for (int k = 0; k < power_buffer; ++k) {
    if (k != plan.now && k != control.best_at) plan.next = k;
  }
}

}  // namespace jam::dynamics
