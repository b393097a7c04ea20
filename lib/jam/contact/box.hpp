// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A box as the contact geometry sees it, for host and device. T is float, double, or Floats (sixteen boxes,
// one in each lane).
#pragma once

#include <cmath>

#include "jam/core/macros.hpp"
#include "jam/core/quaternion.hpp"
#include "jam/core/simd.hpp"
#include "jam/core/vec.hpp"

namespace jam::contact {

/// All points within `margin` of a core, the points centre + x axis[0] + y axis[1] + z axis[2] with |x| <=
/// half.x and so on: a sharp box with margin 0, else one whose edges and corners are rounded with that
/// radius. Lengths in one unit of the caller's choice.
template <class T>
struct Box {
  Vec3<T> centre;
  Vec3<T> axis[3];  ///< Orthonormal, right-handed.
  Vec3<T> half;     ///< Half of the edge lengths of the core: > 0, or >= 0 if there is a margin.
  T margin = T(0);  ///< >= 0; < 0, above minus the least half edge: boxes may penetrate each other by twice
                    ///< that, walls by that.
};

/// The box with centre, unit quaternion, half edge lengths of the core, and margin.
template <class T>
[[nodiscard]] JAM_HD_INLINE Box<T> make_box(Vec3<T> centre, Quaternion<T> rotation, Vec3<T> half,
                                            T margin = T(0)) {
  const Mat3<T> matrix = rotation_matrix(rotation);
  return {centre, {matrix.column[0], matrix.column[1], matrix.column[2]}, half, margin};
}

/// Component i of v; i is known when compiling wherever speed matters.
template <class T>
[[nodiscard]] JAM_HD_INLINE T component(const Vec3<T>& v, int i) {
  return i == 0 ? v.x : i == 1 ? v.y : v.z;
}

/// The next and the next but one of 0, 1, 2 in cyclic order.
[[nodiscard]] JAM_HD_INLINE constexpr int next(int i) { return i == 2 ? 0 : i + 1; }
[[nodiscard]] JAM_HD_INLINE constexpr int after_next(int i) { return i == 0 ? 2 : i - 1; }

// The few functions of one number that the geometry needs, for every T.

JAM_HD_INLINE float absolute(float a) { return fabsf(a); }
JAM_HD_INLINE double absolute(double a) { return fabs(a); }
JAM_HD_INLINE float inverse_root(float a) { return reciprocal_sqrt(a); }
JAM_HD_INLINE double inverse_root(double a) { return 1.0 / sqrt(a); }
JAM_HD_INLINE float choose(bool mask, float yes, float no) { return mask ? yes : no; }
JAM_HD_INLINE double choose(bool mask, double yes, double no) { return mask ? yes : no; }
JAM_HD_INLINE double larger_of(double a, double b) { return a > b ? a : b; }
JAM_HD_INLINE float larger_of(float a, float b) { return a > b ? a : b; }

#if !defined(__CUDACC__)
JAM_HD_INLINE Floats absolute(const Floats& a) { return larger(a, Floats(0.0F) - a); }
JAM_HD_INLINE Floats inverse_root(const Floats& a) { return reciprocal_sqrt(a); }
JAM_HD_INLINE Floats choose(const Mask& mask, const Floats& yes, const Floats& no) {
  return select(mask, yes, no);
}
JAM_HD_INLINE Floats larger_of(const Floats& a, const Floats& b) { return larger(a, b); }
#endif

/// sin^2 of the angle between two edges below which their cross product is no axis of its own. Ignoring it
/// makes an overlap wrong by up to l sin, dividing by a smaller sine by up to l eps / sin; for boxes of l =
/// 100 mm both are about 0.03 mm in float and 1e-6 mm in double.
template <class T>
inline constexpr float parallel_sine_squared = 1e-7F;
template <>
inline constexpr double parallel_sine_squared<double> = 1e-16;

}  // namespace jam::contact
