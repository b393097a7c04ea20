// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Clusters: boxes that fill a cuboid, or nearly. Rotated by 90 degrees about the normal of two square faces,
// or by 180 degrees about any of its axes, the cuboid takes its own place again. So the boxes lie in another
// orientation there, or in another order along a row, and the free space around them is what it was. Of litre
// boxes these are two that form 200 x 200 x 50 mm, four that form 200 x 200 x 100 mm, and larger ones.
// Changed one by one they would have to pass through packings that overlap by centimetres. Lengths in mm.
#pragma once

#include "jam/contact/box.hpp"
#include "jam/trunk/annealing/crew.hpp"
#include "jam/trunk/annealing/draws.hpp"
#include "jam/trunk/annealing/memory.hpp"

namespace jam::trunk {

/// A cuboid along the axes of a box, relative to its centre.
struct ClusterBounds {
  Vec3f low{};
  Vec3f high{};
};

/// The bounds of `box` along the axes of `frame`.
[[nodiscard]] JAM_HD_INLINE ClusterBounds bounds_along(const contact::Box<float>& frame,
                                                       const contact::Box<float>& box) {
  const Vec3f between = box.centre - frame.centre;
  const auto reach_along = [&](Vec3f axis) {
    return fabsf(dot(axis, box.axis[0])) * (box.half.x + box.margin) +
           fabsf(dot(axis, box.axis[1])) * (box.half.y + box.margin) +
           fabsf(dot(axis, box.axis[2])) * (box.half.z + box.margin);
  };
  const Vec3f middle = {dot(frame.axis[0], between), dot(frame.axis[1], between),
                        dot(frame.axis[2], between)};
  const Vec3f reach = {reach_along(frame.axis[0]), reach_along(frame.axis[1]), reach_along(frame.axis[2])};
  return {middle - reach, middle + reach};
}

/// The smallest cuboid about both.
[[nodiscard]] JAM_HD_INLINE ClusterBounds bounds_of(const ClusterBounds& a, const ClusterBounds& b) {
  return {{least_of(a.low.x, b.low.x), least_of(a.low.y, b.low.y), least_of(a.low.z, b.low.z)},
          {most_of(a.high.x, b.high.x), most_of(a.high.y, b.high.y), most_of(a.high.z, b.high.z)}};
}

/// How a box lies to a cluster.
enum class ClusterSide { beside, inside, across };

/// How `box` lies to `cluster`, with a tolerance of `slack`.
[[nodiscard]] JAM_HD_INLINE ClusterSide side_of(const ClusterBounds& cluster, const ClusterBounds& box,
                                                float slack) {
  const Vec3f above = box.low - cluster.low;
  const Vec3f below = cluster.high - box.high;
  const Vec3f over = box.low - cluster.high;
  const Vec3f under = cluster.low - box.high;
  if (most_of(most_of(most_of(over.x, over.y), over.z), most_of(most_of(under.x, under.y), under.z)) > -slack)
    return ClusterSide::beside;
  const float least =
      least_of(least_of(least_of(above.x, above.y), above.z), least_of(least_of(below.x, below.y), below.z));
  return least > -slack ? ClusterSide::inside : ClusterSide::across;
}

/// A cluster and its rotation.
struct ClusterRotation {
  ClusterBounds bounds;
  int axis = 0;        ///< Axis of the frame about which the cluster is rotated.
  bool half = false;   ///< Rotation by 180 degrees instead of 90.
  bool found = false;  ///< False: there is none.

  /// `v` after the rotation about `normal`, that axis.
  [[nodiscard]] JAM_HD_INLINE Vec3f rotated(Vec3f v, Vec3f normal) const {
    const Vec3f along = dot(v, normal) * normal;
    return half ? 2.0F * along - v : along + cross(normal, v);
  }
};

/// Tolerance of a cluster: how far a box may stick out or in, and by how much edges of a square may differ
/// [mm, for litre boxes].
inline constexpr float cluster_slack = 8;

/// Draws one of the clusters that `frame`, a box, spans with another one of the `near` boxes in `m`: each of
/// these lies in the cluster or outside of it, its boxes are movable and at most changed_limit. The rotation
/// is by 90 degrees, or boxes lie in different orientations. By a team; all lanes get the same.
template <WarpWorkers Team>
[[nodiscard]] JAM_HD_INLINE ClusterRotation draw_cluster(const Team& team, const ProposalMemory& m,
                                                         const TrialScene& scene, int near,
                                                         const contact::Box<float>& frame,
                                                         const RandomStream& random) {
  constexpr float least_filled = 0.65F;  // Smallest share of the volume of a cluster that its boxes fill.
  const float slack = cluster_slack * scene.scale;
  const ClusterBounds own = bounds_along(frame, frame);
  std::uint64_t chosen = ~0ULL;
  JAM_ROLLED
  for (int with = team.rank(); with < near; with += team.size()) {
    const ClusterBounds cluster = bounds_of(own, bounds_along(frame, box_of(m, scene, with)));
    const Vec3f edge = cluster.high - cluster.low;
    int count = 0;
    float filled = 0;
    bool whole = true;
    bool mixed = false;  // Whether boxes lie in different orientations.
    JAM_ROLLED
    for (int i = 0; i < near && whole; ++i) {
      const contact::Box<float> box = box_of(m, scene, i);
      const ClusterBounds bounds = bounds_along(frame, box);
      const ClusterSide side = side_of(cluster, bounds, slack);
      if (side == ClusterSide::beside) continue;
      whole = side == ClusterSide::inside && m.number[i] >= scene.fixed_count;
      ++count;
      filled += 8.0F * (box.half.x + box.margin) * (box.half.y + box.margin) * (box.half.z + box.margin);
      const Vec3f more = (bounds.high - bounds.low) - (own.high - own.low);
      mixed = mixed || fabsf(more.x) > 2.0F * slack || fabsf(more.y) > 2.0F * slack ||
              fabsf(more.z) > 2.0F * slack;
    }
    if (!whole || count < 2 || count > changed_limit || filled < least_filled * edge.x * edge.y * edge.z)
      continue;
    JAM_ROLLED
    for (int axis = 0; axis < 3; ++axis) {
      const float a = axis == 0 ? edge.y : edge.x;
      const float b = axis == 2 ? edge.y : edge.z;
      const bool square = fabsf(a - b) < slack;
      if (!square && !mixed) continue;
      const auto way = static_cast<std::uint32_t>(3 * with + axis);
      RandomStream own_random = random;
      own_random.seek(4096 + way);
      const std::uint64_t key =
          static_cast<std::uint64_t>(next_draw(own_random)) << 32 | way << 1 | (square ? 0U : 1U);
      if (key < chosen) chosen = key;
    }
  }
  chosen = team.least(chosen);
  if (chosen == ~0ULL) return {};
  const auto way = static_cast<int>(static_cast<std::uint32_t>(chosen) >> 1);
  const ClusterBounds cluster = bounds_of(own, bounds_along(frame, box_of(m, scene, way / 3)));
  return {.bounds = cluster, .axis = way % 3, .half = (chosen & 1) != 0, .found = true};
}

}  // namespace jam::trunk
