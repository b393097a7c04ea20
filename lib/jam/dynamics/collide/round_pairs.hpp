// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Contacts between spheres and capsules. Both are all points within a radius of a core, a point or a segment:
// the contact lies on the line between the nearest points of the cores, and its gap is their distance less
// both radii. Contacts have gaps up to `delta`; normals point from the first to the second. Where the cores
// meet, no direction is the nearest, and one is chosen that moves them apart on the shortest way. sink.add
// takes a ContactPoint.
#pragma once

#include "jam/dynamics/collide/contact.hpp"
#include "jam/dynamics/collide/placed_shape.hpp"

namespace jam::dynamics {

/// The contact of two balls about p and q. `fallback` is its normal where they are at most `near` apart.
template <class Sink>
JAM_HD_INLINE void add_ball_contact(Vec3d p, double radius_p, Vec3d q, double radius_q, Vec3d fallback,
                                    double near, double delta, std::uint32_t feature, Sink& sink) {
  const Vec3d between = q - p;
  const double distance = length(between);
  const double gap = distance - radius_p - radius_q;
  if (!(gap <= delta)) return;
  const Vec3d normal = distance > near ? between / distance : fallback;
  sink.add({p + (radius_p + 0.5 * gap) * normal, normal, gap, feature});
}

/// Negrut 2.6: n = (c_B - c_A) / |c_B - c_A|, and (0, 0, 1) for equal centres.
template <class Sink>
JAM_HD_INLINE void collide(const PlacedSphere& a, const PlacedSphere& b, double delta, Sink& sink) {
  add_ball_contact(a.centre, a.radius, b.centre, b.radius, {0, 0, 1}, 0.0, delta, nearest_feature, sink);
}

/// The direction between two rounded points is noise if their distance is below meeting_share times the
/// radii.
inline constexpr double meeting_share = 1e-12;

template <class Sink>
JAM_HD_INLINE void collide(const PlacedSphere& a, const PlacedCapsule& b, double delta, Sink& sink) {
  const double s = clamped(dot(b.axis, a.centre - b.centre), -b.half, b.half);
  add_ball_contact(a.centre, a.radius, b.centre + s * b.axis, b.radius, b.side,
                   meeting_share * (a.radius + b.radius), delta, nearest_feature, sink);
}

/// The nearest points of two axes are centre + s axis of a and centre + t axis of b: returns s and t
/// (C. Ericson, Real-Time Collision Detection (2005), 5.1.9).
[[nodiscard]] JAM_HD_INLINE LineParameters nearest_on_axes(const PlacedCapsule& a, const PlacedCapsule& b) {
  const Vec3d between = b.centre - a.centre;
  const LineParameters free = nearest_on_lines(a.axis, b.axis, between);
  double s = clamped(free.s, -a.half, a.half);
  double t = dot(b.axis, s * a.axis - between);
  if (t < -b.half || t > b.half) {
    t = clamped(t, -b.half, b.half);
    s = clamped(dot(a.axis, between + t * b.axis), -a.half, a.half);
  }
  return {s, t, free.parallel};
}

/// sin^2 of the angle between axes below which capsules touch along a line, by contacts at both of its ends.
inline constexpr double side_by_side_sine_squared = 1e-4;

/// One contact where the axes are nearest. Capsules side by side have contacts at both ends of the piece
/// along which they lie so, and the nearest one only where it is nearer than both.
template <class Sink>
JAM_HD_INLINE void collide(const PlacedCapsule& a, const PlacedCapsule& b, double delta, Sink& sink) {
  const LineParameters nearest = nearest_on_axes(a, b);
  const Vec3d p = a.centre + nearest.s * a.axis;
  const Vec3d q = b.centre + nearest.t * b.axis;
  const double meeting = meeting_share * (a.radius + b.radius);
  const Vec3d across = cross(a.axis, b.axis);
  const double sine_squared = dot(across, across);
  const Vec3d fallback = nearest.parallel ? a.side : across / sqrt(sine_squared);
  const double distance = length(q - p);

  if (sine_squared < side_by_side_sine_squared) {
    const Vec3d between = b.centre - a.centre;
    const double cosine = dot(a.axis, b.axis);
    const double middle = dot(a.axis, between);
    const double reach = fabs(cosine) * b.half;
    const double low = middle - reach > -a.half ? middle - reach : -a.half;
    const double high = middle + reach < a.half ? middle + reach : a.half;
    if (low < high) {
      const Vec3d normal = distance > meeting ? (q - p) / distance : fallback;
      const auto partner = [&](double s) {
        return b.centre + clamped(dot(b.axis, s * a.axis - between), -b.half, b.half) * b.axis;
      };
      const Vec3d p_low = a.centre + low * a.axis;
      const Vec3d p_high = a.centre + high * a.axis;
      const Vec3d q_low = partner(low);
      const Vec3d q_high = partner(high);
      const double at_low = length(q_low - p_low);
      const double at_high = length(q_high - p_high);
      const double rounding = meeting_share * (a.radius + b.radius + a.half + b.half);
      if (distance < (at_low < at_high ? at_low : at_high) - rounding) {
        add_ball_contact(p, a.radius, q, b.radius, normal, meeting, delta, nearest_feature, sink);
      }
      add_ball_contact(p_low, a.radius, q_low, b.radius, normal, meeting, delta, low_end_feature, sink);
      add_ball_contact(p_high, a.radius, q_high, b.radius, normal, meeting, delta, high_end_feature, sink);
      return;
    }
  }
  add_ball_contact(p, a.radius, q, b.radius, fallback, meeting, delta, nearest_feature, sink);
}

}  // namespace jam::dynamics
