// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Draws the change of a trial of a set: boxes come, go, and change for others, besides the moves of boxes of
// one size (moves.hpp). Lengths in mm.
//
//   create    a box that is away comes to a vacancy
//   destroy   a box goes away
//   exchange  one or two boxes go away, and one or two of other kinds come to their place
//   swap      two boxes of different kinds change places
#pragma once

#include "jam/trunk/annealing/moves.hpp"

namespace jam::trunk {

template <WarpWorkers Team>
class SetMoves : private TrialMoves<Team> {
 public:
  using TrialMoves<Team>::TrialMoves;

  /// All lanes get the same change.
  JAM_HD_INLINE void propose(RandomStream random, bool /*insert*/, TrialChange& change) {
    random_ = random;
    const TrialRules& rules = scene_.rules;
    const float kind = draw(random_);
    const int present = present_count(team_, scene_, packing_);
    const float to_destroy = rules.create + rules.destroy;
    const float to_exchange = to_destroy + rules.exchange;
    change.kind = TrialKind::rebuild;
    change.radius[0] = (MoveLengths::least_region + MoveLengths::region_range * draw(random_)) * scene_.scale;
    if (kind < rules.create || present == 0) {
      create(change);
    } else if (kind < to_destroy) {
      remove(change, any_box());
    } else if (kind < to_exchange) {
      exchange(change);
    } else if (kind < to_exchange + rules.swap) {
      swap(change);
    } else {
      TrialMoves<Team>::propose(random_, false, change);
    }
  }

 private:
  /// A squeezed box, or any that is not away.
  [[nodiscard]] JAM_HD_INLINE int any_box() {
    if (draw(random_) < 0.5F) return this->squeezed_box();
    return present_box(team_, scene_, packing_, draw(random_));
  }

  /// A box of the kind that is away; -1: there is none.
  [[nodiscard]] JAM_HD_INLINE int away_box(int kind, int taken) const {
    const TrialKindOfBox& of = scene_.kinds[kind];
    JAM_ROLLED
    for (int i = of.first; i < of.first + of.count; ++i) {
      if (i != taken && is_away(packing_.centre(i))) return i;
    }
    return -1;
  }

  /// A box that is away, of any kind but `except`, and not `taken`; -1: there is none.
  [[nodiscard]] JAM_HD_INLINE int any_away(int except, int taken) {
    const int first = draw_below(random_, scene_.kind_count);
    JAM_ROLLED
    for (int k = 0; k < scene_.kind_count; ++k) {
      const int kind = (first + k) % scene_.kind_count;
      const int box = kind == except ? -1 : away_box(kind, taken);
      if (box >= 0) return box;
    }
    return -1;
  }

  [[nodiscard]] JAM_HD_INLINE float scale_of(int box) const { return scene_.kinds[packing_.kind[box]].scale; }

  JAM_HD_INLINE void remove(TrialChange& change, int box) const {
    if (change.changed_count == 0) change.place[0] = packing_.centre(box);
    this->take(change, box);
    change.changed[change.changed_count - 1].centre = place_away(box);
    change.changed[change.changed_count - 1].rotation = {};
  }

  JAM_HD_INLINE void put(TrialChange& change, int box, Vec3f place, float spread) {
    this->take(change, box);
    this->place_box(change, change.changed_count - 1, packing_.kind[box], place, spread * scale_of(box));
  }

  JAM_HD_INLINE void create(TrialChange& change) {
    const int box = any_away(-1, -1);
    Vec3f place{};
    change.possible = box >= 0 && this->vacancy(place, scale_of(box));
    if (!change.possible) return;
    put(change, box, place, MoveLengths::vacancy_spread);
    change.place[0] = place;
  }

  JAM_HD_INLINE void exchange(TrialChange& change) {
    constexpr float two = 0.3F;
    const int box = any_box();
    const int kind = packing_.kind[box];
    const Vec3f place = packing_.centre(box);
    const bool removes_two = draw(random_) < two;
    const bool adds_two = draw(random_) < two;
    int near[2] = {box, -1};
    if (removes_two && this->nearest(place, 2, near) < 2) near[1] = -1;
    const int other = near[0] == box ? near[1] : near[0];
    const int first = any_away(kind, -1);
    const int second = adds_two ? any_away(kind, first) : -1;
    change.possible = first >= 0;
    if (!change.possible) return;
    remove(change, box);
    if (other >= 0) remove(change, other);
    put(change, first, place, MoveLengths::anew_spread);
    if (second >= 0)
      put(change, second, other >= 0 ? packing_.centre(other) : place, MoveLengths::rebuild_stray);
  }

  JAM_HD_INLINE void swap(TrialChange& change) {
    const int a = any_box();
    int b = a;
    JAM_ROLLED
    for (int attempt = 0; attempt < 4 && packing_.kind[b] == packing_.kind[a]; ++attempt)
      b = present_box(team_, scene_, packing_, draw(random_));
    change.possible = packing_.kind[b] != packing_.kind[a];
    if (!change.possible) return;
    this->take(change, a);
    this->take(change, b);
    this->place_box(change, 0, packing_.kind[a], packing_.centre(b),
                    MoveLengths::vacancy_spread * scale_of(a));
    this->place_box(change, 1, packing_.kind[b], packing_.centre(a),
                    MoveLengths::vacancy_spread * scale_of(b));
    change.place[0] = packing_.centre(b);
    change.place[1] = packing_.centre(a);
    change.radius[1] = change.radius[0];
  }

  using TrialMoves<Team>::packing_;
  using TrialMoves<Team>::random_;
  using TrialMoves<Team>::scene_;
  using TrialMoves<Team>::team_;
};

}  // namespace jam::trunk
