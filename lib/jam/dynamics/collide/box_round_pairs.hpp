// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Contacts of a sphere or a capsule with a box, which is the second of the pair. The core, a point or a
// segment, is tested against the sharp box; the gap is that of the core less the radius. Where the core is in
// the box, it leaves on the shortest way: for a point through the nearest face; for a segment along one of
// six axes, the normals of the faces and the cross products of edges with the segment, which are the
// normals of the faces of the Minkowski sum of box and segment.
#pragma once

#include "jam/dynamics/collide/contact.hpp"
#include "jam/dynamics/collide/placed_shape.hpp"

namespace jam::dynamics {

/// A contact of the ball about p; the surface of the box is `separation` away (negative: p is in the box)
/// along `outward`, out of the box.
template <class Sink>
JAM_HD_INLINE void add_box_contact(Vec3d p, double radius, Vec3d outward, double separation, double delta,
                                   std::uint32_t feature, Sink& sink) {
  const double gap = separation - radius;
  if (!(gap <= delta)) return;
  sink.add({p - (0.5 * (radius + separation)) * outward, -outward, gap, feature});
}

template <class Sink>
JAM_HD_INLINE void collide(const PlacedSphere& a, const PlacedBox& b, double delta, Sink& sink) {
  const Vec3d centre = to_box(b, a.centre - b.centre);
  const Vec3d apart = centre - nearest_in_box(b.half, centre).point;
  const double distance = length(apart);
  if (distance > 0) {
    add_box_contact(a.centre, a.radius, from_box(b, apart / distance), distance, delta, nearest_feature,
                    sink);
    return;
  }
  int face = 0;
  double separation = -1e300;
  for (int k = 0; k < 3; ++k) {
    const double here = fabs(component(centre, k)) - component(b.half, k);
    if (here > separation) separation = here, face = k;
  }
  const Vec3d outward = component(centre, face) < 0 ? -b.axis[face] : b.axis[face];
  add_box_contact(a.centre, a.radius, outward, separation, delta, nearest_feature, sink);
}

/// A segment, centre +- half axis, in the frame of a box.
struct SegmentInBox {
  Vec3d centre;
  Vec3d axis;  ///< Unit vector.
  double half;

