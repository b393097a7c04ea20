// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The depth of a box in a triangle of the wall, and the direction of its push: 13 separating axes (S.
// Gottschalk, M. C. Lin, D. Manocha, OBBTree, SIGGRAPH 1996), with the preferences of the polish, in the
// frame of the box and in single precision. A triangle is a wall on both sides: the box is pushed to the side
// on which its centre lies. Lengths in mm.
#pragma once

#include "jam/contact/axis_preference.hpp"
#include "jam/contact/box.hpp"
#include "jam/trunk/annealing/draws.hpp"
#include "jam/trunk/annealing/walls.hpp"

namespace jam::trunk {

/// Gaps between a box and a triangle along the normals of its faces, the largest, and along that of the
/// triangle: negative where they meet.
struct TriangleGaps {
  float face_gap = -1e30F;
  int face = 0;    ///< Axis of the face.
  float side = 1;  ///< Side of the box on that axis: 1 or -1.
  float plane_gap = -1e30F;
  float height = 0;  ///< Height of the centre above the plane.
};

/// `q`: the corners in the frame of the box; `n`: the unit normal there, or 0.
[[nodiscard]] JAM_HD_INLINE TriangleGaps triangle_gaps(Vec3f half, float margin, const Vec3f (&q)[3],
                                                       Vec3f n) {
  TriangleGaps gaps;
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
  for (int k = 0; k < 3; ++k) {
    const float x = contact::component(q[0], k);
    const float y = contact::component(q[1], k);
    const float z = contact::component(q[2], k);
    const float reach = contact::component(half, k) + margin;
    const float above = least_of(least_of(x, y), z) - reach;
    const float below = -most_of(most_of(x, y), z) - reach;
    if (above > gaps.face_gap) gaps.face_gap = above, gaps.face = k, gaps.side = 1;
    if (below > gaps.face_gap) gaps.face_gap = below, gaps.face = k, gaps.side = -1;
  }
  gaps.height = -dot(n, q[0]);
  if (n.x != 0.0F || n.y != 0.0F || n.z != 0.0F)
    gaps.plane_gap =
        fabsf(gaps.height) - (fabsf(n.x) * half.x + fabsf(n.y) * half.y + fabsf(n.z) * half.z + margin);
  return gaps;
}

/// Whether neither a face of the box nor the plane of the triangle parts them.
[[nodiscard]] JAM_HD_INLINE bool may_touch(Vec3f half, float margin, const Vec3f (&q)[3], Vec3f n) {
  const TriangleGaps gaps = triangle_gaps(half, margin, q, n);
  return gaps.face_gap < 0.0F && gaps.plane_gap < 0.0F;
}

[[nodiscard]] JAM_HD_INLINE WallPush box_triangle_push(Vec3f half, float margin, const Vec3f (&q)[3],
                                                       Vec3f n) {
  constexpr auto plane_share = static_cast<float>(contact::preference::plane_share);
  constexpr auto edge_share = static_cast<float>(contact::preference::edge_share);
  constexpr auto edge_gain = static_cast<float>(contact::preference::edge_gain);
  const auto [face_gap, face, side, plane_gap, height] = triangle_gaps(half, margin, q, n);
  if (face_gap >= 0.0F || plane_gap >= 0.0F) return {};
  float best = face_gap;
  int kind = 0;
  if (plane_share * plane_gap > best) best = plane_share * plane_gap, kind = 1;

  // Cross products of an edge of the box, axis k, and one of the triangle, e.
  Vec3f edge_normal{};
  float edge_gap = 0;
  int edge_axis = 0;
  int edge_side = 0;
  Vec3f from = q[0];
  Vec3f to = q[1];
  Vec3f third = q[2];
  JAM_ROLLED
  for (int e = 0; e < 3; ++e) {
    const Vec3f along = to - from;
    const float along_squared = dot(along, along);
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
    for (int k = 0; k < 3; ++k) {
      const Vec3f axis = k == 0   ? Vec3f{0, -along.z, along.y}
                         : k == 1 ? Vec3f{along.z, 0, -along.x}
                                  : Vec3f{-along.y, along.x, 0};
      const float square = dot(axis, axis);
      const float level = dot(axis, from);
      const float far = dot(axis, third);
      // The edge must be the part of the triangle nearest to the box.
      if (!(square > 1e-6F * along_squared) || (level > 0.0F ? far < level : far > level)) continue;
      const float inverse = contact::inverse_root(square);
      const float gap =
          (fabsf(level) - (fabsf(axis.x) * half.x + fabsf(axis.y) * half.y + fabsf(axis.z) * half.z)) *
              inverse -
          margin;
      if (gap >= 0.0F) return {};
      if (gap / edge_share - edge_gain > best) {
        best = edge_gap = gap;
        kind = 2;
        edge_axis = k;
        edge_side = e;
        edge_normal = (level > 0.0F ? -inverse : inverse) * axis;
      }
    }
    const Vec3f next = third;
    third = from;
    from = to;
    to = next;
  }
  if (kind == 0) {
    // The middle of the corners that are behind the face, weighted by their depths.
    WallPush push;
    push.depth = -face_gap;
    push.normal = {face == 0 ? -side : 0.0F, face == 1 ? -side : 0.0F, face == 2 ? -side : 0.0F};
    const float level = contact::component(half, face) + margin;
    float weight = 0;
    for (const Vec3f& corner : q) {
      const float depth = level - side * contact::component(corner, face);
      if (!(depth > 0.0F)) continue;
      const auto limited = [&](float x, float reach_of_box) {
        return least_of(most_of(x, -reach_of_box), reach_of_box);
      };
      push.point +=
          depth * Vec3f{limited(corner.x, half.x), limited(corner.y, half.y), limited(corner.z, half.z)};
      weight += depth;
    }
    push.point = push.point * (1.0F / weight);
    return push;
  }
  if (kind == 1) {
    // The middle of the box's corners that are behind the plane.
    WallPush push;
    push.depth = -plane_gap;
    push.normal = height < 0.0F ? -n : n;
    float weight = 0;
    JAM_ROLLED
    for (int k = 0; k < 8; ++k) {
      const Vec3f corner{(k & 1) != 0 ? half.x : -half.x, (k & 2) != 0 ? half.y : -half.y,
                         (k & 4) != 0 ? half.z : -half.z};
      const float depth = margin - fabsf(height) - dot(push.normal, corner);
      if (!(depth > 0.0F)) continue;
      push.point += depth * corner;
      weight += depth;
    }
    if (weight > 0.0F) push.point = push.point * (1.0F / weight);
    return push;
  }
  // The point of the box's edge that is nearest to the triangle's.
  from = edge_side == 0 ? q[0] : edge_side == 1 ? q[1] : q[2];
  const Vec3f along = (edge_side == 0 ? q[1] : edge_side == 1 ? q[2] : q[0]) - from;
  const auto corner_of = [&](float toward, float reach_of_box, int k) {
    return k == edge_axis ? 0.0F : toward < 0.0F ? reach_of_box : -reach_of_box;
  };
  Vec3f point{corner_of(edge_normal.x, half.x, 0), corner_of(edge_normal.y, half.y, 1),
              corner_of(edge_normal.z, half.z, 2)};
  const float uv = contact::component(along, edge_axis);
  const float vv = dot(along, along);
  const Vec3f w = from - point;
  const float limit = contact::component(half, edge_axis);
  const float s =
      (vv * contact::component(w, edge_axis) - uv * dot(along, w)) / most_of(vv - uv * uv, 1e-20F);
  const float at = least_of(most_of(s, -limit), limit);
  if (edge_axis == 0) point.x = at;
  if (edge_axis == 1) point.y = at;
  if (edge_axis == 2) point.z = at;
  return {-edge_gap, edge_normal, point};
}

}  // namespace jam::trunk
