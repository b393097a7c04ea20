// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The quaternion of a rotation that is known by its axes.
#pragma once

#include "jam/core/quaternion.hpp"

namespace jam {

/// The unit quaternion of the rotation with the columns a, b, a x b. Accurate for every rotation, half turns
/// included: the largest of the four components is taken from the diagonal, the others by dividing by it
/// (S. W. Shepperd, Quaternion from rotation matrix, J. Guidance and Control 1 (1978) 223-224).
template <class T>
[[nodiscard]] JAM_HD_INLINE Quaternion<T> quaternion_of_axes(Vec3<T> a, Vec3<T> b) {
  const Vec3<T> c = cross(a, b);
  // 4 w^2, 4 x^2, 4 y^2, 4 z^2; they sum to 4, so the largest is at least 1.
  const T w = 1 + a.x + b.y + c.z;
  const T x = 1 + a.x - b.y - c.z;
  const T y = 1 - a.x + b.y - c.z;
  const T z = 1 - a.x - b.y + c.z;
  // Four times the products of the largest component with each.
  Quaternion<T> q;
  if (w >= x && w >= y && w >= z) {
    q = {w, b.z - c.y, c.x - a.z, a.y - b.x};
  } else if (x >= y && x >= z) {
    q = {b.z - c.y, x, a.y + b.x, c.x + a.z};
  } else if (y >= z) {
    q = {c.x - a.z, a.y + b.x, y, b.z + c.y};
  } else {
    q = {a.y - b.x, c.x + a.z, b.z + c.y, z};
  }
  return normalised(q);
}

}  // namespace jam
