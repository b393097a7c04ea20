// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Which of many triangles of the wall may touch a box: on a GPU a thread tests one, on a CPU sixteen are tested at once, with the same
// result. An entry of a list has the number of a triangle, and a version and a box of a part (box_shift in trial_state.hpp). Lengths in mm.
#pragma once

#include "jam/trunk/trials/box_triangle.hpp"
#include "jam/trunk/trials/trial_overlaps.hpp"

namespace jam::trunk {

[[nodiscard]] JAM_HD_INLINE int triangle_of(std::uint32_t entry) { return static_cast<int>(entry & ((1U << triangle_bits) - 1U)); }

/// The triangle of an entry in the frame of the box.
JAM_HD_INLINE void localise(const WallView& wall, const contact::Box<float>& box, std::uint32_t entry, Vec3f (&q)[3], Vec3f& n) {
  const int t = triangle_of(entry);
  const auto local = [&](Vec3f v) { return Vec3f{dot(box.axis[0], v), dot(box.axis[1], v), dot(box.axis[2], v)}; };
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
  for (int k = 0; k < 3; ++k) {
    const float* const corner = wall.corner + static_cast<std::int64_t>(3 * k) * wall.count + t;
    q[k] = local(Vec3f{corner[0], corner[wall.count], corner[2 * static_cast<std::int64_t>(wall.count)]} - box.centre);
  }
  n = local({wall.normal[t], wall.normal[wall.count + t], wall.normal[2 * static_cast<std::int64_t>(wall.count) + t]});
}

inline namespace JAM_SIMD_NAMESPACE {

#if !defined(__CUDACC__)

/// Up to sixteen triangles, one in each lane.
class TriangleLanes {
 public:
  [[nodiscard]] JAM_HD_INLINE int count() const { return count_; }
  [[nodiscard]] JAM_HD_INLINE bool full() const { return count_ == simd_lane_count; }
  [[nodiscard]] JAM_HD_INLINE std::uint32_t entry(int lane) const { return entry_[lane]; }

  JAM_HD_INLINE void add(const WallView& wall, std::uint32_t entry) {
    const float* const corner = wall.corner + triangle_of(entry);
    const float* const normal = wall.normal + triangle_of(entry);
    for (int c = 0; c < 9; ++c) number_[c][count_] = corner[static_cast<std::int64_t>(c) * wall.count];
    for (int c = 0; c < 3; ++c) number_[9 + c][count_] = normal[static_cast<std::int64_t>(c) * wall.count];
    entry_[count_++] = entry;
  }

  /// Calls `body(lane)` for each triangle that may touch its box; then there are none.
  template <class Body>
  JAM_HD_INLINE void each_possible_touch(const contact::Box<Floats>& box, const Body& body) {
    if (count_ == 0) return;
    const Floats touches = select(may_touch(box), Floats(1.0F), Floats(0.0F));
    for (int lane = 0; lane < count_; ++lane) {
      if (get_lane(touches, lane) != 0.0F) body(lane);
    }
    count_ = 0;
  }

 private:
  /// may_touch() of each triangle.
  [[nodiscard]] JAM_HD_INLINE Mask may_touch(const contact::Box<Floats>& box) const {
    const auto vector = [&](int c) {
      return Vec3<Floats>{contact::load_lanes(number_[c]), contact::load_lanes(number_[c + 1]), contact::load_lanes(number_[c + 2])};
    };
    const Vec3<Floats> q[3] = {vector(0) - box.centre, vector(3) - box.centre, vector(6) - box.centre};
    const Vec3<Floats> normal = vector(9);
    const Floats zero(0.0F);
    Floats reach_along_normal = zero;
    Floats height = zero;
    Mask touches = zero < Floats(1.0F);
    Mask flat = touches;  // Where the normal is 0 there is no plane.
    for (int k = 0; k < 3; ++k) {
      const Floats x = dot(box.axis[k], q[0]);
      const Floats y = dot(box.axis[k], q[1]);
      const Floats z = dot(box.axis[k], q[2]);
      const Floats half = contact::component(box.half, k);
      const Floats reach = half + box.margin;
      touches = touches & (smaller(smaller(x, y), z) - reach < zero) & (zero - larger(larger(x, y), z) - reach < zero);
      const Floats n = dot(box.axis[k], normal);
      const Floats size = contact::absolute(n);
      flat = flat & !(zero < size);
      height = k == 0 ? n * x : height + n * x;
      reach_along_normal = k == 0 ? size * half : reach_along_normal + size * half;
    }
    return touches & (flat | (contact::absolute(height) - (reach_along_normal + box.margin) < zero));
  }

  alignas(64) float number_[12][simd_lane_count] = {};
  std::uint32_t entry_[simd_lane_count];
  int count_ = 0;
};

#endif

/// Calls `body(p, entry)` for those entries of all parts whose triangle may touch its box: `count(p)` is how many items part p has, and
/// `entry_of(p, item, entry)` sets the entry of an item, or returns false where it has none.
template <TrialCrew Crew, class Count, class EntryOf, class Body>
JAM_HD_INLINE void each_possible_touch(const Crew& crew, PartMemory* parts, const TrialScene& scene, const Count& count,
                                       const EntryOf& entry_of, const Body& body) {
#if defined(__CUDACC__)
  each_item(crew, count, [&](int p, int item) {
    std::uint32_t entry = 0;
    if (!entry_of(p, item, entry)) return;
    const contact::Box<float> box = box_of(parts[p], scene, static_cast<int>(entry >> box_shift));
    Vec3f q[3];
    Vec3f n;
    localise(scene.wall, box, entry, q, n);
    if (may_touch(box.half, box.margin, q, n)) body(p, entry);
  });
#else
  int part[simd_lane_count];
  contact::BoxLanes boxes;
  TriangleLanes triangles;
  const auto test = [&] { triangles.each_possible_touch(boxes.boxes(), [&](int lane) { body(part[lane], triangles.entry(lane)); }); };
  each_item(crew, count, [&](int p, int item) {
    std::uint32_t entry = 0;
    if (!entry_of(p, item, entry)) return;
    part[triangles.count()] = p;
    boxes.set(triangles.count(), box_of(parts[p], scene, static_cast<int>(entry >> box_shift)));
    triangles.add(scene.wall, entry);
    if (triangles.full()) test();
  });
  test();
#endif
}

}  // namespace JAM_SIMD_NAMESPACE
}  // namespace jam::trunk
