// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Overlaps of many pairs of boxes: on a GPU a thread tests one pair, on a CPU sixteen at once, with the same
// result as one by one. Lengths in mm.
#pragma once

#include "jam/contact/box_box.hpp"
#include "jam/contact/box_lanes.hpp"
#include "jam/trunk/annealing/crew.hpp"
#include "jam/trunk/annealing/memory.hpp"

namespace jam::trunk {
inline namespace JAM_SIMD_NAMESPACE {

/// By a call: kernels that fit the cache of instructions wait less for them.
[[nodiscard]] JAM_HD_CALL inline contact::AxisOverlap<float> overlap_of(const contact::Box<float> a,
                                                                        const contact::Box<float> b,
                                                                        float enough, float edge_share) {
  return contact::least_overlap(a, b, enough, edge_share);
}

/// Overlaps of the pairs of a list (PartMemory::pair, PartMemory::candidate), which are asked for in its
/// order.
class PairOverlaps {
 public:
  /// The overlap of the boxes a and b, pair number `item` of `count`. A result of at most `enough` may be any
  /// other number of at most `enough` (contact::least_overlap).
  [[nodiscard]] JAM_HD_INLINE contact::AxisOverlap<float> of(const PartMemory& m, const TrialScene& scene,
                                                             [[maybe_unused]] const std::uint16_t* list,
                                                             [[maybe_unused]] int count,
                                                             [[maybe_unused]] int item,
                                                             [[maybe_unused]] int a, [[maybe_unused]] int b,
                                                             [[maybe_unused]] float enough) {
#if defined(__CUDACC__)
    return overlap_of(box_of(m, scene, a), box_of(m, scene, b), enough, scene.rules.edge_share);
#else
    const int base = item - item % simd_lane_count;
    if (list != list_ || base != base_) {
      list_ = list;
      base_ = base;
      contact::BoxLanes first;
      contact::BoxLanes second;
      for (int lane = 0; lane < simd_lane_count; ++lane) {
        const int pair = list[base + lane < count ? base + lane : base] & (known_pair - 1);
        first.set(lane, box_of(m, scene, pair & 31));
        second.set(lane, box_of(m, scene, pair >> 5));
      }
      least_ = contact::least_overlap(first.boxes(), second.boxes(), Floats(-1e30F),
                                      Floats(scene.rules.edge_share));
    }
    return {get_lane(least_.overlap, item - base), get_lane(least_.axis, item - base)};
#endif
  }

 private:
#if !defined(__CUDACC__)
  const std::uint16_t* list_ = nullptr;
  int base_ = 0;
  contact::AxisOverlap<Floats> least_;
#endif
};

/// Calls `body(overlap)` for the first `count` boxes of a proposal and `box`, in their order; an overlap of
/// at most 0 may be left out.
template <class Body>
JAM_HD_INLINE void each_overlap_with(const ProposalMemory& m, const TrialScene& scene, int count,
                                     const contact::Box<float>& box, const Body& body) {
#if defined(__CUDACC__)
  JAM_ROLLED
  for (int i = 0; i < count; ++i) body(overlap_of(box_of(m, scene, i), box, 0.0F, 1.0F).overlap);
#else
  const contact::Box<Floats> beside = contact::spread(box);
  static_assert(part_box_limit % simd_lane_count == 0);
  for (int base = 0; base < count; base += simd_lane_count) {
    const int end = count - base < simd_lane_count ? count - base : simd_lane_count;
    const auto vector = [&](const float(*rows)[part_box_limit]) {
      return Vec3<Floats>{contact::load_lanes(rows[0] + base), contact::load_lanes(rows[1] + base),
                          contact::load_lanes(rows[2] + base)};
    };
    contact::Box<Floats> boxes{
        vector(m.centre), {vector(m.axis), vector(m.axis + 3), vector(m.axis + 6)}, {}, Floats(0.0F)};
    for (int lane = 0; lane < end; ++lane) {
      const BoxSize& size = size_of(m, scene, base + lane);
      set_lane(boxes.half.x, lane, size.half.x);
      set_lane(boxes.half.y, lane, size.half.y);
      set_lane(boxes.half.z, lane, size.half.z);
      set_lane(boxes.margin, lane, size.margin);
    }
    const Floats overlap = contact::least_overlap(boxes, beside, Floats(0.0F), Floats(1.0F)).overlap;
    if (!any_lane(Floats(0.0F) < overlap)) continue;
    for (int lane = 0; lane < end; ++lane) body(get_lane(overlap, lane));
  }
#endif
}

}  // namespace JAM_SIMD_NAMESPACE
}  // namespace jam::trunk
