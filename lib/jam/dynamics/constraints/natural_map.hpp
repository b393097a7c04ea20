// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// How well impulses solve a contact problem (contact_problem.hpp), and the part of one contact in that; for
// host and device.
//   residual   the natural map |r - P_K(r - rho (u + s mu |u_T| e_N))| / rho, its largest component over the
//              contacts, over max(|q|, |W r|): the reported measure, which other programs use, too
//   error      the larger of the natural map and of the velocity of approach -u_N, over the velocities by
//              which the loaded contacts changed, |W r|. It ends a solve. Open gaps and sliding speeds do
//              not loosen it, and a large friction, by which the natural map divides the approach, does not
//              hide that bodies sink into each other. Steep contacts (cone.hpp) have the map of Coulomb's
//              proximal point in place of the cone's: |r - P_disc(r - rho u)| / rho
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
[[nodiscard]] JAM_HD_INLINE double largest_component(Vec3d v) {
  return larger(larger(std::fabs(v.x), std::fabs(v.y)), std::fabs(v.z));
}

/// s is 1 for coulomb and 0 for ccp, rho is 1 over the largest diagonal entry of the contact's block. For
/// pyramid s is 0, and normal and tangents are projected one after the other. The map of a joint's block is
/// u. 0 without contacts and joints; not a number where an impulse is not finite.
struct NaturalMap {
  double residual = 0;  ///< [-]
  double absolute = 0;  ///< The error before the division [m/s].
  double scale = 0;     ///< Divisor of the error [m/s].
  double velocity = 0;  ///< Divisor of the residual: the largest velocity of the problem [m/s].
  [[nodiscard]] JAM_HD_INLINE double relative() const { return absolute / scale; }
};

/// Largest components over contacts [m/s].
struct NaturalMapTerms {
  double defect = 0;    ///< |r - P_K(r - rho u)| / rho.
  double velocity = 0;  ///< |q| and |W r|.
  double error = 0;     ///< defect, of steep contacts that of the disc, and -u_N.
  double load = 0;      ///< |W r| of contacts with r_N > 0, and of joints.

  JAM_HD_INLINE void join(const NaturalMapTerms& other) {
    defect = larger(defect, other.defect);
    velocity = larger(velocity, other.velocity);
    error = larger(error, other.error);
    load = larger(load, other.load);
  }
};

/// The least scale of the error, as a fraction of the largest velocity of the problem: below it, products of
/// W have no correct digits.
inline constexpr double least_load_share = 1e-8;

/// The natural map of joined terms.
[[nodiscard]] JAM_HD_INLINE NaturalMap map_of(const NaturalMapTerms& terms) {
  const double velocity = terms.velocity > 1e-300 ? terms.velocity : 1e-300;
  const double least = least_load_share * velocity > 1e-300 ? least_load_share * velocity : 1e-300;
  return {terms.defect / velocity, terms.error, terms.load > least ? terms.load : least, velocity};
}

/// Terms of a contact with the impulse r and the velocity u = product + q; `largest_diagonal` is 1 / rho.
[[nodiscard]] JAM_HD_INLINE NaturalMapTerms natural_map_terms(Vec3d r, Vec3d product, Vec3d q,
                                                              double friction, double largest_diagonal,
                                                              ContactLaw law) {
  const double rho = 1 / largest_diagonal;
  const bool steep = law == ContactLaw::coulomb && is_steep(friction);
  Vec3d u = product + q;
  const double split = steep ? largest_component((r - on_disc(r - rho * u, friction)) * largest_diagonal) : 0;
  const double approach = -u.x, change = largest_component(product);
  if (law == ContactLaw::coulomb) u = lifted(u, friction);
  const double velocity = larger(largest_component(q), change);
  if (friction < 0) return {largest_component(u), velocity, largest_component(u), change};
  const Vec3d moved = r - rho * u;
  const Vec3d projected = law == ContactLaw::pyramid ? on_box(moved, friction) : on_cone(moved, friction);
  const double defect = largest_component((r - projected) * largest_diagonal);
  return {defect, velocity, larger(steep ? split : defect, approach), r.x > 0 ? change : 0};
}

}  // namespace jam::dynamics
