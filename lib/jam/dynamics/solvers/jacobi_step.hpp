// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// One contact in projected Jacobi (jor, ccp), for host and device.
#pragma once

#include "jam/dynamics/constraints/cone.hpp"
#include "jam/dynamics/model/free_motion.hpp"
#include "jam/dynamics/solvers/solver.hpp"

namespace jam::dynamics {

/// Step lengths r_N, r_T, r_T of a contact at alpha = 1 [kg], from the diagonal of its block [1/kg] (Nuetzi 2.7): 1 / W_NN and
/// 1 / max(W_T1T1, W_T2T2).
[[nodiscard]] JAM_HD_INLINE Vec3d prox_steps_of(Vec3d d) {
  const double tangents = 1 / (d.y > d.z ? d.y : d.z);
  return {1 / d.x, tangents, tangents};
}

/// One step length for all components: 1 over the largest diagonal entry, which a projection onto the cone needs.
[[nodiscard]] JAM_HD_INLINE Vec3d cone_steps_of(Vec3d d) {
  const double t = d.y > d.z ? d.y : d.z;
  const double all = 1 / (d.x > t ? d.x : t);
  return {all, all, all};
}

/// eta = 3 / trace(W_ii) for all components (Negrut 2.4).
[[nodiscard]] JAM_HD_INLINE Vec3d trace_steps_of(Vec3d d) {
  const double all = 3 / (d.x + d.y + d.z);
  return {all, all, all};
}

/// What jor and ccp do in a law.
struct JacobiRule {
  bool by_disc = false;   ///< Normal first, then the tangents; else onto the cone.
  bool add_slip = false;  ///< De Saxce's term is added to the velocity.
  bool by_trace = false;  ///< ccp's step lengths.
  double blend = 1;       ///< Share of the new impulses.
};

[[nodiscard]] inline JacobiRule jacobi_rule(const SolverSettings& settings) {
  const bool coulomb = settings.law == ContactLaw::coulomb, ccp = settings.kind == SolverKind::ccp;
  return {coulomb && !ccp, coulomb && ccp, ccp, ccp ? settings.blend : 1};
}

[[nodiscard]] JAM_HD_INLINE Vec3d jacobi_steps(const JacobiRule& rule, Vec3d diagonal) {
  return rule.by_trace ? trace_steps_of(diagonal) : rule.by_disc ? prox_steps_of(diagonal) : cone_steps_of(diagonal);
}

/// The next impulse of a contact with impulse r and velocity u.
[[nodiscard]] JAM_HD_INLINE Vec3d jacobi_step(const JacobiRule& rule, Vec3d r, Vec3d u, Vec3d steps, double alpha, double friction) {
  if (rule.add_slip) u = lifted(u, friction);
  const Vec3d moved = r - alpha * scaled(steps, u);
  const Vec3d projected = rule.by_disc ? on_disc(moved, friction) : on_cone(moved, friction);
  return rule.blend == 1 ? projected : rule.blend * projected + (1 - rule.blend) * r;
}

}  // namespace jam::dynamics
