// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The rows of a contact in the world frame, for host and device: less memory than ContactRow
// (contact_row.hpp) and the same products up to rounding. A body has its twist, angular velocity included,
// and its inverse inertia in the world. A row is the normal and an arm for each body; its frame is computed
// from the normal.
#pragma once

#include "jam/dynamics/constraints/contact_row.hpp"

namespace jam::dynamics {

/// M^-1 of a body in the world: 1 / m, and A diag(1 / J) A^T with the body's rotation A.
struct WorldInverseMass {
  double linear = 0;                                      ///< [1/kg]
  double xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0;  ///< [1/(kg m^2)]
};

[[nodiscard]] JAM_HD_INLINE WorldInverseMass world_inverse_mass(const InverseMass& body,
                                                                Quaterniond rotation) {
  const Vec3d j = body.angular;
  if (j.x == j.y && j.y == j.z) return {body.linear, j.x, j.x, j.x, 0, 0, 0};
  const Mat3<double> a = rotation_matrix(rotation);
  const Vec3d x{a.column[0].x, a.column[1].x, a.column[2].x};
  const Vec3d y{a.column[0].y, a.column[1].y, a.column[2].y};
  const Vec3d z{a.column[0].z, a.column[1].z, a.column[2].z};
  const Vec3d jx = scaled(j, x), jy = scaled(j, y), jz = scaled(j, z);
  return {body.linear, dot(x, jx), dot(y, jy), dot(z, jz), dot(x, jy), dot(x, jz), dot(y, jz)};
}

/// M^-1 times an impulse and its moment.
[[nodiscard]] JAM_HD_INLINE Twist response(const WorldInverseMass& body, const Twist& impulse) {
  const Vec3d m = impulse.angular;
  return {body.linear * impulse.linear,
          {body.xx * m.x + body.xy * m.y + body.xz * m.z, body.xy * m.x + body.yy * m.y + body.yz * m.z,
           body.xz * m.x + body.yz * m.y + body.zz * m.z}};
}

/// Velocity of the point at the end of an arm.
[[nodiscard]] JAM_HD_INLINE Vec3d velocity_at(Vec3d arm, const Twist& twist) {
  return twist.linear + cross(twist.angular, arm);
}

/// An impulse at the end of an arm, with its moment.
[[nodiscard]] JAM_HD_INLINE Twist impulse_at(Vec3d arm, Vec3d impulse) {
  return {impulse, cross(arm, impulse)};
}

/// A diagonal whose zeros, of rows that a joint does not have, are its largest entry: solvers divide by them.
[[nodiscard]] JAM_HD_INLINE Vec3d filled_diagonal(Vec3d d) {
  const double xy = d.x > d.y ? d.x : d.y, largest = xy > d.z ? xy : d.z;
  return {d.x == 0 ? largest : d.x, d.y == 0 ? largest : d.y, d.z == 0 ? largest : d.z};
}

/// Components in a frame, and back.
[[nodiscard]] JAM_HD_INLINE Vec3d to_frame(const ContactFrame& frame, Vec3d v) {
  return {dot(frame.axis[0], v), dot(frame.axis[1], v), dot(frame.axis[2], v)};
}
[[nodiscard]] JAM_HD_INLINE Vec3d from_frame(const ContactFrame& frame, Vec3d r) {
  return r.x * frame.axis[0] + r.y * frame.axis[1] + r.z * frame.axis[2];
}

}  // namespace jam::dynamics
