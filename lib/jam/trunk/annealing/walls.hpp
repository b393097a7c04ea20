// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The wall of the container as trials see it: elements in uniform cells, either triangles (triangle_wall.hpp)
// or points (point_wall.hpp). Lists, contacts and relaxation are templates over the kind. An entry of a list
// has the number of an element, and a version and a box of a part (box_shift in state.hpp). Lengths in mm.
#pragma once

#include "jam/contact/box_lanes.hpp"
#include "jam/trunk/annealing/crew.hpp"
#include "jam/trunk/annealing/memory.hpp"

namespace jam::trunk {

/// How an element pushes a box, in the frame of the box.
struct WallPush {
  float depth = 0;  ///< Depth of the overlap [mm]; at most 0 if they are apart.
  Vec3f normal{};   ///< Unit vector along which the box is pushed.
  Vec3f point{};    ///< Point at which the box is pushed.
};

/// A kind of wall. `number_count` numbers describe an element.
template <class W>
concept TrialWall = requires(const TrialScene& scene, const contact::Box<float>& box, int element) {
  { W::cells(scene) } -> std::convertible_to<const contact::ListGrid&>;
  // The element of an entry of the cells.
  { W::element(scene, /*entry=*/0) } -> std::same_as<int>;
  // Whether it counts in that entry: an element that has several counts in the first of the cells under the
  // box.
  { W::counts(scene, /*entry=*/0, element, contact::CellRange{}) } -> std::same_as<bool>;
  // False if they are clearly apart by the margin or more.
  { W::may_touch(scene, box, /*margin=*/0.0F, element) } -> std::same_as<bool>;
  { W::push(scene, box, element) } -> std::same_as<WallPush>;
  { W::number_count } -> std::convertible_to<int>;
  // Number c of the element.
  { W::number(scene, element, /*c=*/0) } -> std::same_as<float>;
};

[[nodiscard]] JAM_HD_INLINE int element_of(std::uint32_t entry) {
  return static_cast<int>(entry & ((1U << element_bits) - 1U));
}

inline namespace JAM_SIMD_NAMESPACE {

#if !defined(__CUDACC__)

/// Up to sixteen elements, one in each lane.
template <TrialWall Wall>
class ElementLanes {
 public:
  [[nodiscard]] JAM_HD_INLINE int count() const { return count_; }
  [[nodiscard]] JAM_HD_INLINE bool full() const { return count_ == simd_lane_count; }
  [[nodiscard]] JAM_HD_INLINE std::uint32_t entry(int lane) const { return entry_[lane]; }

  JAM_HD_INLINE void add(const TrialScene& scene, std::uint32_t entry) {
    for (int c = 0; c < Wall::number_count; ++c)
      number_[c][count_] = Wall::number(scene, element_of(entry), c);
    entry_[count_++] = entry;
  }

  /// Calls `body(lane)` for each element that may touch its box, and empties the lanes.
  template <class Body>
  JAM_HD_INLINE void each_possible_touch(const contact::Box<Floats>& box, const Body& body) {
    if (count_ == 0) return;
    const auto numbers = [this](int c) { return contact::load_lanes(number_[c]); };
    const Floats touches = select(Wall::may_touch_lanes(box, numbers), Floats(1.0F), Floats(0.0F));
    for (int lane = 0; lane < count_; ++lane) {
      if (get_lane(touches, lane) != 0.0F) body(lane);
    }
    count_ = 0;
  }

 private:
  alignas(64) float number_[Wall::number_count][simd_lane_count] = {};
  std::uint32_t entry_[simd_lane_count];
  int count_ = 0;
};

#endif

/// Calls `body(p, entry)` for those entries of all parts whose element may touch its box: `count(p)` is how
/// many items part p has, and `entry_of(p, item, entry)` sets the entry of an item, or returns false if it
/// has none. A thread of a GPU tests one element, one of a CPU sixteen at once, with the same result.
template <TrialWall Wall, TrialCrew Crew, class Count, class EntryOf, class Body>
JAM_HD_INLINE void each_possible_touch(const Crew& crew, PartMemory* parts, const TrialScene& scene,
                                       const Count& count, const EntryOf& entry_of, const Body& body) {
#if defined(__CUDACC__)
  each_item(crew, count, [&](int p, int item) {
    std::uint32_t entry = 0;
    if (!entry_of(p, item, entry)) return;
    const contact::Box<float> box = box_of(parts[p], scene, static_cast<int>(entry >> box_shift));
    if (Wall::may_touch(scene, box, 0.0F, element_of(entry))) body(p, entry);
  });
#else
  int part[simd_lane_count];
  contact::BoxLanes boxes;
  ElementLanes<Wall> elements;
  const auto test = [&] {
    elements.each_possible_touch(boxes.boxes(), [&](int lane) { body(part[lane], elements.entry(lane)); });
  };
  each_item(crew, count, [&](int p, int item) {
    std::uint32_t entry = 0;
    if (!entry_of(p, item, entry)) return;
    part[elements.count()] = p;
    boxes.set(elements.count(), box_of(parts[p], scene, static_cast<int>(entry >> box_shift)));
    elements.add(scene, entry);
    if (elements.full()) test();
  });
  test();
#endif
}

}  // namespace JAM_SIMD_NAMESPACE
}  // namespace jam::trunk
