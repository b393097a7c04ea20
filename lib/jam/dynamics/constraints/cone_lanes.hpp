// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The projections of cone.hpp without branches: T is double, or several contacts side by side (lanes.hpp).
// They give the same bits. Blocks of joints are none of their business: their result has no meaning where the
// friction is below 0.
#pragma once

#include <cmath>

#include "jam/core/macros.hpp"
#include "jam/core/vec.hpp"

namespace jam::dynamics {

/// a <= b ? yes : no.
[[nodiscard]] JAM_HD_INLINE double where_at_most(double a, double b, double yes, double no) {
  return a <= b ? yes : no;
}
[[nodiscard]] JAM_HD_INLINE double square_root(double x) { return std::sqrt(x); }

/// on_cone_weighted(); on_cone() with a weight of 1.
template <class T>
[[nodiscard]] JAM_HD_INLINE Vec3<T> on_cone_lanes(const Vec3<T>& r, const T& mu, const T& weight) {
  const T zero{}, one = zero + 1.0, t = square_root(r.y * r.y + r.z * r.z), slope = mu * weight;
  const T n = (r.x + slope * t) / (one + mu * slope), shrink = mu * n / t;
  const T limit = mu * r.x, pull = slope * t, against = -r.x;
  const auto chosen = [&](const T& inside, const T& beside) {
    return where_at_most(pull, against, zero, where_at_most(t, limit, inside, beside));
  };
  return {chosen(r.x, n), chosen(r.y, r.y * shrink), chosen(r.z, r.z * shrink)};
}

/// The tangents of on_disc() and on_box(), for a normal impulse of at least 0.
template <class T>
[[nodiscard]] JAM_HD_INLINE Vec3<T> on_disc_lanes(const T& normal, const T& y, const T& z, const T& mu) {
  const T bound = mu * normal, t = square_root(y * y + z * z);
  const T shrink = where_at_most(t, bound, T{} + 1.0, bound / t);
  return {normal, y * shrink, z * shrink};
}
template <class T>
[[nodiscard]] JAM_HD_INLINE Vec3<T> on_box_lanes(const T& normal, const T& y, const T& z, const T& mu) {
  const T bound = mu * normal, below = -bound;
  const auto clamped = [&](const T& x) {
    return where_at_most(x, below, below, where_at_most(bound, x, bound, x));
  };
  return {normal, clamped(y), clamped(z)};
}

/// x where it is above 0, else 0.
template <class T>
[[nodiscard]] JAM_HD_INLINE T at_least_zero(const T& x) {
  return where_at_most(x, T{}, T{}, x);
}

}  // namespace jam::dynamics
