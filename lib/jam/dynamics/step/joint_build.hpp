// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Work of a step on each block of a joint before the solver, for host and device. The blocks come from the
// host, which knows drives and lengths (constraints/joint_rows.hpp).
#pragma once

#include "jam/dynamics/solvers/rounds/rounds.hpp"
#include "jam/dynamics/step/contact_build.hpp"

namespace jam::dynamics {

/// A block of a joint in one step.
struct StepJoint {
  int a = 0, b = 0;  ///< Bodies, walls included.
  JointRows rows;
  Vec3d offset;  ///< Psi / h + dPsi/dt [m/s].
  Vec3d start;   ///< Impulse to begin with [N s].
};

/// The block of the host with moment arms in the world; `offset` and `start` as above.
[[nodiscard]] JAM_HD_INLINE StepJoint step_joint(const ContactRow& row, const Pose& a, const Pose& b,
                                                 Vec3d offset, Vec3d start) {
  StepJoint joint{row.a, row.b, {}, offset, start};
  for (int k = 0; k < 3; ++k) {
    joint.rows.axis[k] = row.axis[k];
    joint.rows.turn_a[k] = rotate(a.rotation, row.turn_a[k]);
    joint.rows.turn_b[k] = rotate(b.rotation, row.turn_b[k]);
  }
  return joint;
}

/// The twist of a body, walls included, with the angular velocity in the world.
[[nodiscard]] JAM_HD_INLINE Twist world_twist(const Pose& pose, const Twist& twist) {
  return {twist.linear, rotate(pose.rotation, twist.angular)};
}

/// Writes joint block k of the problem, the contact first_joint + k, but for its start. Inverse masses in the
/// world must be set.
JAM_HD_INLINE void build_joint(const BodyArrays& bodies, const StepJoint& joint, const ProblemArrays& problem,
                               BodyIndices* indices, JointRows* rows, int k) {
  const OperatorArrays& matrix = problem.matrix;
  const int i = matrix.first_joint + k;
  const bool moves_a = bodies.kind[joint.a] == BodyKind::dynamic,
             moves_b = bodies.kind[joint.b] == BodyKind::dynamic;
  indices[i] = {moves_a ? joint.a : -1, moves_b ? joint.b : -1};
  matrix.normal.set(i, {1, 0, 0});
  rows[k] = joint.rows;
  double entry[3] = {};
  for (int c = 0; c < 3; ++c) {
    const Vec3d axis = joint.rows.axis[c], turn_a = joint.rows.turn_a[c], turn_b = joint.rows.turn_b[c];
    if (moves_a) {
      const Twist answer = response(matrix.inverse_mass[joint.a], {axis, turn_a});
      entry[c] += dot(axis, answer.linear) + dot(turn_a, answer.angular);
    }
    if (moves_b) {
      const Twist answer = response(matrix.inverse_mass[joint.b], {axis, turn_b});
      entry[c] += dot(axis, answer.linear) + dot(turn_b, answer.angular);
    }
  }
  const Vec3d diagonal = filled_diagonal({entry[0], entry[1], entry[2]});
  problem.diagonal.set(i, diagonal);
  problem.tangent[i] = (diagonal.y + diagonal.z) / 2;
  problem.largest[i] = largest_component(diagonal);
  problem.friction[i] = two_sided;
  const Twist free_a = world_twist(bodies.pose[joint.a], bodies.free[joint.a]),
              free_b = world_twist(bodies.pose[joint.b], bodies.free[joint.b]);
  problem.q.set(i, point_velocity(joint.rows.axis, joint.rows.turn_b, free_b) -
                       point_velocity(joint.rows.axis, joint.rows.turn_a, free_a) + joint.offset);
}

}  // namespace jam::dynamics
