// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Corrections of position that one contact gives to its two bodies, and their use by a body (J.-F.
// Goetzmann 2007, section 5). State of rest: no velocities; a contact moves its bodies just so far that its
// depth becomes 0 to first order.
#pragma once

#include "jam/contact/box.hpp"

namespace jam::contact {

/// Inverse mass and inertia, which resist a push. All zero for a body that never moves.
template <class T>
struct InverseInertia {
  T mass = 0;           ///< 1 / m.
  Vec3<T> principal{};  ///< 1 / I about the axes of the box.
};

/// Moment of inertia of a box of mass m with half edge lengths l: I = m/3 diag(l2^2 + l3^2, l1^2 + l3^2, l1^2
/// + l2^2).
template <class T>
[[nodiscard]] JAM_HD_INLINE InverseInertia<T> inverse_inertia_of_box(T mass, Vec3<T> half) {
  const T scale = T(3) / mass;
  const Vec3<T> square{half.x * half.x, half.y * half.y, half.z * half.z};
  return {T(1) / mass,
          {scale / (square.y + square.z), scale / (square.x + square.z), scale / (square.x + square.y)}};
}

/// A small displacement and a small rotation vector [rad].
template <class T>
struct Correction {
  Vec3<T> move{};
  Vec3<T> turn{};

  JAM_HD_INLINE Correction& operator+=(const Correction& other) {
    return move += other.move, turn += other.turn, *this;
  }
  JAM_HD_INLINE friend Correction operator*(T s, const Correction& c) { return {s * c.move, s * c.turn}; }
};

/// Q I0^-1 Q^T v.
template <class T>
[[nodiscard]] JAM_HD_INLINE Vec3<T> apply_inverse_inertia(const Box<T>& box, const InverseInertia<T>& inertia,
                                                          Vec3<T> v) {
  return (inertia.principal.x * dot(box.axis[0], v)) * box.axis[0] +
         (inertia.principal.y * dot(box.axis[1], v)) * box.axis[1] +
         (inertia.principal.z * dot(box.axis[2], v)) * box.axis[2];
}

/// The displacement and turn of a box for a unit push along `normal` at `point`, and by how much the point
/// follows along the normal.
template <class T>
struct PushResponse {
  Correction<T> correction;
  T inverse_mass = 0;  ///< 1/m + (r x n) . I^-1 (r x n), the share of this body in mu.
};

template <class T>
[[nodiscard]] JAM_HD_INLINE PushResponse<T> push(const Box<T>& box, const InverseInertia<T>& inertia,
                                                 Vec3<T> point, Vec3<T> normal) {
  const Vec3<T> lever = cross(point - box.centre, normal);
  const Vec3<T> turn = apply_inverse_inertia(box, inertia, lever);
  return {{inertia.mass * normal, turn}, inertia.mass + dot(lever, turn)};
}

/// c += dc; q += 1/2 (0, dphi) q, normalised.
template <class T>
JAM_HD_INLINE void apply(const Correction<T>& correction, Vec3<T>& centre, Quaternion<T>& rotation) {
  centre += correction.move;
  const Quaternion<T> change =
      Quaternion<T>{T(0), correction.turn.x, correction.turn.y, correction.turn.z} * rotation;
  const T half(0.5);
  const Quaternion<T> sum{rotation.w + half * change.w, rotation.x + half * change.x,
                          rotation.y + half * change.y, rotation.z + half * change.z};
  const T scale = inverse_root(sum.w * sum.w + sum.x * sum.x + sum.y * sum.y + sum.z * sum.z);
  rotation = {sum.w * scale, sum.x * scale, sum.y * scale, sum.z * scale};
}

}  // namespace jam::contact
