// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Contacts between a shape and a plane, which is the second of the pair: normals point into its solid (Nuetzi
// 2.16). A sphere has one contact, a capsule one at each end of its axis, a box one at each vertex; those
// with gaps up to `delta` are reported.
#pragma once

#include "jam/dynamics/collide/contact.hpp"
#include "jam/dynamics/collide/placed_shape.hpp"

namespace jam::dynamics {

/// The contact of the ball about p.
template <class Sink>
JAM_HD_INLINE void add_plane_contact(Vec3d p, double radius, const PlacedPlane& plane, double delta,
                                     std::uint32_t feature, Sink& sink) {
  const double gap = dot(plane.normal, p) - plane.offset - radius;
  if (!(gap <= delta)) return;
  sink.add({p - (radius + 0.5 * gap) * plane.normal, -plane.normal, gap, feature});
}

template <class Sink>
JAM_HD_INLINE void collide(const PlacedSphere& a, const PlacedPlane& b, double delta, Sink& sink) {
  add_plane_contact(a.centre, a.radius, b, delta, nearest_feature, sink);
}

template <class Sink>
JAM_HD_INLINE void collide(const PlacedCapsule& a, const PlacedPlane& b, double delta, Sink& sink) {
  add_plane_contact(a.centre - a.half * a.axis, a.radius, b, delta, low_end_feature, sink);
  if (a.half > 0) add_plane_contact(a.centre + a.half * a.axis, a.radius, b, delta, high_end_feature, sink);
}

/// Features are the numbers of the vertices.
template <class Sink>
JAM_HD_INLINE void collide(const PlacedBox& a, const PlacedPlane& b, double delta, Sink& sink) {
  for (int vertex = 0; vertex < 8; ++vertex) {
    add_plane_contact(box_vertex(a, vertex), 0.0, b, delta, static_cast<std::uint32_t>(vertex), sink);
  }
}

}  // namespace jam::dynamics
