// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Joints as rows of the contact problem, for host and device (Negrut 2.2, 2.4). Rows come in blocks of three
// like those of a contact, so that one operator holds both; a block has a cone for a contact and is two-sided
// for a joint (cone.hpp):
//   spherical   the three components of the distance of the points
//   revolute    the same; x and y of A's frame against B's axis, and the angle about the axis if it is
//               driven
//   prismatic   the three rotations; the distances of B's point from A's axis along x and y, and along the
//               axis if it is driven
// A row that a joint does not have is zero. Rotations are multiplied by a length, a radius of gyration, so
// that all rows are in m/s.
#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "jam/dynamics/constraints/contact_row.hpp"
#include "jam/dynamics/model/bodies.hpp"
#include "jam/dynamics/model/joint.hpp"

namespace jam::dynamics {

/// When a step takes place: its start, its length, and the time of the poses at detection, of walls and of
/// the rows of joints [s].
struct JointTimes {
  double start = 0;
  double step = 1e-3;
  double poses = 0;

  [[nodiscard]] JAM_HD_INLINE double middle() const { return start + step / 2; }
};

[[nodiscard]] JAM_HD_INLINE JointTimes joint_times(bool moreau, double start, double step) {
  return {start, step, moreau ? start + step / 2 : start};
}

/// Three rows. `row.a` and `row.b` are the bodies, walls included, and both have their moment arms.
struct JointBlock {
  ContactRow row;
  Vec3d violation;  ///< Psi at the poses [m].
  Vec3d rate;       ///< Change of Psi by the drive, without any motion [m/s].
  int slot = 0;     ///< 2 joint + (0 or 1), the same in every step.
};

/// A point of a joint's row as the bodies see it: the direction d and the point where it acts, on A and on B.
JAM_HD_INLINE void set_linear_row(ContactRow& row, int k, Vec3d d, const Pose& a, Vec3d at_a, const Pose& b,
                                  Vec3d at_b) {
  row.axis[k] = d;
  row.turn_a[k] = rotate_inverse(a.rotation, cross(at_a - a.position, d));
  row.turn_b[k] = rotate_inverse(b.rotation, cross(at_b - b.position, d));
}
/// A row for the angular velocity of B against A along d.
JAM_HD_INLINE void set_angular_row(ContactRow& row, int k, Vec3d d, const Pose& a, const Pose& b) {
  row.axis[k] = {};
  row.turn_a[k] = rotate_inverse(a.rotation, d);
  row.turn_b[k] = rotate_inverse(b.rotation, d);
}

/// Writes the one or two blocks of a joint, without slots, and returns how many, for bodies at the poses `a`
/// and `b`. `length` multiplies rotations.
JAM_HD_INLINE int set_joint_blocks(const Joint& joint, const Pose& a, const Pose& b, double length,
                                   const JointTimes& times, JointBlock* block) {
  const double drive = drive_at(joint.drive, times.poses),
               drive_rate =
                   (drive_at(joint.drive, times.start + times.step) - drive_at(joint.drive, times.start)) /
                   times.step;
  const Pose frame_a = a * joint.frame_a, frame_b = b * joint.frame_b;
  const Vec3d apart = frame_b.position - frame_a.position;
  const Mat3<double> axes_a = rotation_matrix(frame_a.rotation), axes_b = rotation_matrix(frame_b.rotation);
  const Vec3d x = axes_a.column[0], y = axes_a.column[1], z = axes_a.column[2];
  block[0] = block[1] = {};
  block[0].row.a = block[1].row.a = joint.a;
  block[0].row.b = block[1].row.b = joint.b;
  if (joint.kind != JointKind::prismatic) {
    const Vec3d e[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int k = 0; k < 3; ++k)
      set_linear_row(block[0].row, k, e[k], a, frame_a.position, b, frame_b.position);
    block[0].violation = apart;
    if (joint.kind == JointKind::spherical) return 1;
    // d/dt of x . z_B is (w_B - w_A) . (z_B x x), and z_B is B's axis.
    const Vec3d axis = axes_b.column[2];
    set_angular_row(block[1].row, 0, length * cross(axis, x), a, b);
    set_angular_row(block[1].row, 1, length * cross(axis, y), a, b);
    block[1].violation = {length * dot(x, axis), length * dot(y, axis), 0};
    if (joint.driven) {
      set_angular_row(block[1].row, 2, length * z, a, b);
      const double angle = atan2(dot(y, axes_b.column[0]), dot(x, axes_b.column[0])) - drive;
      block[1].violation.z = length * remainder(angle, 6.283185307179586);
      block[1].rate.z = -length * drive_rate;
    }
    return 2;
  }
  // Twice the vector part of a small relative rotation is its angle. A rotation has two quaternions: the one
  // with w >= 0 is meant.
  const Quaterniond turn = conjugate(frame_a.rotation) * frame_b.rotation;
  const double twice = turn.w < 0 ? -2 : 2;
  block[0].violation = (length * twice) * turn.vector();
  const Vec3d axes[3] = {x, y, z};
  for (int k = 0; k < 3; ++k) set_angular_row(block[0].row, k, length * axes[k], a, b);
  // A's axes rotate with A: its arm leads to B's point.
  for (int k = 0; k < (joint.driven ? 3 : 2); ++k)
    set_linear_row(block[1].row, k, axes[k], a, frame_b.position, b, frame_b.position);
  block[1].violation = {dot(x, apart), dot(y, apart), joint.driven ? dot(z, apart) - drive : 0};
  block[1].rate.z = joint.driven ? -drive_rate : 0;
  return 2;
}

/// The length for a joint: the smaller one of the largest radii of gyration of its bodies that forces move
/// [m].
[[nodiscard]] double gyration_radius(const Bodies& bodies, const Joint& joint);

/// The work of joints on the bodies that forces move: impulses of their blocks times the mean of the
/// velocities before and after [J].
[[nodiscard]] double work_of_joints(const Bodies& bodies, std::span<const JointBlock> joints,
                                    std::span<const Vec3d> impulses, std::span<const Twist> before,
                                    std::span<const Twist> after);

/// The largest component of the errors of joints [m].
[[nodiscard]] double joint_error(std::span<const JointBlock> joints);

/// The blocks of all joints whose bodies are in the scene.
[[nodiscard]] std::vector<JointBlock> joint_blocks(const World& world, std::span<const Pose> poses,
                                                   const JointTimes& times);

}  // namespace jam::dynamics
