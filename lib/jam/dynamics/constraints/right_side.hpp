// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// From contacts to the contact problem: rows of W, and the right side q.
#pragma once

#include <span>
#include <vector>

#include "jam/dynamics/collide/contact.hpp"
#include "jam/dynamics/constraints/body_operator.hpp"
#include "jam/dynamics/constraints/contact_problem.hpp"
#include "jam/dynamics/constraints/gap_rule.hpp"
#include "jam/dynamics/constraints/joint_rows.hpp"
#include "jam/dynamics/constraints/step_contact.hpp"
#include "jam/dynamics/model/bodies.hpp"

namespace jam::dynamics {

/// The twists of all bodies: of dynamic ones in the state, of moving walls as prescribed.
[[nodiscard]] std::vector<Twist> twists_of(const Bodies& bodies);

/// The motions of all bodies in a step if there were no contacts.
struct StepMotions {
  std::span<const Pose> poses;       ///< Poses at detection.
  std::span<const Twist> free = {};  ///< Velocities at the end of the step.
  double length = 0;                 ///< Time step h [s].
};

/// The bodies of a step for the functions of one contact; `size`: see OverlapCorrection. Refers to all of
/// these.
[[nodiscard]] BodyArrays body_arrays(const World& world, std::span<const Pose> poses,
                                     std::span<const Twist> now, std::span<const Twist> free,
                                     std::span<const double> size);

[[nodiscard]] inline StepContact step_contact(const Contact& contact) {
  return {contact.body_a, contact.body_b, contact.point, contact.normal, contact.gap, contact.share};
}

/// A row for each contact.
[[nodiscard]] std::vector<ContactRow> contact_rows(const Bodies& bodies, const StepMotions& step,
                                                   std::span<const Contact> contacts, int thread_count = 1);

/// Frames of the contacts: the axes of their rows.
[[nodiscard]] inline ContactFrame frame_of(const ContactRow& row) {
  return {{row.axis[0], row.axis[1], row.axis[2]}};
}

/// 1 / m and 1 / J of all bodies.
[[nodiscard]] std::vector<InverseMass> inverse_masses(const Bodies& bodies);

/// The problem of the displacements of a step, which correct overlaps: the problem of the velocities with
/// other normal components of q.
struct OverlapCorrection {
  std::span<const double> size;  ///< Smallest radius or half edge of each body; 1e300 for walls [m].
  std::vector<double>* normal_q = nullptr;  ///< Overwritten, of each contact [m/s]; null: not wanted.
};

/// The problem of a step: `before` are the twists at its start, `free` those at its end if there were no
/// contacts. Restitution e is Newton's: u_N after = - e u_N before, for contacts that approach and are closed
/// or would close within the step. With gaps: q_N = u_N(free) - wanted, where wanted is the larger of e times
/// the approach velocity and - gap / h, the latter at most the recovery speed; Moreau's rule: q_N = u_N(free)
/// + e u_N(before). Blocks of joints come after the contacts: q = u(free) + Psi / h + dPsi/dt (Negrut 2.4),
/// by both rules: halfway through a step half of Psi is gone, and at the next middle all of it.
[[nodiscard]] ContactProblem contact_problem(const World& world, std::span<const Pose> poses,
                                             std::span<const Contact> contacts, std::span<const Twist> before,
                                             std::span<const Twist> free, const GapRule& rule,
                                             std::span<const JointBlock> joints = {}, int thread_count = 1,
                                             const OverlapCorrection& correction = {});

/// Velocity of B against A in the rows of a block, walls included.
[[nodiscard]] inline Vec3d block_velocity(const JointBlock& block, std::span<const Twist> twist) {
  return point_velocity(block.row.axis, block.row.turn_b, twist[block.row.b]) -
         point_velocity(block.row.axis, block.row.turn_a, twist[block.row.a]);
}

}  // namespace jam::dynamics
