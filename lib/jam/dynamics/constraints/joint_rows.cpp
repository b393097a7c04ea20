// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/constraints/joint_rows.hpp"

#include <algorithm>
#include <limits>

namespace jam::dynamics {
namespace {

/// The smaller one of the largest radii of gyration of the bodies that forces move [m].
double gyration_radius(const Bodies& bodies, const Joint& joint) {
  double radius = std::numeric_limits<double>::infinity();
  for (const int body : {joint.a, joint.b}) {
    if (!bodies.dynamic(body)) continue;
    const Vec3d j = bodies.inertia[body];
    radius = std::min(radius, std::sqrt(std::max({j.x, j.y, j.z}) / bodies.mass[body]));
  }
  return radius;
}

}  // namespace

std::vector<JointBlock> joint_blocks(const World& world, std::span<const Pose> poses, const JointTimes& times) {
  const Bodies& bodies = world.bodies;
  std::vector<JointBlock> result;
  for (int k = 0; k < static_cast<int>(world.joints.size()); ++k) {
    const Joint& joint = world.joints[k];
    if (bodies.kind[joint.a] == BodyKind::inactive || bodies.kind[joint.b] == BodyKind::inactive) continue;
    const double rate = (drive_at(joint.drive, times.start + times.step) - drive_at(joint.drive, times.start)) / times.step;
    JointBlock block[2];
    const int count = set_joint_blocks(joint, poses[joint.a], poses[joint.b], gyration_radius(bodies, joint),
                                       drive_at(joint.drive, times.poses), rate, block);
    for (int i = 0; i < count; ++i) {
      block[i].row.a = joint.a;
      block[i].row.b = joint.b;
      block[i].slot = 2 * k + i;
      result.push_back(block[i]);
    }
  }
  return result;
}

}  // namespace jam::dynamics
