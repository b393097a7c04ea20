// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Lists of the neighbours that the movable boxes of parts may touch: near boxes, and near elements of the
// wall. A box is listed again once it has moved half the skin, or was placed again; the lists of the other
// boxes stay. All threads of the crew call each function together. Lengths in mm.
#pragma once

#include <bit>

#include "jam/contact/point_grid.hpp"
#include "jam/trunk/annealing/overlaps.hpp"
#include "jam/trunk/annealing/walls.hpp"

namespace jam::trunk {

[[nodiscard]] JAM_HD_INLINE int lowest_bit(unsigned bits) {
#if defined(__CUDA_ARCH__)
  return __ffs(static_cast<int>(bits)) - 1;
#else
  return std::countr_zero(bits);
#endif
}
[[nodiscard]] JAM_HD_INLINE int bit_count(unsigned bits) {
#if defined(__CUDA_ARCH__)
  return __popc(bits);
#else
  return std::popcount(bits);
#endif
}

/// The number of the set bit that has `n` set ones below it.
[[nodiscard]] JAM_HD_INLINE int nth_bit(unsigned bits, int n) {
  JAM_ROLLED
  for (; n > 0; --n) bits &= bits - 1;
  return lowest_bit(bits);
}

template <TrialCrew Crew, TrialWall Wall>
class TrialLists {
 public:
  /// `parts` has Crew::part_count parts, and `elements` element_scratch entries for each.
  JAM_HD_INLINE TrialLists(const Crew& crew, PartMemory* parts, const TrialScene& scene,
                           std::uint32_t* elements)
      : crew_(crew), parts_(parts), scene_(scene), elements_(elements) {}

  /// Lists the stale boxes of all parts: first the pairs that stay and those whose spheres are near, then of
  /// these the near pairs, and the near elements of the wall.
  JAM_HD_INLINE void list() {
    crew_.sync();  // All have seen which parts are stale.
    each_part_by_thread([&](int p) {
      if (is_stale(p)) renew(parts_[p]);
    });
    crew_.sync();
    list_candidates();
    crew_.sync();
    list_pairs();
    list_elements();
    each_item(
        crew_, [&](int p) { return is_stale(p) ? parts_[p].movable_count : 0; },
        [&](int p, int i) {
          PartMemory& m = parts_[p];
          if (!is_stale_box(m, i)) return;
          for (int k = 0; k < 3; ++k) m.listed[k][i] = m.centre[k][i];
          for (int k = 0; k < 4; ++k) m.listed[3 + k][i] = m.rotation[k][i];
        });
    crew_.sync();
    each_part_by_thread([&](int p) {
      if (is_stale(p)) end_lists(parts_[p]);
    });
  }

 protected:
  /// Calls `body(p)` once for each part p; the threads of the crew divide the parts among them.
  template <class Body>
  JAM_HD_INLINE void each_part_by_thread(const Body& body) const {
    JAM_ROLLED
    for (int p = crew_.rank(); p < Crew::part_count; p += crew_.size()) body(p);
  }

  [[nodiscard]] JAM_HD_INLINE bool is_active(int p) const { return parts_[p].trial >= 0; }
  [[nodiscard]] JAM_HD_INLINE bool is_stale(int p) const { return is_active(p) && parts_[p].stale != 0; }
  [[nodiscard]] JAM_HD_INLINE bool any_stale() const {
    bool any = false;
    for (int p = 0; p < Crew::part_count; ++p) any = any || is_stale(p);
    return any;
  }
  [[nodiscard]] JAM_HD_INLINE float skin() const { return scene_.rules.skin * scene_.scale; }

  [[nodiscard]] JAM_HD_INLINE std::uint32_t* near_elements(int p) const {
    return elements_ + static_cast<std::size_t>(p) * element_scratch;
  }

  Crew crew_;
  PartMemory* parts_;
  const TrialScene& scene_;
  std::uint32_t* elements_;

 private:
  /// Called by one thread before stale boxes are listed. If versions run out, or much in the list is out of
  /// date, all boxes are listed.
  JAM_HD_INLINE void renew(PartMemory& m) const {
    bool all = m.stale == all_movable(m) || m.element_count > near_element_limit / 2;
    JAM_ROLLED
    for (unsigned left = m.stale; left != 0; left &= left - 1)
      all = all || ++m.version[lowest_bit(left)] == version_limit;
    m.candidate_count = m.listed_pair_count = m.next_stale = 0;
    if (!all) return;
    m.stale = all_movable(m);
    m.element_count = m.pair_count = 0;
    JAM_ROLLED
    for (std::uint8_t& version : m.version) version = 0;
  }

  JAM_HD_INLINE void add_candidate(PartMemory& m, int pair) const {
    const int at = crew_.add(m.candidate_count, 1);
    if (at < candidate_limit) m.candidate[at] = static_cast<std::uint16_t>(pair);
  }
  JAM_HD_INLINE void add_pair(PartMemory& m, int pair) const {
    const int at = crew_.add(m.listed_pair_count, 1);
    if (at < near_pair_limit) m.pair[at] = static_cast<std::uint16_t>(pair);
  }

  [[nodiscard]] static JAM_HD_INLINE bool is_stale_box(const PartMemory& m, int i) {
    return i < movable_limit && (m.stale >> i & 1U) != 0;
  }
  /// Largest gap up to which a and b, one of them stale, are near. A box may be half the skin from its place
  /// when it was listed, and then go as far to the other side.
  [[nodiscard]] JAM_HD_INLINE float reach_of_pair(const PartMemory& m, int a, int b) const {
    const auto moved = [&](int i) { return i < m.movable_count && !is_stale_box(m, i); };
    return (moved(a) || moved(b) ? 1.5F : 1.0F) * skin();
  }

