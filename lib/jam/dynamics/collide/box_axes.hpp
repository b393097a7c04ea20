// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The 15 separating axes of two boxes (S. Gottschalk, M. C. Lin, D. Manocha, OBBTree, SIGGRAPH 1996), with
// faces and edges kept apart, and the distance of boxes that do not meet. Axes are numbered as in
// jam/contact/box_box.hpp: 0..2 faces of A, 3..5 faces of B, 6 + 3 i + j the cross product of edge i of A and
// edge j of B. A separation is the gap between the projections on an axis; negative: their overlap.
#pragma once

#include "jam/dynamics/collide/contact.hpp"
#include "jam/dynamics/collide/placed_shape.hpp"

namespace jam::dynamics {

using contact::after_next;
using contact::next;

struct AxisSeparation {
  double separation = -1e300;
  int axis = -1;  ///< -1: there is none, edges being parallel.
};

/// The axis of largest separation of each kind.
struct BoxAxes {
  AxisSeparation face_a;
  AxisSeparation face_b;
  AxisSeparation edge;
  double edges[9] = {};  ///< Separations along all cross products; -1e300 where edges are parallel.

  [[nodiscard]] JAM_HD_INLINE double largest() const {
    const double face = face_a.separation > face_b.separation ? face_a.separation : face_b.separation;
    return face > edge.separation ? face : edge.separation;
  }
};

/// Ends early, without the edges, once a face separates the boxes by more than `enough`.
[[nodiscard]] JAM_HD_INLINE BoxAxes separating_axes(const PlacedBox& a, const PlacedBox& b, double enough) {
  BoxAxes axes;
  const Vec3d between = b.centre - a.centre;
  const double ha[3] = {a.half.x, a.half.y, a.half.z};
  const double hb[3] = {b.half.x, b.half.y, b.half.z};
  double r[3][3];  // r[i][j] = axis i of A times axis j of B.
  double m[3][3];  // Magnitudes.
  double t[3];
  for (int i = 0; i < 3; ++i) {
    t[i] = dot(a.axis[i], between);
    for (int j = 0; j < 3; ++j) {
      r[i][j] = dot(a.axis[i], b.axis[j]);
      m[i][j] = fabs(r[i][j]);
    }
  }
  const auto take = [](AxisSeparation& best, double separation, int axis) {
    if (separation > best.separation) best = {separation, axis};
  };
  for (int i = 0; i < 3; ++i) {
    take(axes.face_a, fabs(t[i]) - (ha[i] + hb[0] * m[i][0] + hb[1] * m[i][1] + hb[2] * m[i][2]), i);
  }
  for (int j = 0; j < 3; ++j) {
    const double distance = fabs(dot(b.axis[j], between));
    take(axes.face_b, distance - (hb[j] + ha[0] * m[0][j] + ha[1] * m[1][j] + ha[2] * m[2][j]), 3 + j);
  }
  if (axes.largest() > enough) return axes;

  for (int i = 0; i < 3; ++i) {
    const int i1 = next(i);
    const int i2 = after_next(i);
    for (int j = 0; j < 3; ++j) {
      const int j1 = next(j);
      const int j2 = after_next(j);
      const double sine_squared = r[i1][j] * r[i1][j] + r[i2][j] * r[i2][j];
      double& separation = axes.edges[3 * i + j];
      separation = -1e300;
      if (!(sine_squared > contact::parallel_sine_squared<double>)) continue;
      const double reach = ha[i1] * m[i2][j] + ha[i2] * m[i1][j] + hb[j1] * m[i][j2] + hb[j2] * m[i][j1];
      separation = (fabs(t[i2] * r[i1][j] - t[i1] * r[i2][j]) - reach) / sqrt(sine_squared);
      take(axes.edge, separation, 6 + 3 * i + j);
    }
  }
  return axes;
}

/// An edge of a box: its middle and its code, the number of its direction and the signs of the two other
/// coordinates.
struct BoxEdge {
  Vec3d middle;
  std::uint32_t code;  ///< Four bits.
};

/// The edge in direction k that lies farthest along `direction`.
[[nodiscard]] JAM_HD_INLINE BoxEdge farthest_edge(const PlacedBox& box, int k, Vec3d direction) {
  const int k1 = next(k);
  const int k2 = after_next(k);
  const bool first = dot(box.axis[k1], direction) > 0;
  const bool second = dot(box.axis[k2], direction) > 0;
  const double h1 = component(box.half, k1);
  const double h2 = component(box.half, k2);
  return {box.centre + (first ? h1 : -h1) * box.axis[k1] + (second ? h2 : -h2) * box.axis[k2],
          static_cast<std::uint32_t>(k) << 2 | (first ? 1U : 0U) | (second ? 2U : 0U)};
}

/// Two points that face each other.
struct BoxGap {
  double separation;  ///< Distance from A to B along the normal [m].
  Vec3d middle;       ///< Midpoint of the two points.
  Vec3d normal;       ///< Unit, from A to B.
  std::uint32_t feature;
};

inline constexpr std::uint32_t face_feature = 1U << 16;  ///< Bit of contacts of a face (box_manifold.hpp).
inline constexpr std::uint32_t edge_feature =
    2U << 16;  ///< Contacts of two edges: code of the edge of A << 4 | code of the edge of B.
inline constexpr std::uint32_t vertex_feature =
    3U << 16;  ///< Contacts of a vertex and the nearest part of the other box.

/// The contact of the two edges whose cross product is axis `axis` (6..14); `inside`: the nearest points lie
/// within both.
[[nodiscard]] JAM_HD_INLINE BoxGap edge_gap(const PlacedBox& a, const PlacedBox& b, int axis,
                                            double separation, bool& inside) {
  const int i = (axis - 6) / 3;
  const int j = (axis - 6) % 3;
  const Vec3d across = cross(a.axis[i], b.axis[j]);
  Vec3d normal = across / length(across);
  if (dot(normal, b.centre - a.centre) < 0) normal = -normal;
  const BoxEdge of_a = farthest_edge(a, i, normal);
  const BoxEdge of_b = farthest_edge(b, j, -normal);
  const LineParameters nearest = nearest_on_lines(a.axis[i], b.axis[j], of_b.middle - of_a.middle);
  inside = fabs(nearest.s) <= component(a.half, i) && fabs(nearest.t) <= component(b.half, j);
  const Vec3d p = of_a.middle + clamped(nearest.s, -component(a.half, i), component(a.half, i)) * a.axis[i];
  const Vec3d q = of_b.middle + clamped(nearest.t, -component(b.half, j), component(b.half, j)) * b.axis[j];
  return {separation, 0.5 * (p + q), normal, edge_feature | of_a.code << 4 | of_b.code};
}

/// The vertex of `box` that is nearest to `other`, if it is nearer than best.separation.
JAM_HD_INLINE void take_nearest_vertex(const PlacedBox& box, const PlacedBox& other, bool box_is_b,
                                       BoxGap& best) {
  for (int number = 0; number < 8; ++number) {
    const Vec3d vertex = box_vertex(box, number);
    const Vec3d local = to_box(other, vertex - other.centre);
    const NearestInBox nearest = nearest_in_box(other.half, local);
    const Vec3d apart = local - nearest.point;
    const double distance = length(apart);
    if (!(distance < best.separation)) continue;
    const Vec3d outward = distance > 0 ? from_box(other, apart / distance) : Vec3d{};
    best = {distance, vertex - (0.5 * distance) * outward, box_is_b ? outward : -outward,
            vertex_feature | (box_is_b ? 1U << 9 : 0U) | static_cast<std::uint32_t>(number) << 6 |
                static_cast<std::uint32_t>(nearest.region)};
  }
}

/// Where two boxes that do not meet are nearest to each other: a vertex of one and the other, or an edge of
/// each. The nearest points of two edges in their inner parts lie along the cross product of these, so that
/// its separation is their distance.
[[nodiscard]] JAM_HD_INLINE BoxGap nearest_gap(const PlacedBox& a, const PlacedBox& b, const BoxAxes& axes) {
  BoxGap best{1e300, {}, {}, 0};
  take_nearest_vertex(b, a, true, best);
  take_nearest_vertex(a, b, false, best);
  for (int k = 0; k < 9; ++k) {
    if (!(axes.edges[k] > 0 && axes.edges[k] < best.separation)) continue;
    bool inside = false;
    const BoxGap gap = edge_gap(a, b, 6 + k, axes.edges[k], inside);
    if (inside) best = gap;
  }
  return best;
}

}  // namespace jam::dynamics
