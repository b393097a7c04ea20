// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// How bodies and shapes move during a step, which says how far ahead contacts are looked for; for host and
// device. Each body has a margin of its own: two bodies may come nearer to each other than their motions say,
// by the sum of their margins, before a contact is missed.
#pragma once

#include "jam/core/quaternion.hpp"
#include "jam/dynamics/model/shape.hpp"

namespace jam::dynamics {

/// The motion of a body or of a shape over one step if there were no contacts.
struct StepMotion {
  Vec3d shift = {};   ///< Displacement of its position [m].
  Vec3d spin = {};    ///< Rotation about its position, as a vector in the world [rad].
  double margin = 0;  ///< [m]
};

/// The motion of a shape, at `shape` in the world, whose body is at `body`.
[[nodiscard]] JAM_HD_INLINE StepMotion motion_of_shape(const StepMotion& motion, const Pose& body,
                                                       const Pose& shape) {
  return {motion.shift + cross(motion.spin, shape.position - body.position), motion.spin, motion.margin};
}

/// Displacement of a point that moves with a shape or body at `pose`.
[[nodiscard]] JAM_HD_INLINE Vec3d shift_at(const StepMotion& motion, const Pose& pose, Vec3d point) {
  return motion.shift + cross(motion.spin, point - pose.position);
}

/// `pose` after the fraction `share` (0 to 1) of the step.
[[nodiscard]] JAM_HD_INLINE Pose moved(const Pose& pose, const StepMotion& motion, double share) {
  return {pose.position + share * motion.shift, turned(pose.rotation, share * motion.spin)};
}

/// Largest distance of a rotating point of the shape from the shape's position [m]; planes do not count.
[[nodiscard]] JAM_HD_INLINE double turning_radius(const Shape& shape) {
  switch (shape.kind) {
    case ShapeKind::capsule: return shape.half.x;
    case ShapeKind::box: return length(shape.half);
    case ShapeKind::triangle: {
      const double to_second = shape.half.x, to_third = length(Vec3d{shape.half.y, shape.half.z, 0});
      return to_second > to_third ? to_second : to_third;
    }
    default: return 0;
  }
}

/// The smallest size of a shape: its radius or smallest half edge [m]; 1e300 for planes and triangles, which
/// have no size.
[[nodiscard]] JAM_HD_INLINE double smallest_half(const Shape& shape) {
  switch (shape.kind) {
    case ShapeKind::sphere:
    case ShapeKind::capsule: return shape.radius;
    case ShapeKind::box: {
      const double xy = shape.half.x < shape.half.y ? shape.half.x : shape.half.y;
      return xy < shape.half.z ? xy : shape.half.z;
    }
    default: return 1e300;
  }
}

}  // namespace jam::dynamics
