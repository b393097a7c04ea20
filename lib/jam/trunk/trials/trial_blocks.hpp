// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Blocks: boxes that fill a cuboid, or nearly. Where two of its faces are squares, a quarter turn about their normal puts the cuboid back
// into its own place, a half turn about any of its axes always does. So the boxes lie in another orientation, or in another order along a
// row, and the free space around them is what it was: of litre boxes 2, 3, 4, 8 and more at once, as in 200 x 200 x 50 mm. Changes of a
// few boxes one by one would have to pass through packings that overlap by centimetres. Lengths in mm.
#pragma once

#include "jam/contact/box.hpp"
#include "jam/trunk/trials/trial_draws.hpp"
#include "jam/trunk/trials/trial_memory.hpp"
#include "jam/trunk/trials/trial_team.hpp"

namespace jam::trunk {

/// A cuboid along the axes of a box, relative to its centre.
struct BlockBounds {
  Vec3f low{};
  Vec3f high{};
};

/// The bounds of `box` along the axes of `frame`.
[[nodiscard]] JAM_HD_INLINE BlockBounds bounds_along(const contact::Box<float>& frame, const contact::Box<float>& box) {
  const Vec3f between = box.centre - frame.centre;
  const auto reach_along = [&](Vec3f axis) {
    return fabsf(dot(axis, box.axis[0])) * (box.half.x + box.margin) + fabsf(dot(axis, box.axis[1])) * (box.half.y + box.margin) +
           fabsf(dot(axis, box.axis[2])) * (box.half.z + box.margin);
  };
  const Vec3f middle = {dot(frame.axis[0], between), dot(frame.axis[1], between), dot(frame.axis[2], between)};
  const Vec3f reach = {reach_along(frame.axis[0]), reach_along(frame.axis[1]), reach_along(frame.axis[2])};
  return {middle - reach, middle + reach};
}

/// The smallest cuboid about both.
[[nodiscard]] JAM_HD_INLINE BlockBounds bounds_of(const BlockBounds& a, const BlockBounds& b) {
  return {{fminf(a.low.x, b.low.x), fminf(a.low.y, b.low.y), fminf(a.low.z, b.low.z)},
          {fmaxf(a.high.x, b.high.x), fmaxf(a.high.y, b.high.y), fmaxf(a.high.z, b.high.z)}};
}

/// How a box lies to a block.
enum class BlockSide { beside, inside, across };

/// How `box` lies to `block`, but for `slack`.
[[nodiscard]] JAM_HD_INLINE BlockSide side_of(const BlockBounds& block, const BlockBounds& box, float slack) {
  const Vec3f above = box.low - block.low;
  const Vec3f below = block.high - box.high;
  const Vec3f over = box.low - block.high;
  const Vec3f under = block.low - box.high;
  if (fmaxf(fmaxf(fmaxf(over.x, over.y), over.z), fmaxf(fmaxf(under.x, under.y), under.z)) > -slack) return BlockSide::beside;
  const float least = fminf(fminf(fminf(above.x, above.y), above.z), fminf(fminf(below.x, below.y), below.z));
  return least > -slack ? BlockSide::inside : BlockSide::across;
}

/// A block and how it is turned.
struct BlockTurn {
  BlockBounds bounds;
  int axis = 0;        ///< Of the frame: that about which it is turned,
  bool half = false;   ///< by a half instead of a quarter.
  bool found = false;  ///< False: there is none.

  /// `v` after the turn about `normal`, that axis.
  [[nodiscard]] JAM_HD_INLINE Vec3f turned(Vec3f v, Vec3f normal) const {
    const Vec3f along = dot(v, normal) * normal;
    return half ? 2.0F * along - v : along + cross(normal, v);
  }
};

/// How far from a cuboid boxes of a block may reach, and its edges may differ [mm, for litre boxes].
inline constexpr float block_slack = 8;

/// Draws one of the blocks that `frame`, a box, spans with another one of the `near` boxes in `m`: no other box reaches into it, all of its
/// boxes are movable, no more than changed_limit, and the turn puts a box into another orientation or order. By a team; all lanes get the
/// same.
template <TrialTeam Team>
[[nodiscard]] JAM_HD_INLINE BlockTurn draw_block(const Team& team, const ProposalMemory& m, const TrialScene& scene, int near,
                                                 const contact::Box<float>& frame, const RandomStream& random) {
  constexpr float least_filled = 0.65F;  // Of the volume.
  const float slack = block_slack * scene.scale;
  const BlockBounds own = bounds_along(frame, frame);
  std::uint64_t chosen = ~0ULL;
  JAM_ROLLED
  for (int with = team.lane(); with < near; with += team.lanes()) {
    const BlockBounds block = bounds_of(own, bounds_along(frame, box_of(m, scene, with)));
    const Vec3f edge = block.high - block.low;
    int count = 0;
    float filled = 0;
    bool whole = true;
    bool mixed = false;  // Whether boxes lie in different orientations.
    JAM_ROLLED
    for (int i = 0; i < near && whole; ++i) {
      const contact::Box<float> box = box_of(m, scene, i);
      const BlockBounds bounds = bounds_along(frame, box);
      const BlockSide side = side_of(block, bounds, slack);
      if (side == BlockSide::beside) continue;
      whole = side == BlockSide::inside && m.number[i] >= scene.fixed_count;
      ++count;
      filled += 8.0F * (box.half.x + box.margin) * (box.half.y + box.margin) * (box.half.z + box.margin);
      const Vec3f more = (bounds.high - bounds.low) - (own.high - own.low);
      mixed = mixed || fabsf(more.x) > 2.0F * slack || fabsf(more.y) > 2.0F * slack || fabsf(more.z) > 2.0F * slack;
    }
    if (!whole || count < 2 || count > changed_limit || filled < least_filled * edge.x * edge.y * edge.z) continue;
    JAM_ROLLED
    for (int axis = 0; axis < 3; ++axis) {
      const float a = axis == 0 ? edge.y : edge.x;
      const float b = axis == 2 ? edge.y : edge.z;
      const bool square = fabsf(a - b) < slack;
      if (!square && !mixed) continue;
      const auto way = static_cast<std::uint32_t>(3 * with + axis);
      RandomStream own_random = random;
      own_random.seek(4096 + way);
      const std::uint64_t key = static_cast<std::uint64_t>(next_draw(own_random)) << 32 | way << 1 | (square ? 0U : 1U);
      if (key < chosen) chosen = key;
    }
  }
  chosen = team.least(chosen);
  if (chosen == ~0ULL) return {};
  const auto way = static_cast<int>(static_cast<std::uint32_t>(chosen) >> 1);
  const BlockBounds block = bounds_of(own, bounds_along(frame, box_of(m, scene, way / 3)));
  return {.bounds = block, .axis = way % 3, .half = (chosen & 1) != 0, .found = true};
}

}  // namespace jam::trunk
