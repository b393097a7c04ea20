// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// One contact in a sweep of projected Gauss-Seidel, without branches: T is double, or several contacts side
// by side (lanes.hpp).
#pragma once

#include "jam/core/macros.hpp"
#include "jam/core/vec.hpp"
#include "jam/dynamics/constraints/cone_lanes.hpp"
#include "jam/dynamics/constraints/natural_map.hpp"
#include "jam/dynamics/model/free_motion.hpp"

namespace jam::dynamics {

/// Data of a contact for a sweep.
template <class T>
struct SweptContact {
  T friction;      ///< Friction [-]; 0 or above.
  T normal_step;   ///< Step length of the normal at alpha = 1 [kg].
  T tangent_step;  ///< Step length of both tangents at alpha = 1 [kg].
  T coupling[2];   ///< W_T1N, W_T2N of its own block [1/kg].
};

/// The next impulse of a contact with impulse r and velocity u. Laws coulomb and pyramid: normal first; the
/// tangents see the new normal impulse by the block W_ii (Nuetzi 2.9). Law ccp: onto the cone.
template <ContactLaw law, class T>
[[nodiscard]] JAM_HD_INLINE Vec3<T> swept_impulse(const SweptContact<T>& contact, const Vec3<T>& r,
                                                  const Vec3<T>& u, const T& alpha) {
  const T step = alpha * contact.normal_step, along = r.x - step * u.x;
  if constexpr (law == ContactLaw::ccp) {
    return on_cone_lanes<T>({along, r.y - step * u.y, r.z - step * u.z}, contact.friction, T{} + 1.0);
  } else {
    const T normal = at_least_zero(along), change = normal - r.x, across = alpha * contact.tangent_step;
    const T y = r.y - across * (u.y + contact.coupling[0] * change),
            z = r.z - across * (u.z + contact.coupling[1] * change);
    if constexpr (law == ContactLaw::pyramid) return on_box_lanes(normal, y, z, contact.friction);
    else return on_disc_lanes(normal, y, z, contact.friction);
  }
}

/// The next impulse of a single contact with block W_ii = `block`. The three rows of a joint, whose friction
/// is below 0, are solved together.
[[nodiscard]] inline Vec3d swept_impulse(ContactLaw law, Vec3d r, Vec3d u, double friction, Vec3d steps,
                                         const Mat3<double>& block, double alpha) {
  if (friction < 0) return r - alpha * solve3(block, u);
  const SweptContact<double> contact{friction, steps.x, steps.y, {block.column[0].y, block.column[0].z}};
  if (law == ContactLaw::ccp) return swept_impulse<ContactLaw::ccp>(contact, r, u, alpha);
  if (law == ContactLaw::pyramid) return swept_impulse<ContactLaw::pyramid>(contact, r, u, alpha);
  return swept_impulse<ContactLaw::coulomb>(contact, r, u, alpha);
}

}  // namespace jam::dynamics
