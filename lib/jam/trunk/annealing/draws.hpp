// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Numbers and rotations of trials, drawn and others, in single precision and without functions whose last
// bits differ between CPU and GPU.
#pragma once

#include "jam/contact/position_correction.hpp"
#include "jam/core/philox.hpp"
#include "jam/core/quaternion_of_axes.hpp"
#include "jam/trunk/annealing/crew.hpp"

namespace jam::trunk {
inline namespace JAM_SIMD_NAMESPACE {

/// fminf and fmaxf of numbers, which on a CPU are calls of the library.
[[nodiscard]] JAM_HD_INLINE float least_of(float a, float b) {
#if defined(__CUDA_ARCH__)
  return fminf(a, b);
#else
  return smaller(a, b);
#endif
}
[[nodiscard]] JAM_HD_INLINE float most_of(float a, float b) {
#if defined(__CUDA_ARCH__)
  return fmaxf(a, b);
#else
  return larger(a, b);
#endif
}

/// The next draw, by a call: the generator is a hundred instructions.
[[nodiscard]] JAM_HD_CALL inline std::uint32_t next_draw(RandomStream& random) { return random.next_u32(); }
/// Uniform in [0, 1).
[[nodiscard]] JAM_HD_INLINE float draw(RandomStream& random) { return uniform_float(next_draw(random)); }

/// The sum of three uniform numbers, moved and scaled: nearly normal, with mean 0 and variance 1, never
/// beyond 3.
[[nodiscard]] JAM_HD_INLINE float bell_draw(RandomStream& random) {
  const float a = draw(random);
  const float b = draw(random);
  return 2.0F * (a + b + draw(random) - 1.5F);
}
[[nodiscard]] JAM_HD_CALL inline Vec3f bell_vector(RandomStream& random) {
  const float x = bell_draw(random);
  const float y = bell_draw(random);
  return {x, y, bell_draw(random)};
}
[[nodiscard]] JAM_HD_INLINE int draw_below(RandomStream& random, int n) {
  const std::uint32_t high = next_draw(random);
  return static_cast<int>(uniform_below(high, next_draw(random), static_cast<std::uint32_t>(n)));
}

/// A number with Gumbel's distribution from a uniform one: finite for every number that uniform_float()
/// gives.
[[nodiscard]] JAM_HD_INLINE float gumbel_of(float uniform) {
  constexpr float least = 0x1p-25F;
  constexpr float most = 1.0F - 0x1p-24F;  // The largest number below 1.
  return -logf(-logf(least_of(uniform + least, most)));
}

[[nodiscard]] JAM_HD_CALL inline Quaternionf turned_slightly(Quaternionf q, Vec3f turn) {
  Vec3f nowhere{};
  contact::apply({{}, turn}, nowhere, q);
  return q;
}

/// The rotation whose first two axes are a and b, orthonormal.
[[nodiscard]] JAM_HD_CALL inline Quaternionf rotation_of(Vec3f a, Vec3f b) {
  return quaternion_of_axes(a, b);
}

/// Turns a box so that the one of these edges (bits) that is nearest to the vertical is vertical; 0: not at
/// all.
JAM_HD_CALL inline void stand_up(int edges, Quaternionf& rotation) {
  if (edges == 0) return;
  const Mat3<float> axes = rotation_matrix(rotation);
  int edge = -1;
  JAM_ROLLED
  for (int e = 0; e < 3; ++e) {
    const bool nearer = edge < 0 || fabsf(axes.column[e].z) > fabsf(axes.column[edge].z);
    if ((edges >> e & 1) != 0 && nearer) edge = e;
  }
  const Vec3f vertical{0, 0, axes.column[edge].z < 0.0F ? -1.0F : 1.0F};
  Vec3f level = axes.column[contact::next(edge)];
  level.z = 0;
  if (dot(level, level) < 0.04F) level = cross(vertical, axes.column[edge]);
  level = level * contact::inverse_root(dot(level, level));
  const Vec3f third = cross(vertical, level);
  rotation = edge == 0   ? rotation_of(vertical, level)
             : edge == 1 ? rotation_of(third, vertical)
                         : rotation_of(level, third);
}

}  // namespace JAM_SIMD_NAMESPACE
}  // namespace jam::trunk
