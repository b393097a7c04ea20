// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The contacts of two shapes of any kinds, for host and device: the geometry of each pair of kinds is in the headers included here.
#pragma once

#include "jam/dynamics/collide/box_box.hpp"
#include "jam/dynamics/collide/box_round_pairs.hpp"
#include "jam/dynamics/collide/plane_pairs.hpp"
#include "jam/dynamics/collide/round_pairs.hpp"
#include "jam/dynamics/collide/triangle_pairs.hpp"

namespace jam::dynamics {

/// Up to `limit` contacts of one pair, as a sink of the functions of the narrow phase. Points behind the last one are not even filled with
/// zeros, which takes time.
template <int limit>
struct PointList {
  int count = 0;
  union {
    ContactPoint points[limit];
  };

  JAM_HD_INLINE PointList() {}  // NOLINT(modernize-use-equals-default): it would be deleted, as ContactPoint begins with zeros.

  /// Further points than the limit are dropped.
  JAM_HD_INLINE void add(const ContactPoint& point) {
    if (count < limit) points[count++] = point;
  }
};

/// No pair of shapes has more contacts: three faces of a box, cut to at most seven corners each, over a triangle.
using AnyManifold = PointList<24>;

/// Number of a pair of kinds, in either order: below shape_kind_count^2.
[[nodiscard]] JAM_HD_INLINE constexpr int kinds_number(ShapeKind a, ShapeKind b) {
  const int i = static_cast<int>(a), j = static_cast<int>(b);
  return i < j ? i * shape_kind_count + j : j * shape_kind_count + i;
}

/// The shape, whose kind is known, in the form that its geometry needs.
template <ShapeKind kind>
[[nodiscard]] JAM_HD_INLINE auto placed(const Shape& shape, const Pose& world) {
  if constexpr (kind == ShapeKind::sphere) {
    return placed_sphere(shape, world);
  } else if constexpr (kind == ShapeKind::capsule) {
    return placed_capsule(shape, world);
  } else if constexpr (kind == ShapeKind::box) {
    return placed_box(shape, world);
  } else if constexpr (kind == ShapeKind::triangle) {
    return placed_triangle(shape, world);
  } else {
    return placed_plane(shape, world);
  }
}

/// The contacts of two shapes of known kinds, the smaller kind first.
template <ShapeKind first, ShapeKind second, class Sink>
JAM_HD_INLINE void collide_kinds(const Shape& a, const Pose& world_a, const Shape& b, const Pose& world_b, double delta, Sink& sink) {
  collide(placed<first>(a, world_a), placed<second>(b, world_b), delta, sink);
}

/// The contacts of two shapes of any kinds, the smaller kind first; planes and triangles among themselves have none.
template <class Sink>
JAM_HD_INLINE void collide_shapes(const Shape& a, const Pose& world_a, const Shape& b, const Pose& world_b, double delta, Sink& sink) {
  using enum ShapeKind;
  const auto as = [&]<ShapeKind first, ShapeKind second>() { collide_kinds<first, second>(a, world_a, b, world_b, delta, sink); };
  switch (kinds_number(a.kind, b.kind)) {
    case kinds_number(sphere, sphere): return as.template operator()<sphere, sphere>();
    case kinds_number(sphere, capsule): return as.template operator()<sphere, capsule>();
    case kinds_number(sphere, box): return as.template operator()<sphere, box>();
    case kinds_number(sphere, plane): return as.template operator()<sphere, plane>();
    case kinds_number(sphere, triangle): return as.template operator()<sphere, triangle>();
    case kinds_number(capsule, capsule): return as.template operator()<capsule, capsule>();
    case kinds_number(capsule, box): return as.template operator()<capsule, box>();
    case kinds_number(capsule, plane): return as.template operator()<capsule, plane>();
    case kinds_number(capsule, triangle): return as.template operator()<capsule, triangle>();
    case kinds_number(box, box): return as.template operator()<box, box>();
    case kinds_number(box, plane): return as.template operator()<box, plane>();
    case kinds_number(box, triangle): return as.template operator()<box, triangle>();
    default: return;
  }
}

/// Points of one pair by feature.
template <class Found>
JAM_HD_INLINE void sort_by_feature(Found& found) {
  for (int i = 1; i < found.count; ++i) {
    const ContactPoint point = found.points[i];
    int k = i;
    for (; k > 0 && found.points[k - 1].feature > point.feature; --k) found.points[k] = found.points[k - 1];
    found.points[k] = point;
  }
}

}  // namespace jam::dynamics
