// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The contacts of two shapes of any kinds, for host and device: the geometry of each pair of kinds is in the
// headers included here.
#pragma once

#include <array>
#include <type_traits>
#include <utility>

#include "jam/dynamics/collide/box_box.hpp"
#include "jam/dynamics/collide/box_round_pairs.hpp"
#include "jam/dynamics/collide/plane_pairs.hpp"
#include "jam/dynamics/collide/round_pairs.hpp"
#include "jam/dynamics/collide/triangle_pairs.hpp"

namespace jam::dynamics {

/// No pair of shapes has more contacts: three faces of a box, cut to at most seven corners each, over a
/// triangle.
using AnyManifold = PointList<24>;

/// The type that holds the contacts of a pair of kinds, the smaller one first.
template <ShapeKind first, ShapeKind second>
using FoundPoints =
    std::conditional_t<first == ShapeKind::sphere && second != ShapeKind::capsule && second != ShapeKind::box,
                       PointList<1>,
                       std::conditional_t<first == ShapeKind::box && second == ShapeKind::triangle,
                                          AnyManifold, PointList<contacts_of_pair_limit>>>;

/// Number of a pair of kinds, in either order: below shape_kind_count^2.
[[nodiscard]] JAM_HD_INLINE constexpr int kinds_number(ShapeKind a, ShapeKind b) {
  const int i = static_cast<int>(a), j = static_cast<int>(b);
  return i < j ? i * shape_kind_count + j : j * shape_kind_count + i;
}

/// Functions for the pairs of kinds that collide, the smaller kind first: make<first, second>(); null for the
/// others. Planes and triangles belong to walls, which do not collide with each other.
template <class Function, class Make>
[[nodiscard]] constexpr auto pair_table(const Make& make) {
  std::array<std::array<Function, shape_kind_count>, shape_kind_count> table{};
  const auto set = [&]<int first, int second>(std::integer_sequence<int, first, second>) {
    constexpr ShapeKind a = static_cast<ShapeKind>(first), b = static_cast<ShapeKind>(second);
    if constexpr (first <= second && a < ShapeKind::plane)
      table[first][second] = make.template operator()<a, b>();
  };
  [&]<int... number>(std::integer_sequence<int, number...>) {
    (set(std::integer_sequence<int, number / shape_kind_count, number % shape_kind_count>{}), ...);
  }
  (std::make_integer_sequence<int, shape_kind_count * shape_kind_count>{});
  return table;
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
JAM_HD_INLINE void collide_kinds(const Shape& a, const Pose& world_a, const Shape& b, const Pose& world_b,
                                 double delta, Sink& sink) {
  collide(placed<first>(a, world_a), placed<second>(b, world_b), delta, sink);
}

/// Points of one pair by feature.
template <int limit>
JAM_HD_INLINE void sort_by_feature(PointList<limit>& found) {
  for (int i = 1; i < limit && i < found.count; ++i) {
    const ContactPoint point = found.points[i];
    int k = i;
    for (; k > 0 && found.points[k - 1].feature > point.feature; --k) found.points[k] = found.points[k - 1];
    found.points[k] = point;
  }
}

}  // namespace jam::dynamics
