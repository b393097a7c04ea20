// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/model/joint.hpp"

#include <fmt/format.h>

#include "jam/core/error.hpp"
#include "jam/dynamics/model/bodies.hpp"

namespace jam::dynamics {

Joint joint_at(const World& world, JointKind kind, int a, int b, Vec3d point, Vec3d axis) {
  Pose frame{point, {}};
  const Vec3d turn = cross(Vec3d{0, 0, 1}, axis);
  if (length(turn) > 0) frame.rotation = from_axis_angle(turn, std::atan2(length(turn), axis.z));
  else if (axis.z < 0) frame.rotation = {0, 1, 0, 0};
  Joint joint;
  joint.kind = kind;
  joint.a = a;
  joint.b = b;
  joint.frame_a = inverted(world.bodies.pose[a]) * frame;
  joint.frame_b = inverted(world.bodies.pose[b]) * frame;
  return joint;
}

void check_joints(const World& world) {
  const Bodies& bodies = world.bodies;
  for (std::size_t k = 0; k < world.joints.size(); ++k) {
    const Joint& joint = world.joints[k];
    const auto fail = [k](const std::string& why) {
      throw InputError(fmt::format("joints[{}]: {}", k, why));
    };
    for (const int body : {joint.a, joint.b}) {
      if (body < 0 || body >= bodies.count())
        fail(fmt::format("there is no body {}: there are 0 to {}", body, bodies.count() - 1));
      if (bodies.kind[body] == BodyKind::inactive)
        fail(fmt::format("body {} is not in the scene at the start", body));
    }
    if (joint.a == joint.b) fail(fmt::format("it connects body {} with itself", joint.a));
    if (bodies.is_wall(joint.a) && bodies.is_wall(joint.b))
      fail("it connects two walls, which forces do not move");
    if (joint.driven && joint.kind == JointKind::spherical) fail("a spherical joint has no axis to drive");
  }
}

}  // namespace jam::dynamics
