// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Vectors of three components for host and device. Plain aggregates without constructors, so that they may
// lie in shared memory and in arrays that are copied as bytes: `Vec3<float>{x, y, z}`. T is float or
// double. Every sum is taken from left to right on both sides; nvcc may still fuse a product and a sum if
// the host does not, so the last bit may differ between them.
#pragma once

#include <cmath>
#include <type_traits>

#include "jam/core/macros.hpp"

namespace jam {

/// Three components, in whatever unit the owner says.
template <class T>
struct Vec3 {
  T x{};
  T y{};
  T z{};

  JAM_HD_INLINE Vec3& operator+=(Vec3 b) { return x += b.x, y += b.y, z += b.z, *this; }
  JAM_HD_INLINE Vec3& operator-=(Vec3 b) { return x -= b.x, y -= b.y, z -= b.z, *this; }
  JAM_HD_INLINE Vec3& operator*=(T s) { return x *= s, y *= s, z *= s, *this; }
  JAM_HD_INLINE friend Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  JAM_HD_INLINE friend Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  JAM_HD_INLINE friend Vec3 operator-(Vec3 a) { return {-a.x, -a.y, -a.z}; }
  JAM_HD_INLINE friend Vec3 operator*(Vec3 a, T s) { return {a.x * s, a.y * s, a.z * s}; }
  JAM_HD_INLINE friend Vec3 operator*(T s, Vec3 a) { return {a.x * s, a.y * s, a.z * s}; }
  JAM_HD_INLINE friend Vec3 operator/(Vec3 a, T s) { return {a.x / s, a.y / s, a.z / s}; }
  JAM_HD_INLINE friend bool operator==(Vec3 a, Vec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
};

using Vec3f = Vec3<float>;
using Vec3d = Vec3<double>;

/// a b + c, of floats in one operation of a GPU: also in code that is compiled without fusing what the
/// compiler pleases.
template <class T>
[[nodiscard]] JAM_HD_INLINE T multiply_add(const T& a, const T& b, const T& c) {
#if defined(__CUDA_ARCH__)
  if constexpr (std::is_same_v<T, float>) return __fmaf_rn(a, b, c);
#endif
  return a * b + c;
}

/// Scalar product; of floats with two fused operations on a GPU.
template <class T>
[[nodiscard]] JAM_HD_INLINE T dot(Vec3<T> a, Vec3<T> b) {
#if defined(__CUDA_ARCH__)
  if constexpr (std::is_same_v<T, float>) return multiply_add(a.z, b.z, multiply_add(a.y, b.y, a.x * b.x));
#endif
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

/// Vector product, right-handed.
template <class T>
[[nodiscard]] JAM_HD_INLINE Vec3<T> cross(Vec3<T> a, Vec3<T> b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// |a|^2, in the square of the unit of a.
template <class Vector>
[[nodiscard]] JAM_HD_INLINE auto length_squared(Vector a) {
  return dot(a, a);
}

/// Without protection against overflow of the square: components up to 1e19 (float), 1e154 (double).
template <class Vector>
[[nodiscard]] JAM_HD_INLINE auto length(Vector a) {
  using std::sqrt;
  return sqrt(dot(a, a));
}

/// a / |a|, or `fallback` if |a| is 0 or its square underflows (below 1e-22 for float, 1e-161 for double).
template <class Vector>
[[nodiscard]] JAM_HD_INLINE Vector normalised(Vector a, Vector fallback) {
  const auto size = length(a);
  return size > 0 ? a / size : fallback;
}

template <class T>
[[nodiscard]] JAM_HD_INLINE bool is_finite(Vec3<T> a) {
  return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}

}  // namespace jam
