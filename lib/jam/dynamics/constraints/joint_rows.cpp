// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/constraints/joint_rows.hpp"

#include <algorithm>
#include <limits>

namespace jam::dynamics {

double gyration_radius(const Bodies& bodies, const Joint& joint) {
  double radius = std::numeric_limits<double>::infinity();
  for (const int body : {joint.a, joint.b}) {
    if (!bodies.dynamic(body)) continue;
    const Vec3d j = bodies.inertia[body];
    radius = std::min(radius, std::sqrt(std::max({j.x, j.y, j.z}) / bodies.mass[body]));
  }
  return radius;
}

std::vector<JointBlock> joint_blocks(const World& world, std::span<const Pose> poses,
                                     const JointTimes& times) {
  const Bodies& bodies = world.bodies;
  std::vector<JointBlock> result;
  for (int k = 0; k < static_cast<int>(world.joints.size()); ++k) {
    const Joint& joint = world.joints[k];
    if (bodies.kind[joint.a] == BodyKind::inactive || bodies.kind[joint.b] == BodyKind::inactive) continue;
    JointBlock block[2];
    const int count =
        set_joint_blocks(joint, poses[joint.a], poses[joint.b], gyration_radius(bodies, joint), times, block);
    for (int i = 0; i < count; ++i) {
      block[i].slot = 2 * k + i;
      result.push_back(block[i]);
    }
  }
  return result;
}

double work_of_joints(const Bodies& bodies, std::span<const JointBlock> joints,
                      std::span<const Vec3d> impulses, std::span<const Twist> before,
                      std::span<const Twist> after) {
  double work = 0;
  for (std::size_t k = 0; k < joints.size(); ++k) {
    const ContactRow& row = joints[k].row;
    Vec3d velocity;
    for (const bool is_b : {false, true}) {
      const int body = is_b ? row.b : row.a;
      if (!bodies.dynamic(body)) continue;
      const Twist mean{0.5 * (before[body].linear + after[body].linear),
                       0.5 * (before[body].angular + after[body].angular)};
      const Vec3d part = point_velocity(row.axis, is_b ? row.turn_b : row.turn_a, mean);
      if (is_b) velocity += part;
      else velocity -= part;
    }
    work += dot(impulses[k], velocity);
  }
  return work;
}

double joint_error(std::span<const JointBlock> joints) {
  double error = 0;
  for (const JointBlock& block : joints) {
    const Vec3d off = block.violation;
    error = std::max({error, std::fabs(off.x), std::fabs(off.y), std::fabs(off.z)});
  }
  return error;
}

}  // namespace jam::dynamics
