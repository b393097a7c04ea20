// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A wall of triangles: each lies in all cells under its bounds. Lengths in mm.
#pragma once

#include "jam/trunk/annealing/box_triangle.hpp"
#include "jam/trunk/annealing/walls.hpp"

namespace jam::trunk {

/// A triangle of the wall in the frame of the box.
JAM_HD_INLINE void localise(const WallView& wall, const contact::Box<float>& box, int t, Vec3f (&q)[3],
                            Vec3f& n) {
  const auto local = [&](Vec3f v) {
    return Vec3f{dot(box.axis[0], v), dot(box.axis[1], v), dot(box.axis[2], v)};
  };
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
  for (int k = 0; k < 3; ++k) {
    const float* const corner = wall.corner + static_cast<std::int64_t>(3 * k) * wall.count + t;
    q[k] = local(Vec3f{corner[0], corner[wall.count], corner[2 * static_cast<std::int64_t>(wall.count)]} -
                 box.centre);
  }
  n = local(wall.normal_of(t));
}

inline namespace JAM_SIMD_NAMESPACE {

class TriangleWall {
 public:
  static constexpr int number_count = 12;  ///< Three corners and the normal.

  [[nodiscard]] static JAM_HD_INLINE const contact::ListGrid& cells(const TrialScene& scene) {
    return scene.wall;
  }
  [[nodiscard]] static JAM_HD_INLINE int element(const TrialScene& scene, int entry) {
    return scene.wall.cell_triangle[entry];
  }
  [[nodiscard]] static JAM_HD_INLINE bool counts(const TrialScene& scene, int entry, int t,
                                                 const contact::CellRange& cells) {
    const auto low = static_cast<int>(scene.wall.low_cell[t]);
    const auto cell = static_cast<int>(scene.wall.entry_cell[entry]);
    const auto is_first = [&](int shift, int of_box) {
      const int own = low >> shift & 1023;
      return (own > of_box ? own : of_box) == (cell >> shift & 1023);
    };
    return is_first(0, cells.x0) && is_first(10, cells.y0) && is_first(20, cells.z0);
  }
  [[nodiscard]] static JAM_HD_INLINE bool may_touch(const TrialScene& scene, const contact::Box<float>& box,
                                                    float margin, int t) {
    Vec3f q[3];
    Vec3f n;
    localise(scene.wall, box, t, q, n);
    return jam::trunk::may_touch(box.half, box.margin + margin, q, n);
  }
  [[nodiscard]] static JAM_HD_INLINE WallPush push(const TrialScene& scene, const contact::Box<float>& box,
                                                   int t) {
    Vec3f q[3];
    Vec3f n;
    localise(scene.wall, box, t, q, n);
    return box_triangle_push(box.half, box.margin, q, n);
  }
  [[nodiscard]] static JAM_HD_INLINE float number(const TrialScene& scene, int t, int c) {
    const WallView& wall = scene.wall;
    return c < 9 ? wall.corner[static_cast<std::int64_t>(c) * wall.count + t]
                 : wall.normal[static_cast<std::int64_t>(c - 9) * wall.count + t];
  }

#if !defined(__CUDACC__)
  /// may_touch() of sixteen triangles, whose numbers are those of number().
  template <class Numbers>
  [[nodiscard]] static JAM_HD_INLINE Mask may_touch_lanes(const contact::Box<Floats>& box,
                                                          const Numbers& numbers) {
    const auto vector = [&](int c) { return Vec3<Floats>{numbers(c), numbers(c + 1), numbers(c + 2)}; };
    const Vec3<Floats> q[3] = {vector(0) - box.centre, vector(3) - box.centre, vector(6) - box.centre};
    const Vec3<Floats> normal = vector(9);
    const Floats zero(0.0F);
    Floats reach_along_normal = zero;
    Floats height = zero;
    Mask touches = zero < Floats(1.0F);
    Mask flat = touches;  // If the normal is 0, there is no plane.
    for (int k = 0; k < 3; ++k) {
      const Floats x = dot(box.axis[k], q[0]);
      const Floats y = dot(box.axis[k], q[1]);
      const Floats z = dot(box.axis[k], q[2]);
      const Floats half = contact::component(box.half, k);
      const Floats reach = half + box.margin;
      touches = touches & (smaller(smaller(x, y), z) - reach < zero) &
                (zero - larger(larger(x, y), z) - reach < zero);
      const Floats n = dot(box.axis[k], normal);
      const Floats size = contact::absolute(n);
      flat = flat & !(zero < size);
      height = k == 0 ? n * x : height + n * x;
      reach_along_normal = k == 0 ? size * half : reach_along_normal + size * half;
    }
    return touches & (flat | (contact::absolute(height) - (reach_along_normal + box.margin) < zero));
  }
#endif
};
static_assert(TrialWall<TriangleWall>);

}  // namespace JAM_SIMD_NAMESPACE
}  // namespace jam::trunk
