// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// One contact in projected Jacobi (jor, ccp, pe-jacobi), for host and device.
#pragma once

#include "jam/dynamics/constraints/cone.hpp"
#include "jam/dynamics/model/free_motion.hpp"
#include "jam/dynamics/solvers/solver.hpp"

namespace jam::dynamics {

/// Step lengths of the components of a contact at alpha = 1.
enum class JacobiSteps {
  prox,    ///< 1 / W_NN and, for both tangents, 1 / max(W_T1T1, W_T2T2) (Nuetzi 2.7).
  scalar,  ///< 1 / W_kk for each (Strobl 2.6): the disc would not allow that of the tangents to differ, a
           ///< pyramid does.
  cone,    ///< 1 over the largest diagonal entry for all, which a projection onto the cone needs.
  trace,   ///< eta = 3 / trace(W_ii) for all (Negrut 2.4).
};

/// [kg], from the diagonal of a contact's block [1/kg].
[[nodiscard]] JAM_HD_INLINE Vec3d step_length(JacobiSteps kind, Vec3d d) {
  if (kind == JacobiSteps::scalar) return {1 / d.x, 1 / d.y, 1 / d.z};
  const double tangent = d.y > d.z ? d.y : d.z;
  if (kind == JacobiSteps::prox) return {1 / d.x, 1 / tangent, 1 / tangent};
  const double all = kind == JacobiSteps::trace ? 3 / (d.x + d.y + d.z) : 1 / (d.x > tangent ? d.x : tangent);
  return {all, all, all};
}

/// The set that impulses are projected onto.
enum class JacobiSet { disc, box, cone };

/// The impulse r of a contact, projected onto the set.
[[nodiscard]] JAM_HD_INLINE Vec3d on_set(JacobiSet set, Vec3d r, double friction) {
  if (set == JacobiSet::disc) return on_disc(r, friction);
  return set == JacobiSet::box ? on_box(r, friction) : on_cone(r, friction);
}

/// Rule of jor, ccp or pe-jacobi for a law.
struct JacobiRule {
  JacobiSteps steps = JacobiSteps::cone;
  JacobiSet set = JacobiSet::cone;
  bool add_slip = false;  ///< De Saxce's term is added to the velocity.
  double blend = 1;       ///< Share of the new impulses.
};

[[nodiscard]] inline JacobiRule jacobi_rule(const SolverSettings& settings) {
  const bool coulomb = settings.law == ContactLaw::coulomb;
  if (settings.kind == SolverKind::ccp) return {JacobiSteps::trace, JacobiSet::cone, coulomb, settings.blend};
  if (settings.kind == SolverKind::pe_jacobi) return {JacobiSteps::scalar, JacobiSet::box, false, 1};
  if (settings.law == ContactLaw::ccp) return {JacobiSteps::cone, JacobiSet::cone, false, 1};
  return {JacobiSteps::prox, coulomb ? JacobiSet::disc : JacobiSet::box, false, 1};
}

/// The next impulse of a contact with impulse r and velocity u.
[[nodiscard]] JAM_HD_INLINE Vec3d jacobi_step(const JacobiRule& rule, Vec3d r, Vec3d u, Vec3d steps,
                                              double alpha, double friction) {
  if (rule.add_slip) u = lifted(u, friction);
  const Vec3d projected = on_set(rule.set, r - alpha * scaled(steps, u), friction);
  return rule.blend == 1 ? projected : rule.blend * projected + (1 - rule.blend) * r;
}

}  // namespace jam::dynamics
