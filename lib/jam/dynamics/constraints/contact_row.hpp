// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// One contact between two bodies, for host and device: its frame, and how an impulse in it changes the
// velocities of the bodies. Vectors in the contact's frame have the components normal, tangent 1, tangent 2;
// velocities in it are those of B's point against A's, so that a positive normal velocity separates (Nuetzi
// 2.3, Negrut 2.3).
#pragma once

#include <cmath>

#include "jam/core/macros.hpp"
#include "jam/core/quaternion.hpp"
#include "jam/core/vec.hpp"
#include "jam/dynamics/model/free_motion.hpp"
#include "jam/dynamics/model/shape.hpp"

namespace jam::dynamics {

/// The axes of a contact's frame in the world: normal from A to B, and two tangents.
struct ContactFrame {
  Vec3d axis[3];
};

/// The frame of a unit normal n: t1 = n x e / |n x e| with the coordinate axis e that is the most nearly
/// perpendicular to n, t2 = n x t1.
[[nodiscard]] JAM_HD_INLINE ContactFrame contact_frame(Vec3d n) {
  const double x = std::fabs(n.x), y = std::fabs(n.y), z = std::fabs(n.z);
  Vec3d e{1, 0, 0};
  if (y < x && y <= z) e = {0, 1, 0};
  if (z < x && z < y) e = {0, 0, 1};
  const Vec3d t1 = normalised(cross(n, e), {0, 1, 0});
  return {{n, t1, cross(n, t1)}};
}

/// Six velocities of a body: of its centre of mass in the world [m/s], and about it in its own frame [rad/s].
struct Twist {
  Vec3d linear, angular;
};

/// Two 3 x 6 blocks of a contact: row k of B's is (axis[k], turn_b[k]), of A's - (axis[k], turn_a[k]), with
/// turn = A^T (arm x axis[k]), where the arm leads from the centre of mass to the contact point and A is the
/// body's rotation. A body that forces do not move is -1.
struct ContactRow {
  int a = -1, b = -1;
  Vec3d axis[3];    ///< [-]
  Vec3d turn_a[3];  ///< [m]
  Vec3d turn_b[3];  ///< [m]
};

/// The arms of a frame at a point, for the body with this centre of mass and rotation.
JAM_HD_INLINE void set_turns(Vec3d (&turn)[3], const ContactFrame& frame, Vec3d point, Vec3d centre,
                             Quaterniond rotation) {
  for (int k = 0; k < 3; ++k) turn[k] = rotate_inverse(rotation, cross(point - centre, frame.axis[k]));
}

/// The row of a contact between bodies with these poses; -1 as a body: a wall, whose moment arms stay 0.
[[nodiscard]] JAM_HD_INLINE ContactRow contact_row(Vec3d normal, Vec3d point, int a, const Pose& pose_a,
                                                   int b, const Pose& pose_b) {
  const ContactFrame frame = contact_frame(normal);
  ContactRow row;
  row.a = a;
  row.b = b;
  for (int k = 0; k < 3; ++k) row.axis[k] = frame.axis[k];
  if (a >= 0) set_turns(row.turn_a, frame, point, pose_a.position, pose_a.rotation);
  if (b >= 0) set_turns(row.turn_b, frame, point, pose_b.position, pose_b.rotation);
  return row;
}

/// Part of a body with this twist in the relative velocity, as B or (with the other sign) as A.
[[nodiscard]] JAM_HD_INLINE Vec3d point_velocity(const Vec3d (&axis)[3], const Vec3d (&turn)[3],
                                                 const Twist& twist) {
  return {dot(axis[0], twist.linear) + dot(turn[0], twist.angular),
          dot(axis[1], twist.linear) + dot(turn[1], twist.angular),
          dot(axis[2], twist.linear) + dot(turn[2], twist.angular)};
}

/// The impulse r of a contact as it acts on B: force times time in the world, and moment in the body's frame.
[[nodiscard]] JAM_HD_INLINE Twist impulse_on(const Vec3d (&axis)[3], const Vec3d (&turn)[3], Vec3d r) {
  return {r.x * axis[0] + r.y * axis[1] + r.z * axis[2], r.x * turn[0] + r.y * turn[1] + r.z * turn[2]};
}

/// Part of a moving wall with this pose and twist in the relative velocity: its points move with it, its arms
/// are not in the row.
[[nodiscard]] JAM_HD_INLINE Vec3d wall_point_velocity(const ContactRow& row, Vec3d point, const Pose& pose,
                                                      const Twist& twist) {
  Vec3d turn[3];
  set_turns(turn, {{row.axis[0], row.axis[1], row.axis[2]}}, point, pose.position, pose.rotation);
  return point_velocity(row.axis, turn, twist);
}

/// Inverse mass matrix M^-1 of a body in the operator: 1 / m and 1 / J.
struct InverseMass {
  double linear = 0;  ///< [1/kg]
  Vec3d angular;      ///< [1/(kg m^2)]
};

/// M^-1 times an impulse.
[[nodiscard]] JAM_HD_INLINE Twist response(const InverseMass& body, const Twist& impulse) {
  return {body.linear * impulse.linear, scaled(body.angular, impulse.angular)};
}

/// W_ij of two contacts by one body: J_i M^-1 J_j^T, by columns; the sign is that of the two sides.
[[nodiscard]] JAM_HD_INLINE Mat3<double> coupling(const Vec3d (&axis_i)[3], const Vec3d (&turn_i)[3],
                                                  const Vec3d (&axis_j)[3], const Vec3d (&turn_j)[3],
                                                  const InverseMass& body, double sign) {
  Mat3<double> block;
  for (int c = 0; c < 3; ++c) {
    const Twist answer = response(body, {axis_j[c], turn_j[c]});
    block.column[c] = sign * point_velocity(axis_i, turn_i, answer);
  }
  return block;
}

}  // namespace jam::dynamics
