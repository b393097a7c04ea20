// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A wall of points (J.-F. Goetzmann 2007, section 5): one in a box pushes it along the normal of the nearest
// face. Each lies in one cell. Lengths in mm.
#pragma once

#include "jam/contact/box_point.hpp"
#include "jam/trunk/annealing/walls.hpp"

namespace jam::trunk {
inline namespace JAM_SIMD_NAMESPACE {

class PointWall {
 public:
  static constexpr int number_count = 3;  ///< Numbers of an element: three coordinates.

  [[nodiscard]] static JAM_HD_INLINE const contact::ListGrid& cells(const TrialScene& scene) {
    return scene.points;
  }
  [[nodiscard]] static JAM_HD_INLINE int element(const TrialScene& /*scene*/, int entry) { return entry; }
  [[nodiscard]] static JAM_HD_INLINE bool counts(const TrialScene& /*scene*/, int /*entry*/, int /*point*/,
                                                 const contact::CellRange& /*cells*/) {
    return true;
  }
  [[nodiscard]] static JAM_HD_INLINE bool may_touch(const TrialScene& scene, const contact::Box<float>& box,
                                                    float margin, int point) {
    const Vec3f offset = at(scene, point) - box.centre;
    const float reach = box.margin + margin;
    return fabsf(dot(box.axis[0], offset)) - (box.half.x + reach) < 0.0F &&
           fabsf(dot(box.axis[1], offset)) - (box.half.y + reach) < 0.0F &&
           fabsf(dot(box.axis[2], offset)) - (box.half.z + reach) < 0.0F;
  }
  [[nodiscard]] static JAM_HD_INLINE WallPush push(const TrialScene& scene, const contact::Box<float>& box,
                                                   int point) {
    const contact::PointDepth<float> found = contact::depth_in_box(box, at(scene, point));
    // A negative margin is the penetration that a box may have (contact::Box).
    const float depth = box.margin < 0.0F ? found.depth + box.margin : found.depth;
    const int axis = static_cast<int>(found.axis);
    const float inward = contact::component(found.in_box, axis) < 0.0F ? 1.0F : -1.0F;
    return {depth,
            {axis == 0 ? inward : 0.0F, axis == 1 ? inward : 0.0F, axis == 2 ? inward : 0.0F},
            found.in_box};
  }
  [[nodiscard]] static JAM_HD_INLINE float number(const TrialScene& scene, int point, int c) {
    return c == 0 ? scene.points.x[point] : c == 1 ? scene.points.y[point] : scene.points.z[point];
  }

#if !defined(__CUDACC__)
  /// may_touch() of sixteen points, whose numbers are those of number().
  template <class Numbers>
  [[nodiscard]] static JAM_HD_INLINE Mask may_touch_lanes(const contact::Box<Floats>& box,
                                                          const Numbers& numbers) {
    const Vec3<Floats> offset = Vec3<Floats>{numbers(0), numbers(1), numbers(2)} - box.centre;
    const auto within = [&](int k) {
      return contact::absolute(dot(box.axis[k], offset)) - (contact::component(box.half, k) + box.margin) <
             Floats(0.0F);
    };
    return within(0) & within(1) & within(2);
  }
#endif

 private:
  [[nodiscard]] static JAM_HD_INLINE Vec3f at(const TrialScene& scene, int point) {
    return {scene.points.x[point], scene.points.y[point], scene.points.z[point]};
  }
};
static_assert(TrialWall<PointWall>);

}  // namespace JAM_SIMD_NAMESPACE
}  // namespace jam::trunk
