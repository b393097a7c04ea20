// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Common parts of the moves of near_sweep.hpp: the random numbers of a step, the items that its lanes take,
// the energies of a pair and of the rim, and the rule by which lanes give way. Lengths in units of the
// enclosing radius.
#pragma once

#include <cstdint>

#include "jam/circles/annealing/near_lists.hpp"
#include "jam/circles/tempering/replica_sweep.hpp"
#include "jam/core/philox.hpp"

namespace jam::circles {

/// A block of sweeps, for its random numbers.
struct NearBlock {
  std::uint64_t seed = 0;     ///< Seed of the search.
  std::uint32_t replica = 0;  ///< Number of the replica.
  std::uint64_t number = 0;   ///< Number of the block.
  int sweep_count = 0;
};

namespace near_detail {

/// Proposal of a lane. No site: the lane proposes nothing.
struct Proposal {
  int site = -1;
  int other = -1;  ///< The other site of a swap.
  float x = 0;     ///< The new centre of a displacement or jump.
  float y = 0;
  float threshold = 0;  ///< Accepted if it is below the Boltzmann factor.
  bool blocked = false;
  bool accepted = false;
};

/// The random numbers of the steps of a block.
enum class Kind : std::uint32_t { displacement, swap, jump };

template <class Lanes>
struct Words {
  NearBlock block;

  [[nodiscard]] JAM_HD_INLINE PhiloxBlock operator()(std::uint32_t step, Kind kind, int lane) const {
    const std::uint32_t index = step * 3U + static_cast<std::uint32_t>(kind);
    return RandomStream(block.seed, StreamId::near_step, block.replica, block.number)
        .block(index * static_cast<std::uint32_t>(Lanes::lane_count) + static_cast<std::uint32_t>(lane));
  }
};

/// Items of a step: lane k takes (begin + k stride) mod count, each lane another one. Lanes without an item
/// get -1.
struct Deal {
  std::uint32_t begin;
  std::uint32_t stride;
  std::uint32_t count;

  [[nodiscard]] JAM_HD_INLINE int item(int lane) const {
    const std::uint32_t distance = static_cast<std::uint32_t>(lane) * stride;
    if (distance >= count) return -1;
    const std::uint32_t item = begin + distance;
    return static_cast<int>(item < count ? item : item - count);
  }
};

template <class Lanes>
JAM_HD_INLINE Deal deal(std::uint32_t begin_word, std::uint32_t stride_word, std::uint32_t count) {
  constexpr std::uint32_t lanes = Lanes::lane_count;
  const std::uint32_t strides = lanes > 1 && count > lanes ? (count - 1) / (lanes > 1 ? lanes - 1 : 1) : 1;
  return {sweep_detail::part_of(begin_word, count), 1 + sweep_detail::part_of(stride_word, strides), count};
}

/// 1 / (4 s^2), and its square root's square: see PairTerm. Radii that are tiny must not make it infinite.
JAM_HD_INLINE float pair_weight(float reach_square) {
#if defined(__CUDA_ARCH__)
  return __fdividef(0.25F, larger(reach_square, 1e-30F));
#else
  return 0.25F / larger(reach_square, 1e-30F);
#endif
}

/// Energy of the pair of a circle of radius `radius` at a distance whose square is `square` from the circle
/// at site k.
JAM_HD_INLINE float pair_energy(float reach, float square) {
  const float reach_square = reach * reach;
  const float overlap = larger(reach_square - square, 0.0F);
  return overlap * overlap * pair_weight(reach_square);
}

JAM_HD_INLINE float rim_energy(float radius, float x, float y) {
  const float clearance = 1.0F - radius;
  const float overlap = larger(x * x + y * y - clearance * clearance, 0.0F);
  return overlap * overlap * pair_weight(clearance * clearance);
}

/// Whether site i may have this centre and radius until the next lists.
JAM_HD_INLINE bool within_skin(const NearArrays& arrays, int i, float x, float y, float radius, float skin) {
  const float dx = x - arrays.anchor_x[i];
  const float dy = y - arrays.anchor_y[i];
  const float left = skin - larger(radius - arrays.anchor_radius[i], 0.0F);
  return left >= 0.0F && dx * dx + dy * dy <= left * left;
}

/// A lane before `lane` moves the circle at a site.
JAM_HD_INLINE bool moved_before(const NearArrays& arrays, int site, int lane) {
  return static_cast<std::uint8_t>(arrays.claim[site] - 1U) < lane;
}

}  // namespace near_detail
}  // namespace jam::circles
