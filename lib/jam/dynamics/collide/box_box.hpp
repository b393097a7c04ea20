// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Contacts between two boxes. Overlapping boxes part along the axis of least overlap; boxes apart face each
// other along the line between their nearest points. If a face of one comes near to this
// (face_preference), it is the reference of up to eight contacts; otherwise there is one contact, of two
// edges or of a vertex.
//
// If a face of A and a face of B compete, the one with the larger separation is the reference. If both
// lie flat on each other, within 1e-4 rad, A's face is the reference, unless it is worse by the preference:
// otherwise rounding would choose differently in each time step. Apart from this, A and B may be exchanged.
#pragma once

#include "jam/dynamics/collide/box_axes.hpp"
#include "jam/dynamics/collide/box_manifold.hpp"

namespace jam::dynamics {

/// sin^2 of the angle between two faces that lie flat on each other.
inline constexpr double flat_sine_squared = 1e-8;

[[nodiscard]] JAM_HD_INLINE double least_half(const PlacedBox& box) {
  const double xy = box.half.x < box.half.y ? box.half.x : box.half.y;
  return xy < box.half.z ? xy : box.half.z;
}

/// The contact of the vertex of `box` that is deepest below the face `face` of `reference`; `sign` is +1
/// if the reference is A.
[[nodiscard]] JAM_HD_INLINE BoxGap deepest_vertex(const PlacedBox& box, const PlacedBox& reference,
                                                  AxisSeparation face, double sign) {
  const Vec3d axis = reference.axis[face.axis % 3];
  const Vec3d outward = dot(axis, box.centre - reference.centre) < 0 ? -axis : axis;
  const Vec3d down = to_box(box, -outward);
  const int number = (down.x > 0 ? 1 : 0) | (down.y > 0 ? 2 : 0) | (down.z > 0 ? 4 : 0);
  return {face.separation, box_vertex(box, number) - (0.5 * face.separation) * outward, sign * outward,
          vertex_feature | (sign > 0 ? 1U << 9 : 0U) | static_cast<std::uint32_t>(number) << 6};
}

template <class Sink>
JAM_HD_INLINE void collide(const PlacedBox& a, const PlacedBox& b, double delta, Sink& sink) {
  const BoxAxes axes = separating_axes(a, b, delta);
  double largest = axes.largest();
  if (!(largest <= delta)) return;
  const double size = length(a.half) + length(b.half);
  const double preference = face_preference * (least_half(a) < least_half(b) ? least_half(a) : least_half(b));

  // The single contact that may be used: the nearest points of boxes that are apart, else the edges of least
  // overlap.
  BoxGap single{-1e301, {}, {}, 0};
  bool apart = false;
  if (largest > meeting_size_share * size) {
    const BoxGap nearest = nearest_gap(a, b, axes);
    if (nearest.separation > delta) return;
    if (nearest.separation > meeting_size_share * size) {
      single = nearest;
      apart = true;
      largest = nearest.separation;
    }
  }
  if (!apart && axes.edge.axis >= 0) {
    bool inside = false;
    single = edge_gap(a, b, axes.edge.axis, axes.edge.separation, inside);
  }

  // The reference face.
  const Vec3d across = cross(a.axis[axes.face_a.axis], b.axis[axes.face_b.axis - 3]);
  const double handicap = dot(across, across) < flat_sine_squared ? preference : 0.0;
  const bool reference_is_b = axes.face_b.separation > axes.face_a.separation + handicap;
  const AxisSeparation face = reference_is_b ? axes.face_b : axes.face_a;
  if (face.separation >= single.separation - preference) {
    PointList<contacts_of_pair_limit> manifold;
    if (reference_is_b) {
      add_face_contacts(b, face.axis - 3, a, true, delta, manifold);
    } else {
      add_face_contacts(a, face.axis, b, false, delta, manifold);
    }
    if (manifold.least_gap() <= largest + preference) {
      for (int k = 0; k < manifold.count; ++k) sink.add(manifold.points[k]);
      return;
    }
  }
  // If rounding leaves a face of least overlap without a contact, its deepest vertex is the contact.
  if (single.separation < face.separation) {
    single = reference_is_b ? deepest_vertex(a, b, face, -1.0) : deepest_vertex(b, a, face, 1.0);
  }
  sink.add({single.middle, single.normal, single.separation, single.feature});
}

}  // namespace jam::dynamics
