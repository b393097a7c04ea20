// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Monte Carlo of soft circles whose moves cost the same for any number of circles: energy, moves and
// acceptance are those of replica_sweep.hpp, but a move tests the near circles only (near_lists.hpp). One
// source for CPU and GPU; lengths in units of the enclosing radius.
//
// A block of sweeps of a replica begins with jumps, which look up places in the grid; then lists are made,
// and displacements and swaps follow. Two circles swap by changing sites, which moves no centre. A move that
// would leave its site's skin is rejected. Several lanes propose moves of different sites at once. A lane
// gives its move up if a lane before it moves a near circle, so that all decisions see what they would see
// one after the other. The result depends on the number of lanes, and on nothing else.
#pragma once

#include <cstdint>

#include "jam/circles/annealing/near_steps.hpp"

namespace jam::circles {

/// How a replica moves during a block.
struct NearMotion {
  float beta = 0;                   ///< 1 / temperature.
  float step = 0;                   ///< Largest displacement in x and in y.
  std::uint32_t swap_distance = 1;  ///< Largest distance of two circles that swap, in the order of radii.
};

struct NearOutcome {
  float accepted_share = 0;  ///< Accepted displacements, as a fraction of those that were not given up [-].
  float energy = 0;          ///< Energy at the end of the block.
};

/// Largest distance of two swapped circles in the order of size, for annealing. With radii 1..n, n = 300 to
/// 1000, larger distances bring nothing.
inline constexpr std::uint32_t annealing_swap_distance = 4;

/// Largest number of jumps accepted in a block.
inline constexpr int jump_capacity = 64;

/// A jump is rejected if the energy at its new place exceeds this limit [temperatures], whatever the energy
/// at its old place is.
inline constexpr float jump_energy_limit = 64;

namespace near_detail {

/// One displacement by each lane. Returns through `tried` and `accepted` how many were not given up, and
/// accepted.
template <class Lanes>
JAM_HD_INLINE void displace(const Lanes& lanes, const NearGrid& grid, const NearArrays& arrays,
                            const NearMotion& motion, const Words<Lanes>& words, std::uint32_t step,
                            typename Lanes::template PerLane<float>& tried,
                            typename Lanes::template PerLane<float>& accepted) {
  typename Lanes::template PerLane<Proposal> proposals;
  typename Lanes::template PerLane<PhiloxBlock> drawn;
  typename Lanes::template PerLane<std::uint32_t> last;
  lanes.each([&](int lane) {
    drawn[lane] = words(step, Kind::displacement, lane);
    last[lane] = drawn[lane].w;
  });
  const Deal sites = deal<Lanes>(lanes.value(last, 0), lanes.value(last, Lanes::lane_count > 1 ? 1 : 0),
                                 static_cast<std::uint32_t>(arrays.count));
  lanes.each([&](int lane) {
    const int i = sites.item(lane);
    proposals[lane].site = i;
    if (i >= 0) arrays.claim[i] = static_cast<std::uint8_t>(lane + 1);
  });
  lanes.sync();
  lanes.each([&](int lane) {
    Proposal& own = proposals[lane];
    const int i = own.site;
    if (i < 0) return;
    const PhiloxBlock& numbers = drawn[lane];
    const float x = arrays.x[i];
    const float y = arrays.y[i];
    const float radius = arrays.radius[i];
    own.x = x + 2.0F * motion.step * (uniform_float(numbers.x) - 0.5F);
    own.y = y + 2.0F * motion.step * (uniform_float(numbers.y) - 0.5F);
    float gain = rim_energy(radius, own.x, own.y) - rim_energy(radius, x, y);
    bool blocked = false;
    const std::uint32_t end = arrays.row[i + 1];
    for (std::uint32_t e = arrays.row[i]; e < end; ++e) {
      const int k = arrays.list[e];
      if constexpr (Lanes::lane_count > 1) blocked = blocked || moved_before(arrays, k, lane);
      const float reach = radius + arrays.radius[k];
      const float reach_square = reach * reach;
      const float ax = own.x - arrays.x[k];
      const float ay = own.y - arrays.y[k];
      const float bx = x - arrays.x[k];
      const float by = y - arrays.y[k];
      const float after = larger(reach_square - ax * ax - ay * ay, 0.0F);
      const float before = larger(reach_square - bx * bx - by * by, 0.0F);
      gain += (after * after - before * before) * pair_weight(reach_square);
    }
    if (blocked) return;
    tried[lane] += 1.0F;
    own.accepted = within_skin(arrays, i, own.x, own.y, radius, grid.skin) &&
                   uniform_float(numbers.z) < sweep_detail::boltzmann(gain * motion.beta);
    if (own.accepted) accepted[lane] += 1.0F;
  });
  lanes.sync();
  lanes.each([&](int lane) {
    const Proposal& own = proposals[lane];
    if (own.site < 0) return;
    arrays.claim[own.site] = 0;
    if (!own.accepted) return;
    arrays.x[own.site] = own.x;
    arrays.y[own.site] = own.y;
  });
  lanes.sync();
}

/// Change of the energy if the circle at site i had radius `to`, apart from the pair with `other`.
template <class Lanes>
JAM_HD_INLINE float growth_energy(const NearArrays& arrays, int i, float to, int other, int lane,
                                  bool& blocked) {
  const float x = arrays.x[i];
  const float y = arrays.y[i];
  const float radius = arrays.radius[i];
  float gain = rim_energy(to, x, y) - rim_energy(radius, x, y);
  const std::uint32_t end = arrays.row[i + 1];
  for (std::uint32_t e = arrays.row[i]; e < end; ++e) {
    const int k = arrays.list[e];
    if constexpr (Lanes::lane_count > 1) blocked = blocked || moved_before(arrays, k, lane);
    const float dx = x - arrays.x[k];
    const float dy = y - arrays.y[k];
    const float square = dx * dx + dy * dy;
    const float change =
        pair_energy(to + arrays.radius[k], square) - pair_energy(radius + arrays.radius[k], square);
    gain += k == other ? 0.0F : change;
  }
  return gain;
}

/// One swap by each lane: circles c and c + d, with the same d for all lanes.
template <class Lanes>
JAM_HD_INLINE void swap(const Lanes& lanes, const NearGrid& grid, const NearArrays& arrays,
                        const NearMotion& motion, const Words<Lanes>& words, std::uint32_t step) {
  const auto n = static_cast<std::uint32_t>(arrays.count);
  typename Lanes::template PerLane<Proposal> proposals;
  typename Lanes::template PerLane<std::uint32_t> first;
  typename Lanes::template PerLane<std::uint32_t> second;
  typename Lanes::template PerLane<std::uint32_t> third;
  lanes.each([&](int lane) {
    const PhiloxBlock numbers = words(step, Kind::swap, lane);
    proposals[lane].threshold = uniform_float(numbers.x);
    first[lane] = numbers.y;
    second[lane] = numbers.z;
    third[lane] = numbers.w;
  });
  // Pairs of circles: 2 d circles after each other are d pairs, beginning with circle 0 or with circle d.
  const std::uint32_t distance = 1 + sweep_detail::part_of(lanes.value(first, 0), motion.swap_distance);
  const std::uint32_t offset = (lanes.value(second, 0) >> 31) * distance;
  const Deal pairs =
      deal<Lanes>(lanes.value(third, 0), lanes.value(third, Lanes::lane_count > 1 ? 1 : 0), (n + 1) / 2);
  lanes.each([&](int lane) {
    const int pair = pairs.item(lane);
    if (pair < 0) return;
    const auto item = static_cast<std::uint32_t>(pair);
    const std::uint32_t c = offset + item / distance * 2 * distance + item % distance;
    if (c + distance >= n) return;
    Proposal& own = proposals[lane];
    own.site = arrays.site[c];
    own.other = arrays.site[c + distance];
    arrays.claim[own.site] = static_cast<std::uint8_t>(lane + 1);
    arrays.claim[own.other] = static_cast<std::uint8_t>(lane + 1);
  });
  lanes.sync();
  lanes.each([&](int lane) {
    Proposal& own = proposals[lane];
    if (own.site < 0) return;
    const int i = own.site;
    const int j = own.other;
    const float small = arrays.radius[i];
    const float large = arrays.radius[j];
    // Only the smaller circle's site grows.
    if (small == large || !within_skin(arrays, i, arrays.x[i], arrays.y[i], large, grid.skin)) return;
    bool blocked = false;
    const float gain = growth_energy<Lanes>(arrays, i, large, j, lane, blocked) +
                       growth_energy<Lanes>(arrays, j, small, i, lane, blocked);
    own.accepted = !blocked && own.threshold < sweep_detail::boltzmann(gain * motion.beta);
  });
  lanes.sync();
  lanes.each([&](int lane) {
    const Proposal& own = proposals[lane];
    if (own.site < 0) return;
    const int i = own.site;
    const int j = own.other;
    arrays.claim[i] = 0;
    arrays.claim[j] = 0;
    if (!own.accepted) return;
    const float small = arrays.radius[i];
    arrays.radius[i] = arrays.radius[j];
    arrays.radius[j] = small;
    const SiteIndex circle = arrays.circle[i];
    arrays.circle[i] = arrays.circle[j];
    arrays.circle[j] = circle;
    arrays.site[arrays.circle[i]] = static_cast<SiteIndex>(i);
    arrays.site[circle] = static_cast<SiteIndex>(j);
  });
  lanes.sync();
}

/// Energy of the circle at site i if its centre were (x, y), or more than `limit` if it is above. Sites whose
/// claim is set have moved since the grid was made: they are the first `moved_count` of the list.
JAM_HD_INLINE float energy_at(const NearGrid& grid, const NearArrays& arrays, int i, float x, float y,
                              int moved_count, float limit) {
  const float radius = arrays.radius[i];
  float energy = rim_energy(radius, x, y);
  const auto add = [&](int k) {
    const float dx = x - arrays.x[k];
    const float dy = y - arrays.y[k];
    energy += k == i ? 0.0F : pair_energy(radius + arrays.radius[k], dx * dx + dy * dy);
    return energy <= limit;
  };
  for (int m = 0; m < moved_count; ++m) {
    if (!add(arrays.list[m])) return energy;
  }
  if (energy > limit) return energy;
  visit_near(grid, arrays, x, y, radius, [&](int k) { return arrays.claim[k] != 0 || add(k); });
  return energy;
}

/// Jumps of circles to any place, `step_count` by each lane. Needs the grid and leaves it as it was; uses the
/// list. Returns how many were accepted: at most one in a step, of the first lane that may.
template <class Lanes>
JAM_HD_INLINE int jump(const Lanes& lanes, const NearGrid& grid, const NearArrays& arrays,
                       const NearMotion& motion, const Words<Lanes>& words, int step_count) {
  const float limit = jump_energy_limit / motion.beta;
  int moved_count = 0;
  for (int s = 0; s < step_count && moved_count < jump_capacity; ++s) {
    typename Lanes::template PerLane<Proposal> proposals;
    typename Lanes::template PerLane<bool> accepted;
    lanes.each([&](int lane) {
      const PhiloxBlock numbers = words(static_cast<std::uint32_t>(s), Kind::jump, lane);
      Proposal& own = proposals[lane];
      accepted[lane] = false;
      const int i =
          static_cast<int>(sweep_detail::part_of(numbers.w, static_cast<std::uint32_t>(arrays.count)));
      const float width = 2.0F * (1.0F - arrays.radius[i]);
      own.site = i;
      own.x = width * (uniform_float(numbers.x) - 0.5F);
      own.y = width * (uniform_float(numbers.y) - 0.5F);
      // A second jump in one block needs a second place in the list.
      if (arrays.claim[i] != 0) return;
      const float after = energy_at(grid, arrays, i, own.x, own.y, moved_count, limit);
      if (!(after <= limit)) return;
      const float before = energy_at(grid, arrays, i, arrays.x[i], arrays.y[i], moved_count, 1e30F);
      accepted[lane] = uniform_float(numbers.z) < sweep_detail::boltzmann((after - before) * motion.beta);
    });
    const int chosen = lanes.first(accepted);
    if (chosen == Lanes::lane_count) continue;
    lanes.sync();
    lanes.each([&](int lane) {
      if (lane != chosen) return;
      const Proposal& own = proposals[lane];
      arrays.x[own.site] = own.x;
      arrays.y[own.site] = own.y;
      arrays.claim[own.site] = 1;
      arrays.list[moved_count] = static_cast<SiteIndex>(own.site);
    });
    lanes.sync();
    ++moved_count;
  }
  lanes.each([&](int lane) {
    for (int m = lane; m < moved_count; m += Lanes::lane_count) arrays.claim[arrays.list[m]] = 0;
  });
  lanes.sync();
  return moved_count;
}

}  // namespace near_detail

/// E, by the lists.
template <class Lanes>
JAM_HD_INLINE float near_energy(const Lanes& lanes, const NearArrays& arrays) {
  typename Lanes::template PerLane<float> parts;
  lanes.each([&](int lane) {
    float pairs = 0;
    float rim = 0;
    for (int i = lane; i < arrays.count; i += Lanes::lane_count) {
      rim += near_detail::rim_energy(arrays.radius[i], arrays.x[i], arrays.y[i]);
      for (std::uint32_t e = arrays.row[i]; e < arrays.row[i + 1]; ++e) {
        const int k = arrays.list[e];
        const float dx = arrays.x[i] - arrays.x[k];
        const float dy = arrays.y[i] - arrays.y[k];
        pairs += near_detail::pair_energy(arrays.radius[i] + arrays.radius[k], dx * dx + dy * dy);
      }
    }
    parts[lane] = rim + 0.5F * pairs;
  });
  return lanes.sum(parts);
}

/// Makes one block of sweeps. At the beginning circle i is at site i, and claims are 0; at the end circles
/// may be at other sites.
template <SweepLanes Lanes>
JAM_HD_INLINE NearOutcome sweep_near(const Lanes& lanes, const NearGrid& grid, const NearArrays& arrays,
                                     const NearMotion& motion, const NearBlock& block) {
  using namespace near_detail;
  const int proposals = block.sweep_count * arrays.count;
  const int steps = (proposals + Lanes::lane_count - 1) / Lanes::lane_count;
  const Words<Lanes> words{block};
  sort_sites(lanes, grid, arrays);
  if (jump(lanes, grid, arrays, motion, words, steps / sweep_jump_interval) > 0)
    sort_sites(lanes, grid, arrays);
  make_lists(lanes, grid, arrays);
  typename Lanes::template PerLane<float> tried;
  typename Lanes::template PerLane<float> accepted;
  lanes.each([&](int lane) { tried[lane] = accepted[lane] = 0; });
  for (int s = 0; s < steps; ++s) {
    const auto step = static_cast<std::uint32_t>(s);
    displace(lanes, grid, arrays, motion, words, step, tried, accepted);
    if (s % sweep_swap_interval == 0) swap(lanes, grid, arrays, motion, words, step);
  }
  return {lanes.sum(accepted) / larger(lanes.sum(tried), 1.0F), near_energy(lanes, arrays)};
}

}  // namespace jam::circles
