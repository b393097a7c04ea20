// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// One contact in a sweep of projected Gauss-Seidel, without branches: T is double, or several contacts side by side (lanes.hpp).
// Projections are those of cone.hpp.
#pragma once

#include <cmath>

#include "jam/core/macros.hpp"
#include "jam/core/vec.hpp"
#include "jam/dynamics/constraints/natural_map.hpp"
#include "jam/dynamics/model/free_motion.hpp"

namespace jam::dynamics {

/// a <= b ? yes : no.
[[nodiscard]] JAM_HD_INLINE double where_at_most(double a, double b, double yes, double no) { return a <= b ? yes : no; }
[[nodiscard]] JAM_HD_INLINE double square_root(double x) { return std::sqrt(x); }

/// What a contact is in a sweep.
template <class T>
struct SweptContact {
  T friction;      ///< [-]; 0 or above.
  T normal_step;   ///< Step lengths at alpha = 1 [kg].
  T tangent_step;  ///< Of both tangents.
  T coupling[2];   ///< W_T1N, W_T2N of its own block [1/kg].
};

/// The next impulse of a contact with impulse r and velocity u. Laws coulomb and pyramid: normal first; the tangents see the new normal
/// impulse by the block W_ii (Nuetzi 2.9). Law ccp: onto the cone.
template <ContactLaw law, class T>
[[nodiscard]] JAM_HD_INLINE Vec3<T> swept_impulse(const SweptContact<T>& contact, const Vec3<T>& r, const Vec3<T>& u, const T& alpha) {
  const T zero{}, mu = contact.friction;
  const T along = r.x - alpha * contact.normal_step * u.x;
  if constexpr (law == ContactLaw::ccp) {
    const T one = zero + 1.0, step = alpha * contact.normal_step;
    const T y = r.y - step * u.y, z = r.z - step * u.z, t = square_root(y * y + z * z);
    const T n = (along + mu * t) / (one + mu * mu);
    const T shrink = where_at_most(t, mu * along, one, mu * n / t);
    const T normal = where_at_most(t, mu * along, along, n);
    const T below = mu * t, above = zero - along;
    return {where_at_most(below, above, zero, normal), where_at_most(below, above, zero, y * shrink),
            where_at_most(below, above, zero, z * shrink)};
  } else {
    const T normal = where_at_most(along, zero, zero, along);
    const T change = normal - r.x, step = alpha * contact.tangent_step;
    const T y = r.y - step * (u.y + contact.coupling[0] * change), z = r.z - step * (u.z + contact.coupling[1] * change);
    const T bound = mu * normal;
    if constexpr (law == ContactLaw::pyramid) {
      const auto clamped = [&](const T& x) { return where_at_most(x, zero - bound, zero - bound, where_at_most(bound, x, bound, x)); };
      return {normal, clamped(y), clamped(z)};
    } else {
      const T t = square_root(y * y + z * z);
      const T shrink = where_at_most(t, bound, zero + 1.0, bound / t);
      return {normal, y * shrink, z * shrink};
    }
  }
}

/// The same of one contact, whose block is W_ii. The three rows of a joint, whose friction is below 0, are solved together.
[[nodiscard]] inline Vec3d swept_impulse(ContactLaw law, Vec3d r, Vec3d u, double friction, Vec3d steps, const Mat3<double>& block,
                                         double alpha) {
  if (friction < 0) return r - alpha * solve3(block, u);
  const SweptContact<double> contact{friction, steps.x, steps.y, {block.column[0].y, block.column[0].z}};
  if (law == ContactLaw::ccp) return swept_impulse<ContactLaw::ccp>(contact, r, u, alpha);
  if (law == ContactLaw::pyramid) return swept_impulse<ContactLaw::pyramid>(contact, r, u, alpha);
  return swept_impulse<ContactLaw::coulomb>(contact, r, u, alpha);
}

}  // namespace jam::dynamics
