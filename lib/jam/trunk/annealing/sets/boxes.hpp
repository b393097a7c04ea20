// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The boxes of a set in a packing: which are away, what those that are not are worth, and at what price
// (state.hpp). Lengths in mm.
#pragma once

#include "jam/trunk/annealing/change.hpp"
#include "jam/trunk/annealing/crew.hpp"

namespace jam::trunk {

/// Where the box of this number is while it is away, alone [mm].
[[nodiscard]] JAM_HD_INLINE Vec3f place_away(int number) {
  return {1e5F * static_cast<float>(number + 1), 0, 0};
}
[[nodiscard]] JAM_HD_INLINE bool is_away(Vec3f centre) { return centre.x > 9e4F; }

/// Price of a packing of this worth [energy units]: 0 from the goal on.
[[nodiscard]] JAM_HD_INLINE float price_of(const TrialScene& scene, const TrialWorth& goal,
                                           const TrialWorth& worth) {
  const int all = goal.all - worth.all;
  const int main = goal.main - worth.main;
  const int lack = all > main ? all : main;
  if (lack <= 0) return 0;
  return (scene.rules.price_floor + scene.rules.price * (static_cast<float>(lack) / scene.mean_worth)) *
         (1.0F / energy_unit);
}

/// Number of boxes that may move and are not away.
template <WarpWorkers Team>
[[nodiscard]] JAM_HD_INLINE int present_count(const Team& team, const TrialScene& scene,
                                              const BoxView& packing) {
  int own = 0;
  JAM_ROLLED
  for (int i = scene.fixed_count + team.rank(); i < packing.count; i += team.size())
    own += is_away(packing.centre(i)) ? 0 : 1;
  return team.sum(own);
}

/// One of these, by a number in [0, 1); -1: there is none.
template <WarpWorkers Team>
[[nodiscard]] JAM_HD_INLINE int present_box(const Team& team, const TrialScene& scene, const BoxView& packing,
                                            float at) {
  int left = static_cast<int>(at * static_cast<float>(present_count(team, scene, packing)));
  JAM_ROLLED
  for (int i = scene.fixed_count; i < packing.count; ++i) {
    if (!is_away(packing.centre(i)) && left-- == 0) return i;
  }
  return -1;
}

/// Worth of the boxes of a packing that are not away.
template <WarpWorkers Team>
[[nodiscard]] JAM_HD_INLINE TrialWorth worth_of(const Team& team, const TrialScene& scene,
                                                const BoxView& packing) {
  int all = 0;
  int main = 0;
  JAM_ROLLED
  for (int i = scene.fixed_count + team.rank(); i < packing.count; i += team.size()) {
    if (is_away(packing.centre(i))) continue;
    const TrialKindOfBox& kind = scene.kinds[packing.kind[i]];
    all += kind.worth;
    main += kind.last != 0 ? 0 : kind.worth;
  }
  return {team.sum(all), team.sum(main)};
}

/// Rise of the worth by a change of a set.
[[nodiscard]] JAM_HD_INLINE TrialWorth worth_rise(const TrialScene& scene, const BoxView& packing,
                                                  const TrialChange& change) {
  TrialWorth rise;
  JAM_ROLLED
  for (int k = 0; k < change.changed_count; ++k) {
    const ChangedBox& box = change.changed[k];
    const TrialKindOfBox& kind = scene.kinds[packing.kind[box.number]];
    const int more = (is_away(packing.centre(box.number)) ? 1 : 0) - (is_away(box.centre) ? 1 : 0);
    rise.all += more * kind.worth;
    rise.main += kind.last != 0 ? 0 : more * kind.worth;
  }
  return rise;
}

}  // namespace jam::trunk
