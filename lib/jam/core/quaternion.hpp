// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Rotations as unit quaternions q = w + x i + y j + z k, w the real part, for host and device; T is float or
// double. A product p q rotates by q first, then by p. Angles are in radians. Formulas: J. B. Kuipers,
// Quaternions and Rotation Sequences (1999).
#pragma once

#include <cmath>

#include "jam/core/macros.hpp"
#include "jam/core/vec.hpp"

namespace jam {

/// A 3 x 3 matrix by its columns; the columns of a rotation are the images of the axes.
template <class T>
struct Mat3 {
  Vec3<T> column[3];

  JAM_HD_INLINE friend Vec3<T> operator*(const Mat3& m, Vec3<T> v) {
    return m.column[0] * v.x + m.column[1] * v.y + m.column[2] * v.z;
  }

  /// Transpose times v: for a rotation, the inverse rotation of v.
  [[nodiscard]] JAM_HD_INLINE Vec3<T> transposed_times(Vec3<T> v) const {
    return {dot(column[0], v), dot(column[1], v), dot(column[2], v)};
  }
};

/// By default the identity. Products are not normalised.
template <class T>
struct Quaternion {
  T w = 1;
  T x = 0;
  T y = 0;
  T z = 0;

  /// The imaginary part (x, y, z).
  [[nodiscard]] JAM_HD_INLINE Vec3<T> vector() const { return {x, y, z}; }

  /// Hamilton product.
  JAM_HD_INLINE friend Quaternion operator*(Quaternion a, Quaternion b) {
    return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
  }
  /// Component by component: q and -q are different, though they are the same rotation.
  JAM_HD_INLINE friend bool operator==(Quaternion a, Quaternion b) {
    return a.w == b.w && a.x == b.x && a.y == b.y && a.z == b.z;
  }
};

using Quaternionf = Quaternion<float>;
using Quaterniond = Quaternion<double>;

/// The inverse of a unit quaternion.
template <class T>
[[nodiscard]] JAM_HD_INLINE Quaternion<T> conjugate(Quaternion<T> q) {
  return {q.w, -q.x, -q.y, -q.z};
}

/// |q|; 1 for a rotation. Overflows where a component exceeds the root of the largest number.
template <class T>
[[nodiscard]] JAM_HD_INLINE T norm(Quaternion<T> q) {
  using std::sqrt;
  return sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
}

/// q / |q|; the identity where |q| is 0 or not a number.
template <class T>
[[nodiscard]] JAM_HD_INLINE Quaternion<T> normalised(Quaternion<T> q) {
  const T size = norm(q);
  if (!(size > 0)) return {};
  return {q.w / size, q.x / size, q.y / size, q.z / size};
}

/// Direction cosine matrix DCM(q) = (q0^2 - q.q) E + 2 q q^T + 2 q0 [q]x with q0 = w, q = (x, y, z); a
/// rotation for a unit quaternion.
template <class T>
[[nodiscard]] JAM_HD_INLINE Mat3<T> rotation_matrix(Quaternion<T> q) {
  const Vec3<T> v = q.vector();
  const T diagonal = q.w * q.w - dot(v, v);
  return {{{diagonal + 2 * v.x * v.x, 2 * (v.y * v.x + q.w * v.z), 2 * (v.z * v.x - q.w * v.y)},
           {2 * (v.x * v.y - q.w * v.z), diagonal + 2 * v.y * v.y, 2 * (v.z * v.y + q.w * v.x)},
           {2 * (v.x * v.z + q.w * v.y), 2 * (v.y * v.z - q.w * v.x), diagonal + 2 * v.z * v.z}}};
}

/// v turned by the unit quaternion q: v + w t + q x t with t = 2 q x v, half the operations of the matrix.
template <class T>
[[nodiscard]] JAM_HD_INLINE Vec3<T> rotate(Quaternion<T> q, Vec3<T> v) {
  const Vec3<T> t = T{2} * cross(q.vector(), v);
  return v + q.w * t + cross(q.vector(), t);
}

/// Rotates v by the inverse of q.
template <class T>
[[nodiscard]] JAM_HD_INLINE Vec3<T> rotate_inverse(Quaternion<T> q, Vec3<T> v) {
  return rotate(conjugate(q), v);
}

/// The rotation by `angle` [rad] about `axis` (any length > 0), counter-clockwise when the axis points at the
/// viewer; the identity for a zero axis.
template <class T>
[[nodiscard]] JAM_HD_INLINE Quaternion<T> from_axis_angle(Vec3<T> axis, T angle) {
  using std::cos;
  using std::sin;
  const T size = length(axis);
  if (!(size > 0)) return {};
  const T scale = sin(angle / 2) / size;
  return {cos(angle / 2), axis.x * scale, axis.y * scale, axis.z * scale};
}

/// q after rotation by the rotation vector `turn` (axis times angle [rad]) in the world frame, normalised.
/// Exact for any angle.
template <class T>
[[nodiscard]] JAM_HD_INLINE Quaternion<T> turned(Quaternion<T> q, Vec3<T> turn) {
  return normalised(from_axis_angle(turn, length(turn)) * q);
}

}  // namespace jam
