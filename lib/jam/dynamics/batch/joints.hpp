// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Joints of a small scene in a step: their blocks, which a single simulation makes on the host
// (constraints/joint_rows.hpp), and what they add to the report.
#pragma once

#include "jam/dynamics/batch/scene.hpp"
#include "jam/dynamics/constraints/joint_rows.hpp"
#include "jam/dynamics/step/joint_build.hpp"

namespace jam::dynamics {

/// Count of gather(): the one or two blocks of a joint, none if a body is not in the scene.
struct FoundBlocks {
  int count = 0;
};

[[nodiscard]] JAM_HD_INLINE FoundBlocks count_blocks(const SmallModel& model, const SmallScenes& scene,
                                                     int k) {
  const Joint& joint = model.joint[k].joint;
  if (scene.kind[joint.a] == BodyKind::inactive || scene.kind[joint.b] == BodyKind::inactive) return {};
  return {joint.kind == JointKind::spherical ? 1 : 2};
}

/// Writes the blocks of joint k at places from `place` on. A function of its own, as contacts_of_pair() is.
JAM_HD __attribute__((noinline)) inline void write_blocks(const SmallModel& model, const SmallScenes& scene,
                                                          const SmallWork& work, const JointTimes& times,
                                                          bool warm_start, int k, int place) {
  const Joint& joint = model.joint[k].joint;
  const Pose &a = work.detection_pose[joint.a], &b = work.detection_pose[joint.b];
  JointBlock block[2];
  const int count = set_joint_blocks(joint, a, b, model.joint[k].gyration, times, block);
  for (int i = 0; i < count; ++i) {
    const int slot = 2 * k + i;
    work.joint[place + i] = step_joint(block[i].row, a, b, block[i].violation / times.step + block[i].rate,
                                       warm_start ? scene.joint_impulse[slot] : Vec3d{});
    work.joint_slot[place + i] = slot;
    work.joint_error[place + i] = largest_component(block[i].violation);
  }
}

/// What block k, with impulse r, adds to the report of a step: the work of its joint. Work is impulse times
/// the mean velocity in the step (work_of_joints()).
[[nodiscard]] JAM_HD_INLINE ContactTerms joint_terms(const SmallScenes& scene, const SmallWork& work, Vec3d r,
                                                     int k) {
  const StepJoint& joint = work.joint[k];
  Vec3d velocity;
  for (int side = 0; side < 2; ++side) {
    const int body = side == 1 ? joint.b : joint.a;
    if (scene.kind[body] != BodyKind::dynamic) continue;
    const Twist &before = scene.twist[body], &after = work.next_twist[body];
    const Twist mean{0.5 * (before.linear + after.linear), 0.5 * (before.angular + after.angular)};
    const Vec3d part = point_velocity(joint.rows.axis, side == 1 ? joint.rows.turn_b : joint.rows.turn_a,
                                      world_twist(work.detection_pose[body], mean));
    velocity += side == 1 ? part : -part;
  }
  ContactTerms terms;
  terms.work = dot(r, velocity);
  return terms;
}

}  // namespace jam::dynamics
