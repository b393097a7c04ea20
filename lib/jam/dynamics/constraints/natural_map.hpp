// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The natural map, which measures how well impulses solve a contact problem (contact_problem.hpp), and what one contact contributes to it;
// for host and device.
#pragma once

#include <cmath>

#include "jam/core/macros.hpp"
#include "jam/core/vec.hpp"
#include "jam/dynamics/constraints/cone.hpp"

namespace jam::dynamics {

enum class ContactLaw { coulomb, ccp, pyramid };

/// The larger of two numbers; not a number where one of them is none.
[[nodiscard]] JAM_HD_INLINE double larger(double a, double b) { return b <= a || a != a ? a : b; }

/// The largest absolute value of the components; not a number where one of them is none.
[[nodiscard]] JAM_HD_INLINE double largest_component(Vec3d v) { return larger(larger(std::fabs(v.x), std::fabs(v.y)), std::fabs(v.z)); }

/// The natural map |r - P_K(r - rho (u + s mu |u_T| e_N))| / rho, its largest component over the contacts, over max(|q|, |W r|) (largest
/// components; at least 1e-300): relative, without unit. s is 1 for coulomb and 0 for ccp, rho is 1 over the largest diagonal entry of
/// the contact's block. For pyramid s is 0, and normal and tangents are projected one after the other. The map of a joint's block is u. 0
/// without contacts and joints; not a number where an impulse is not finite.
struct NaturalMap {
  double absolute = 0;  ///< Without the division [m/s].
  double scale = 0;     ///< The divisor [m/s].
  [[nodiscard]] JAM_HD_INLINE double relative() const { return absolute / scale; }
};

/// Largest components over contacts: of |r - P_K(r - rho u)| / rho, and of |q| and |W r| [m/s].
struct NaturalMapTerms {
  double defect = 0, velocity = 0;

  JAM_HD_INLINE void join(const NaturalMapTerms& other) {
    defect = larger(defect, other.defect);
    velocity = larger(velocity, other.velocity);
  }
};

/// Of the impulse r of a contact, whose velocity is u = product + q; `largest_diagonal` is 1 / rho.
[[nodiscard]] JAM_HD_INLINE NaturalMapTerms natural_map_terms(Vec3d r, Vec3d product, Vec3d q, double friction, double largest_diagonal,
                                                              ContactLaw law) {
  const double rho = 1 / largest_diagonal;
  Vec3d u = product + q;
  if (law == ContactLaw::coulomb) u = lifted(u, friction);
  const double velocity = larger(largest_component(q), largest_component(product));
  if (friction < 0) return {largest_component(u), velocity};
  const Vec3d moved = r - rho * u;
  const Vec3d projected = law == ContactLaw::pyramid ? on_box(moved, friction) : on_cone(moved, friction);
  return {largest_component((r - projected) * largest_diagonal), velocity};
}

}  // namespace jam::dynamics