  [[nodiscard]] JAM_HD_INLINE Vec3d at(double s) const { return centre + s * axis; }
};

/// A pair of points and the distance between them along a direction.
struct SegmentGap {
  double separation;  ///< Negative: overlap.
  double s;           ///< Parameter of the point of the segment, as in SegmentInBox::at().
  Vec3d outward;      ///< Unit, from the box to the segment.
};

/// Separation along the cross product of edge k of the box with the segment; `s` is where the segment is
/// nearest to that edge. `between_ends` tells whether the nearest points lie within both.
JAM_HD_INLINE bool edge_gap(Vec3d half, const SegmentInBox& segment, int k, SegmentGap& gap,
                            bool& between_ends) {
  const Vec3d edge{k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0};
  Vec3d normal = cross(edge, segment.axis);
  const double sine_squared = dot(normal, normal);
  if (!(sine_squared > contact::parallel_sine_squared<double>)) return false;
  normal *= 1 / sqrt(sine_squared);
  if (dot(normal, segment.centre) < 0) normal = -normal;
  gap.outward = normal;
  gap.separation = dot(normal, segment.centre) - half.x * fabs(normal.x) - half.y * fabs(normal.y) -
                   half.z * fabs(normal.z);
  // The middle of the edge that lies farthest along the normal.
  const Vec3d middle{k == 0         ? 0.0
                     : normal.x < 0 ? -half.x
                                    : half.x,
                     k == 1         ? 0.0
                     : normal.y < 0 ? -half.y
                                    : half.y,
                     k == 2         ? 0.0
                     : normal.z < 0 ? -half.z
                                    : half.z};
  const LineParameters nearest = nearest_on_lines(segment.axis, edge, middle - segment.centre);
  gap.s = clamped(nearest.s, -segment.half, segment.half);
  between_ends = fabs(nearest.s) <= segment.half && fabs(nearest.t) <= component(half, k);
  return true;
}

/// Where a segment and a box that do not meet are nearest to each other: an end of the segment and the box, a
/// vertex of the box and the segment, or an edge and the segment.
[[nodiscard]] JAM_HD_INLINE SegmentGap nearest_gap(Vec3d half, const SegmentInBox& segment) {
  double least = 1e300;
  double s_least = 0;
  Vec3d apart{};
  const auto take = [&](double s, Vec3d difference) {
    const double square = dot(difference, difference);
    if (square < least) least = square, s_least = s, apart = difference;
  };
  for (int end = 0; end < 2; ++end) {
    const double s = end == 0 ? -segment.half : segment.half;
    const Vec3d p = segment.at(s);
    take(s, p - nearest_in_box(half, p).point);
  }
  for (int number = 0; number < 8; ++number) {
    const Vec3d vertex{(number & 1) != 0 ? half.x : -half.x, (number & 2) != 0 ? half.y : -half.y,
                       (number & 4) != 0 ? half.z : -half.z};
    const double s = clamped(dot(segment.axis, vertex - segment.centre), -segment.half, segment.half);
    take(s, segment.at(s) - vertex);
  }
  const double distance = sqrt(least);
  SegmentGap best{distance, s_least, distance > 0 ? apart / distance : Vec3d{}};
  for (int k = 0; k < 3; ++k) {
    SegmentGap gap{};
    bool between_ends = false;
    if (edge_gap(half, segment, k, gap, between_ends) && between_ends && gap.separation > 0 &&
        gap.separation < best.separation)
      best = gap;
  }
  return best;
}

/// The part of the segment over face `k` of the box, whose normal is `side` (+1 or -1) times axis k; false if
/// none is.
JAM_HD_INLINE bool clip_over_face(Vec3d half, const SegmentInBox& segment, int k, double& from, double& to) {
  from = -segment.half;
  to = segment.half;
  for (int j = 0; j < 3; ++j) {
    if (j == k) continue;
    const double limit = component(half, j);
    const double start = component(segment.centre, j);
    const double slope = component(segment.axis, j);
    if (fabs(slope) > 1e-12) {
      const double one = (-limit - start) / slope;
      const double other = (limit - start) / slope;
      const double low = one < other ? one : other;
      const double high = one < other ? other : one;
      from = low > from ? low : from;
      to = high < to ? high : to;
    } else if (fabs(start) > limit) {
      return false;
    }
  }
  return from <= to;
}

/// On a face the capsule has up to two contacts, at the ends of the piece of its axis that lies over the
/// face; elsewhere one.
template <class Sink>
JAM_HD_INLINE void collide(const PlacedCapsule& a, const PlacedBox& b, double delta, Sink& sink) {
  const SegmentInBox segment{to_box(b, a.centre - b.centre), to_box(b, a.axis), a.half};
  const Vec3d half = b.half;

  // The separating axes.
  int face = 0;
  double on_face = -1e300;
  for (int k = 0; k < 3; ++k) {
    const double here =
        fabs(component(segment.centre, k)) - component(half, k) - a.half * fabs(component(segment.axis, k));
    if (here > on_face) on_face = here, face = k;
  }
  SegmentGap best{-1e300, 0, {}};
  for (int k = 0; k < 3; ++k) {
    SegmentGap gap{};
    bool between_ends = false;
    if (edge_gap(half, segment, k, gap, between_ends) && gap.separation > best.separation) best = gap;
  }
  const double largest = on_face > best.separation ? on_face : best.separation;
  if (!(largest - a.radius <= delta)) return;

  const double size = half.x + half.y + half.z + a.half;
  if (largest > meeting_size_share * size) {
    const SegmentGap nearest = nearest_gap(half, segment);
    if (nearest.separation > meeting_size_share * size) best = nearest;
  }
  const double least_half =
      half.x < half.y ? (half.x < half.z ? half.x : half.z) : (half.y < half.z ? half.y : half.z);
  const double preference = face_preference * (a.radius < least_half ? a.radius : least_half);

  if (on_face >= best.separation - preference) {
    const double side = component(segment.centre, face) < 0 ? -1 : 1;
    double from = 0;
    double to = 0;
    if (clip_over_face(half, segment, face, from, to)) {
      const auto separation = [&](double s) {
        return side * component(segment.at(s), face) - component(half, face);
      };
      const double at_from = separation(from);
      const double at_to = separation(to);
      const double nearer = at_from < at_to ? at_from : at_to;
      if (nearer <= (best.separation > on_face ? best.separation : on_face) + preference) {
        const Vec3d outward = side * b.axis[face];
        add_box_contact(a.centre + from * a.axis, a.radius, outward, at_from, delta, low_end_feature, sink);
        if (to > from)
          add_box_contact(a.centre + to * a.axis, a.radius, outward, at_to, delta, high_end_feature, sink);
        return;
      }
    }
    if (best.separation < on_face) {  // Overlap, and no edge separates better: the deepest end.
      const double s = side * component(segment.axis, face) > 0 ? -a.half : a.half;
      add_box_contact(a.centre + s * a.axis, a.radius, side * b.axis[face], on_face, delta, nearest_feature,
                      sink);
      return;
    }
  }
  add_box_contact(a.centre + best.s * a.axis, a.radius, from_box(b, best.outward), best.separation, delta,
                  nearest_feature, sink);
}

}  // namespace jam::dynamics
