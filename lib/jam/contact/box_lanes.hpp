// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Sixteen boxes, one in each lane of Floats. For source files that are compiled once per instruction set
// (jam/core/simd.hpp).
#pragma once

#include "jam/contact/box.hpp"

#if !defined(__CUDACC__)

namespace jam::contact {
inline namespace JAM_SIMD_NAMESPACE {

/// Sixteen numbers from memory.
[[nodiscard]] JAM_HD_INLINE Floats load_lanes(const float* from) {
  Floats value;
  __builtin_memcpy(&value, from, sizeof value);
  return value;
}

/// A box in all lanes.
[[nodiscard]] JAM_HD_INLINE Box<Floats> spread(const Box<float>& box) {
  const auto all = [](Vec3f v) { return Vec3<Floats>{Floats(v.x), Floats(v.y), Floats(v.z)}; };
  return {all(box.centre),
          {all(box.axis[0]), all(box.axis[1]), all(box.axis[2])},
          all(box.half),
          Floats(box.margin)};
}

/// The numbers of a box: centre, the three axes, half, margin.
inline constexpr int box_number_count = 16;
static_assert(sizeof(Box<float>) == box_number_count * sizeof(float));

/// Boxes that are set one by one, all of them.
class BoxLanes {
 public:
  JAM_HD_INLINE void set(int lane, const Box<float>& box) {
    const auto set_vector = [&](int c, const Vec3f& v) {
      number_[c][lane] = v.x;
      number_[c + 1][lane] = v.y;
      number_[c + 2][lane] = v.z;
    };
    set_vector(0, box.centre);
    for (int k = 0; k < 3; ++k) set_vector(3 + 3 * k, box.axis[k]);
    set_vector(12, box.half);
    number_[15][lane] = box.margin;
  }

  /// Sets a box from its numbers in memory, in the order of Box.
  JAM_HD_INLINE void set(int lane, const float* box) {
    for (int c = 0; c < box_number_count; ++c) number_[c][lane] = box[c];
  }

  [[nodiscard]] JAM_HD_INLINE Box<Floats> boxes() const {
    const auto vector = [&](int c) {
      return Vec3<Floats>{load_lanes(number_[c]), load_lanes(number_[c + 1]), load_lanes(number_[c + 2])};
    };
    return {vector(0), {vector(3), vector(6), vector(9)}, vector(12), load_lanes(number_[15])};
  }

 private:
  alignas(64) float number_[box_number_count][simd_lane_count];  // Not set to 0, which would take time.
};

}  // namespace JAM_SIMD_NAMESPACE
}  // namespace jam::contact

#endif
