// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Projections of impulses, for host and device. Components normal, tangent 1, tangent 2. A friction below 0
// marks a block of a joint, which is two-sided: its impulses are free, and projections return them as they
// are.
#pragma once

#include <cmath>

#include "jam/core/macros.hpp"
#include "jam/core/vec.hpp"

namespace jam::dynamics {

/// The friction that marks a block of a joint.
inline constexpr double two_sided = -1;

/// |r_T|.
[[nodiscard]] JAM_HD_INLINE double tangential(Vec3d r) { return std::sqrt(r.y * r.y + r.z * r.z); }

/// The point of the cone |r_T| <= mu r_N that is nearest to r (Negrut 2.4). The metric is d_N^2 + `weight`
/// |d_T|^2 with `weight` > 0: step lengths along the normal and the tangents may differ by this ratio. For mu
/// = 0 the cone is the half-line of the normal.
[[nodiscard]] JAM_HD_INLINE Vec3d on_cone_weighted(Vec3d r, double mu, double weight) {
  if (mu < 0) return r;
  const double t = tangential(r), slope = mu * weight;
  if (slope * t <= -r.x) return {0, 0, 0};
  if (t <= mu * r.x) return r;
  const double n = (r.x + slope * t) / (1 + mu * slope);
  const double shrink = t > 0 ? mu * n / t : 0;
  return {n, r.y * shrink, r.z * shrink};
}

[[nodiscard]] JAM_HD_INLINE Vec3d on_cone(Vec3d r, double mu) { return on_cone_weighted(r, mu, 1); }

/// Normal first, then the disc of radius mu times the new normal impulse (Nuetzi 2.4): the proximal point of
/// Coulomb's law.
[[nodiscard]] JAM_HD_INLINE Vec3d on_disc(Vec3d r, double mu) {
  if (mu < 0) return r;
  const double n = r.x > 0 ? r.x : 0;
  const double radius = mu * n, t = tangential(r);
  if (t <= radius) return {n, r.y, r.z};
  const double shrink = radius / t;
  return {n, r.y * shrink, r.z * shrink};
}

/// Whether the friction of a contact is so large that De Saxce's term, mu |u_T|, outgrows the sliding
/// velocity: errors of the velocity then look like openings, and impulses of sliding bodies do not grow. Such
/// contacts are judged by on_disc() in place of the cone, and apgd steps them by it: a plate that skids at 10
/// m/s with friction 1000 took 1000 iterations a step, and sank; it takes 2.
[[nodiscard]] JAM_HD_INLINE bool is_steep(double mu) { return mu > 1; }

/// Normal first, then each tangent between -mu and mu times the new normal impulse (Strobl 2.4): a pyramid of
/// friction.
[[nodiscard]] JAM_HD_INLINE Vec3d on_box(Vec3d r, double mu) {
  if (mu < 0) return r;
  const double n = r.x > 0 ? r.x : 0, bound = mu * n;
  const auto clamped = [bound](double x) { return x < -bound ? -bound : x > bound ? bound : x; };
  return {n, clamped(r.y), clamped(r.z)};
}

/// u + mu |u_T| e_N: it is perpendicular to r in Coulomb's law (De Saxce).
[[nodiscard]] JAM_HD_INLINE Vec3d lifted(Vec3d u, double mu) {
  return mu < 0 ? u : Vec3d{u.x + mu * tangential(u), u.y, u.z};
}

}  // namespace jam::dynamics
