// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The separating axis test of parallelepipeds and triangles, over any number type: exact rationals decide,
// ErrorBounded filters, doubles measure.
//
// The interior of a parallelepiped P and a convex set Q (a parallelepiped or a triangle, of whatever
// thinness) have no point in common if and only if 0 is not inside the Minkowski difference P - Q. That is a
// polytope with interior, so 0 is not inside if and only if one of its faces has 0 on it or on its outer
// side. Normals of these faces are: normals of P, normals of Q, and cross products of an edge of P with an
// edge of Q, hence 15 axes for two parallelepipeds and 13 for a triangle. Zero cross products are no faces
// and are left out. So the test is exact, touching included, as long as its arithmetic is (S. Gottschalk, M.
// C. Lin, D. Manocha, OBBTree, SIGGRAPH 1996).
//
// A rounded box is a parallelepiped swept by a ball of radius r, its margin. Swept sets are disjoint where
// the gap along one of these axes is at least the sum of their margins: g >= r |axis|, that is g >= 0 and g^2
// >= r^2 |axis|^2, which needs no root. This proves that they are disjoint, for an axis that separates is a
// proof whatever it is; not every disjoint pair has one among these axes.
#pragma once

#include <array>
#include <cmath>
#include <type_traits>

#include "jam/core/vec.hpp"
#include "jam/trunk/model/box_row.hpp"

namespace jam::mesh {

/// The points centre + s half[0] + t half[1] + u half[2] with s, t, u in [-1, 1], and all within `margin` of
/// them.
template <class Number>
struct Parallelepiped {
  Vec3<Number> centre;
  std::array<Vec3<Number>, 3> half;
  std::array<Vec3<Number>, 3> edge;  ///< Directions of the edges, also where `half` is zero.
  Number margin = Number(0);
};

template <class Number>
using Triangle = std::array<Vec3<Number>, 3>;

template <class Number>
[[nodiscard]] Vec3<Number> converted(Vec3d v) {
  return {Number(v.x), Number(v.y), Number(v.z)};
}

/// The box of a row by its exact doubles, axes a, b and a x b, edges and corners rounded by `radius`, with
/// its surface moved inwards by `shrink` [mm]: rounded edges then have a smaller radius, down to a sharp box.
template <class Number>
[[nodiscard]] Parallelepiped<Number> parallelepiped(const trunk::BoxRow& row, double shrink,
                                                    double radius = 0) {
  const Vec3<Number> a = converted<Number>(row.first_axis);
  const Vec3<Number> b = converted<Number>(row.second_axis);
  const Vec3<Number> c = cross(a, b);
  const Number inset(shrink < radius ? radius : shrink);
  const Number one_half(0.5);
  Parallelepiped<Number> box;
  box.centre = converted<Number>(row.centre);
  box.half = {a * Number(Number(row.edge.x) * one_half - inset),
              b * Number(Number(row.edge.y) * one_half - inset),
              c * Number(Number(row.edge.z) * one_half - inset)};
  if (shrink < radius) {
    box.edge = {a, b, c};
    box.margin = Number(radius) - Number(shrink);
  } else {
    box.edge = box.half;
  }
  return box;
}

template <class Number>
[[nodiscard]] Number margin_of(const Parallelepiped<Number>& box) {
  return box.margin;
}
template <class Number>
[[nodiscard]] Number margin_of(const Triangle<Number>&) {
  return Number(0);
}

template <class Number>
[[nodiscard]] Number absolute(const Number& x) {
  if constexpr (std::is_floating_point_v<Number>) return std::abs(x);
  else if constexpr (requires { magnitude_of(x); }) return magnitude_of(x);
  else return x < 0 ? Number(-x) : x;
}

template <class Number>
[[nodiscard]] Number smaller(const Number& a, const Number& b) {
  if constexpr (requires { least_of(a, b); }) return least_of(a, b);
  else return b < a ? b : a;
}

template <class Number>
[[nodiscard]] Number larger(const Number& a, const Number& b) {
  if constexpr (requires { largest_of(a, b); }) return largest_of(a, b);
  else return a < b ? b : a;
}

/// Half the width of a parallelepiped along `axis`, times |axis|.
template <class Number>
[[nodiscard]] Number half_width(const Parallelepiped<Number>& box, const Vec3<Number>& axis) {
  return absolute(dot(axis, box.half[0])) + absolute(dot(axis, box.half[1])) +
         absolute(dot(axis, box.half[2]));
}

/// Calls visit(axis, gap) for each axis until it returns true; gap = distance of the projections on the axis,
/// without margins, times |axis|, negative where they overlap. Returns whether a call returned true.
template <class Number, class Visit>
bool any_axis(const Parallelepiped<Number>& p, const Parallelepiped<Number>& q, const Visit& visit) {
  const Vec3<Number> between = q.centre - p.centre;
  const auto ends = [&](const Vec3<Number>& axis) {
    return visit(axis, Number(absolute(dot(axis, between)) - half_width(p, axis) - half_width(q, axis)));
  };
  for (const auto* box : {&p, &q})
    for (std::size_t i = 0; i < 3; ++i)
      if (ends(cross(box->edge[(i + 1) % 3], box->edge[(i + 2) % 3]))) return true;
  for (const Vec3<Number>& u : p.edge)
    for (const Vec3<Number>& v : q.edge)
      if (ends(cross(u, v))) return true;
  return false;
}

template <class Number, class Visit>
bool any_axis(const Parallelepiped<Number>& p, const Triangle<Number>& triangle, const Visit& visit) {
  const Triangle<Number> t = {triangle[0] - p.centre, triangle[1] - p.centre, triangle[2] - p.centre};
  const Triangle<Number> edge = {t[1] - t[0], t[2] - t[1], t[0] - t[2]};
  const auto ends = [&](const Vec3<Number>& axis) {
    const std::array<Number, 3> along = {dot(axis, t[0]), dot(axis, t[1]), dot(axis, t[2])};
    const Number low = smaller(smaller(along[0], along[1]), along[2]);
    const Number high = larger(larger(along[0], along[1]), along[2]);
    return visit(axis, Number(larger(low, Number(-high)) - half_width(p, axis)));
  };
  for (std::size_t i = 0; i < 3; ++i)
    if (ends(cross(p.edge[(i + 1) % 3], p.edge[(i + 2) % 3]))) return true;
  if (ends(cross(edge[0], edge[1]))) return true;
  for (const Vec3<Number>& u : p.edge)
    for (const Vec3<Number>& e : edge)
      if (ends(cross(u, e))) return true;
  return false;
}

/// Distance of the projections, margins included, on the axis that separates best [mm]: minus the depth of
/// penetration if `a` and `b` overlap; otherwise at most the distance, and equal to it if a face of one is
/// nearest, or two edges. For rounded boxes it is a lower bound in any case.
template <class Other>
[[nodiscard]] double separation(const Parallelepiped<double>& a, const Other& b) {
  // The cross product of nearly parallel edges is mostly rounding, but any axis gives a lower bound, so it
  // does no harm.
  double best = -1e300;
  any_axis(a, b, [&](const Vec3d& axis, double gap) {
    const double size = length(axis);
    if (size > 0) best = std::fmax(best, gap / size);
    return false;
  });
  return best - (margin_of(a) + margin_of(b));
}

}  // namespace jam::mesh