  /// Pairs that stay, and those of stale boxes whose spheres are near.
  JAM_HD_INLINE void list_candidates() const {
    each_item(
        crew_, [&](int p) { return is_stale(p) ? parts_[p].pair_count : 0; },
        [&](int p, int at) {
          PartMemory& m = parts_[p];
          const int pair = m.pair[at];
          if (!is_stale_box(m, pair & 31) && !is_stale_box(m, pair >> 5)) add_candidate(m, pair | known_pair);
        });
    each_item(
        crew_, [&](int p) { return is_stale(p) ? bit_count(parts_[p].stale) * parts_[p].box_count : 0; },
        [&](int p, int item) {
          PartMemory& m = parts_[p];
          const int k = item / m.box_count;
          const int a = nth_bit(m.stale, k);
          const int b = item - k * m.box_count;
          if (a == b || (b < a && is_stale_box(m, b))) return;
          const Vec3f between = centre_of(m, b) - centre_of(m, a);
          const float limit =
              size_of(m, scene_, a).radius + size_of(m, scene_, b).radius + reach_of_pair(m, a, b);
          if (dot(between, between) < limit * limit) add_candidate(m, a < b ? a | b << 5 : b | a << 5);
        });
  }

  /// Lists the candidate pairs whose boxes are near each other.
  JAM_HD_INLINE void list_pairs() const {
    PairOverlaps overlaps;
    each_item(
        crew_,
        [&](int p) {
          const int count = is_stale(p) ? parts_[p].candidate_count : 0;
          return count < candidate_limit ? count : candidate_limit;
        },
        [&](int p, int item) {
          PartMemory& m = parts_[p];
          const int pair = m.candidate[item];
          if ((pair & known_pair) != 0) {
            add_pair(m, pair & ~known_pair);
            return;
          }
          const int a = pair & 31;
          const int b = pair >> 5;
          const float reach = reach_of_pair(m, a, b);
          if (overlaps.of(m, scene_, m.candidate, m.candidate_count, item, a, b, -reach).overlap > -reach)
            add_pair(m, pair);
        });
  }

  /// Near elements of stale boxes. A team that has ended one box takes the next.
  JAM_HD_INLINE void list_elements() const {
    const auto team = crew_.team();
    JAM_ROLLED
    for (int p = 0; p < Crew::part_count; ++p) {
      if (!is_stale(p)) continue;
      PartMemory& m = parts_[p];
      const int count = bit_count(m.stale);
      for (;;) {
        int k = 0;
        if (team.rank() == 0) k = crew_.add(m.next_stale, 1);
        k = team.value_at(k, 0);
        if (k >= count) break;
        list_elements_of(p, nth_bit(m.stale, k));
      }
    }
  }

  JAM_HD_INLINE void list_elements_of(int p, int i) const {
    const auto team = crew_.team();
    PartMemory& m = parts_[p];
    std::uint32_t* const elements = near_elements(p);
    const std::uint32_t tag =
        static_cast<std::uint32_t>(i) << box_shift | static_cast<std::uint32_t>(m.version[i]) << element_bits;
    const contact::ListGrid& wall = Wall::cells(scene_);
    const float margin = 0.5F * skin();  // The wall does not move; a box moves at most half the skin.
    const contact::Box<float> box = box_of(m, scene_, i);
    const contact::CellRange cells = contact::cells_under(wall, box, margin);
    const int rows = cells.row_count();
    int found = 0;
    // The entries of a row of cells along x lie side by side. As many rows at once as there are lanes, which
    // share their entries evenly.
    JAM_ROLLED
    for (int base = 0; base < rows; base += team.size()) {
      const int row = base + team.rank();
      int begin = 0;
      int end = 0;
      if (row < rows) contact::entries_of_row(wall, cells, row, begin, end);
      const int count = end - begin;
      const int before = team.sum_before(count);
      const int total = team.sum(count);
      JAM_ROLLED
      for (int first = 0; first < total; first += team.size()) {
        const int entry = first + team.rank();
        int l = 0;  // The last row that begins at the entry or before it.
        JAM_ROLLED
        for (int step = team.size() / 2; step > 0; step /= 2) {
          if (team.value_at(before, l + step) <= entry) l += step;
        }
        const int at = team.value_at(begin, l) + entry - team.value_at(before, l);
        bool near = entry < total;
        int t = 0;
        if (near) {
          t = Wall::element(scene_, at);
          near = Wall::counts(scene_, at, t, cells) && Wall::may_touch(scene_, box, margin, t);
        }
        const int more = team.count(near);
        if (more == 0) continue;
        int from = 0;
        if (team.rank() == 0) from = crew_.add(m.element_count, more);
        const int place = team.value_at(from, 0) + team.count_before(near);
        if (near && place < near_element_limit) elements[place] = static_cast<std::uint32_t>(t) | tag;
        found += more;
      }
    }
    if (team.rank() == 0) m.near_count[i] = found;
  }

  /// Ends the lists of a part, by one thread. If they do not fit, the trial is given up.
  JAM_HD_INLINE void end_lists(PartMemory& m) const {
    if (m.candidate_count > candidate_limit || m.listed_pair_count > near_pair_limit ||
        m.element_count > near_element_limit)
      m.fits = 0;
    m.pair_count = m.listed_pair_count < near_pair_limit ? m.listed_pair_count : near_pair_limit;
    m.stale = 0;
  }
};

}  // namespace jam::trunk
