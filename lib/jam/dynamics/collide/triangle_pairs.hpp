// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Contacts between a shape and a triangle of a closed surface, the second of the pair, which is a wall on the
// side of its normal only. The normals of these contacts are those of the triangle: a body that slides over
// the edges of a flat wall does not stumble. Where an edge protrudes into the free side, also what of the
// body lies over that edge is held; elsewhere the neighbours do that.
#pragma once

#include "jam/dynamics/collide/box_manifold.hpp"
#include "jam/dynamics/collide/contact.hpp"
#include "jam/dynamics/collide/placed_shape.hpp"
#include "jam/dynamics/collide/round_pairs.hpp"

namespace jam::dynamics {

/// A contact at p, at `gap` before the triangle.
template <class Sink>
JAM_HD_INLINE void add_triangle_contact(Vec3d p, double gap, Vec3d normal, std::uint32_t feature,
                                        Sink& sink) {
  sink.add({p - (0.5 * gap) * normal, -normal, gap, feature});
}

/// Corners of a triangle in the frame of a box.
struct TriangleInBox {
  Vec3d corner[3];
};

[[nodiscard]] JAM_HD_INLINE TriangleInBox in_box(const PlacedTriangle& triangle, const PlacedBox& box) {
  return {{to_box(box, triangle.corner[0] - box.centre), to_box(box, triangle.corner[1] - box.centre),
           to_box(box, triangle.corner[2] - box.centre)}};
}

/// Overlap of the box and the triangle along the axis of the box where they overlap least [m]; negative: they
/// are apart. `half_edges`: half of the edges of the box.
[[nodiscard]] JAM_HD_INLINE double least_overlap(Vec3d half_edges, const TriangleInBox& triangle) {
  double least = 1e300;
  for (int k = 0; k < 3; ++k) {
    const double a = component(triangle.corner[0], k), b = component(triangle.corner[1], k);
    const double c = component(triangle.corner[2], k), half = component(half_edges, k);
    const double low = a < b ? (a < c ? a : c) : (b < c ? b : c);
    const double high = a > b ? (a > c ? a : c) : (b > c ? b : c);
    const double overlap = half - low < high + half ? half - low : high + half;
    least = overlap < least ? overlap : least;
  }
  return least;
}

/// Whether a cross product of an edge of the box and an edge of the triangle is an axis that separates them.
[[nodiscard]] JAM_HD_INLINE bool apart_across_edges(Vec3d half, const TriangleInBox& triangle) {
  for (int edge = 0; edge < 3; ++edge) {
    const Vec3d from = triangle.corner[edge], third = triangle.corner[after_next(edge)];
    const Vec3d along = triangle.corner[next(edge)] - from;
    for (int k = 0; k < 3; ++k) {
      const int i = next(k), j = after_next(k);
      // The axis is (0, -along_j, along_i) in components k, i, j: both ends of the edge are equal along it.
      const double ai = component(along, i), aj = component(along, j);
      const double ends = component(from, j) * ai - component(from, i) * aj;
      const double other = component(third, j) * ai - component(third, i) * aj;
      const double reach = component(half, j) * fabs(ai) + component(half, i) * fabs(aj);
      if ((ends > reach && other > reach) || (ends < -reach && other < -reach)) return true;
    }
  }
  return false;
}

/// Adds the contacts of the part of a face of a box that lies over the triangle: the face across axis `k` on
/// its `positive` side, or the opposite one, cut by the planes through the edges of the triangle. They are
/// vertices of the box, if `vertices`, and points over edges that protrude.
template <class Sink>
JAM_HD_INLINE void add_face_over_triangle(const PlacedBox& a, int k, bool positive, bool vertices,
                                          const PlacedTriangle& b, double delta, double depth_limit,
                                          double near, Sink& sink) {
  // The face in the frame of the triangle: x along its first edge, y across, z before it.
  const Vec3d n = b.normal;
  const Vec3d u = normalised(b.corner[1] - b.corner[0], {1, 0, 0});
  const Vec3d v = cross(n, u);
  const auto local = [&](Vec3d p) {
    return Vec3d{dot(u, p - b.corner[0]), dot(v, p - b.corner[0]), dot(n, p - b.corner[0])};
  };
  const int first = next(k);
  const int second = after_next(k);
  ClippedFace face;
  std::uint32_t vertex_number[4];
  for (int corner = 0; corner < 4; ++corner) {
    const bool x_high = corner == 1 || corner == 2;
    const bool y_high = corner >= 2;
    vertex_number[corner] =
        (positive ? 1U << k : 0U) | (x_high ? 1U << first : 0U) | (y_high ? 1U << second : 0U);
    face.add(local(box_vertex(a, static_cast<int>(vertex_number[corner]))), corner,
             ClippedFace::label_of((corner + 3) % 4, corner));
  }
  for (int edge = 0; edge < 3; ++edge) {
    const Vec3d from = local(b.corner[edge]);
    const Vec3d along_edge = local(b.corner[next(edge)]) - from;
    const double edge_length = sqrt(along_edge.x * along_edge.x + along_edge.y * along_edge.y);
    const double nx = along_edge.y / edge_length;
    const double ny = -along_edge.x / edge_length;
    face = cut(face, nx, ny, nx * from.x + ny * from.y, near, 4 + edge);
  }
  for (int i = 0; i < face.count; ++i) {
    const double gap = face.vertex[i].z;
    if (!(gap <= delta && -gap <= depth_limit)) continue;
    const int high_line = face.label[i] & 7;
    const int low_line = face.label[i] >> 3;
    std::uint32_t feature =
        16U + 64U * static_cast<std::uint32_t>(2 * k + (positive ? 1 : 0)) + face.label[i];
    if (high_line < 4) {  // A vertex of the box.
      if (!vertices) continue;
      feature = vertex_number[low_line == 0 && high_line == 3 ? 0 : high_line];
    } else {
      const bool protrudes =
          (b.edges >> (high_line - 4) & 1) != 0 || (low_line >= 4 && (b.edges >> (low_line - 4) & 1) != 0);
      if (!protrudes) continue;
    }
    add_triangle_contact(b.corner[0] + u * face.vertex[i].x + v * face.vertex[i].y + n * gap, gap, n, feature,
                         sink);
  }
}

/// Faces that are turned against the normal of a triangle by at least this much may lie on its edges.
inline constexpr double facing_cosine = 0.02;

/// How much longer the way out along the normal may be than that along an axis of the box: over an edge
/// between slopes it is, by one over the cosine of the slope, here of up to 75 degrees.
inline constexpr double depth_share = 4;

/// The vertices of the face of the box that faces the triangle most; over edges that protrude, points of all
/// faces that face it. A depth counts only where box and triangle meet, and where no axis of the box, and no
/// way back along the normal, takes them apart on a much shorter way: a box on a step does not feel the
/// side of the step, and a box at a thin plate does not feel the far side of the plate.
template <class Sink>
JAM_HD_INLINE void collide(const PlacedBox& a, const PlacedTriangle& b, double delta, Sink& sink) {
  double along[3];
  double reach = 0;
  int most = 0;
  for (int axis = 0; axis < 3; ++axis) {
    along[axis] = dot(a.axis[axis], b.normal);
    reach += fabs(along[axis]) * component(a.half, axis);
    if (fabs(along[axis]) > fabs(along[most])) most = axis;
  }
  const double height = dot(b.normal, a.centre - b.corner[0]);
  if (height - reach > delta) return;
  const TriangleInBox triangle = in_box(b, a);
  const double along_normal = reach - fabs(height), along_box = least_overlap(a.half, triangle);
  const double overlap = along_normal < along_box ? along_normal : along_box;
  if (overlap < -delta) return;
  const double least = a.half.x < a.half.y ? (a.half.x < a.half.z ? a.half.x : a.half.z)
                                           : (a.half.y < a.half.z ? a.half.y : a.half.z);
  const double near = 1e-9 * least;
  const bool meet = overlap > 0 && !apart_across_edges(a.half, triangle);
  const double depth_limit = (meet ? depth_share * overlap : 0) + near;
  for (int k = 0; k < 3; ++k) {
    if (k != most && (b.edges == 0 || fabs(along[k]) < facing_cosine)) continue;
    add_face_over_triangle(a, k, along[k] < 0, k == most, b, delta, depth_limit, near, sink);
  }
}

/// The contact of the ball about p with the inside of the triangle, or with an edge that protrudes.
template <class Sink>
JAM_HD_INLINE void add_triangle_ball(Vec3d p, double radius, const PlacedTriangle& triangle, double delta,
                                     std::uint32_t feature, Sink& sink) {
  const Vec3d n = triangle.normal;
  const double height = dot(n, p - triangle.corner[0]);
  if (!(height - radius <= delta && height > -radius)) return;
  bool inside = true;
  for (int edge = 0; edge < 3; ++edge) {
    const Vec3d from = triangle.corner[edge];
    inside = inside && dot(cross(n, triangle.corner[next(edge)] - from), p - from) >= 0;
  }
  if (inside) {
    add_triangle_contact(p - radius * n, height - radius, n, feature, sink);
    return;
  }
  double nearest_square = 1e300;
  Vec3d nearest{};
  for (int edge = 0; edge < 3; ++edge) {
    if ((triangle.edges >> edge & 1) == 0) continue;
    const Vec3d from = triangle.corner[edge];
    const Vec3d along = triangle.corner[next(edge)] - from;
    const Vec3d q = from + clamped(dot(along, p - from) / dot(along, along), 0.0, 1.0) * along;
    const double square = dot(p - q, p - q);
    if (square < nearest_square) nearest_square = square, nearest = q;
  }
  if (nearest_square < 1e300)
    add_ball_contact(p, radius, nearest, 0.0, -n, meeting_share * radius, delta, feature, sink);
}

template <class Sink>
JAM_HD_INLINE void collide(const PlacedSphere& a, const PlacedTriangle& b, double delta, Sink& sink) {
  add_triangle_ball(a.centre, a.radius, b, delta, nearest_feature, sink);
}

/// A contact at each end of the axis, and one where the axis crosses an edge that protrudes.
template <class Sink>
JAM_HD_INLINE void collide(const PlacedCapsule& a, const PlacedTriangle& b, double delta, Sink& sink) {
  add_triangle_ball(a.centre - a.half * a.axis, a.radius, b, delta, low_end_feature, sink);
  if (!(a.half > 0)) return;
  add_triangle_ball(a.centre + a.half * a.axis, a.radius, b, delta, high_end_feature, sink);
  for (int edge = 0; edge < 3; ++edge) {
    if ((b.edges >> edge & 1) == 0) continue;
    const Vec3d along = b.corner[next(edge)] - b.corner[edge];
    const double edge_length = length(along);
    const PlacedCapsule line{0.5 * (b.corner[edge] + b.corner[next(edge)]), along / edge_length, b.normal,
                             0.5 * edge_length, 0};
    const LineParameters nearest = nearest_on_axes(a, line);
    if (nearest.parallel || fabs(nearest.s) >= a.half || fabs(nearest.t) >= line.half) continue;
    const Vec3d p = a.centre + nearest.s * a.axis;
    if (dot(b.normal, p - b.corner[0]) <= -a.radius) continue;
    add_ball_contact(p, a.radius, line.centre + nearest.t * line.axis, 0.0, -b.normal,
                     meeting_share * a.radius, delta, high_end_feature + 1 + static_cast<std::uint32_t>(edge),
                     sink);
  }
}

}  // namespace jam::dynamics
