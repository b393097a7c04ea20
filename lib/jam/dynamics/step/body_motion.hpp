// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What a step does with each body before detection and after the solver, for host and device: free motion, new velocity and pose, and what
// goes into the report.
#pragma once

#include <cmath>

#include "jam/dynamics/constraints/contact_row.hpp"
#include "jam/dynamics/model/bodies.hpp"
#include "jam/dynamics/model/free_motion.hpp"

namespace jam::dynamics {

/// What bodies add to the report of a step.
struct BodyTerms {
  double kinetic = 0;                               ///< [J]
  double moment_x = 0, moment_y = 0, moment_z = 0;  ///< Sum of mass times position [kg m].
  double broken = 0;                                ///< Number of bodies less the index of the first that is not finite.

  JAM_HD_INLINE void join(const BodyTerms& other) {
    kinetic += other.kinetic;
    moment_x += other.moment_x;
    moment_y += other.moment_y;
    moment_z += other.moment_z;
    broken = other.broken > broken ? other.broken : broken;
  }
};

/// A step of all bodies; the arrays have an entry for each of them.
struct BodyStep {
  int count;
  bool moreau;
  double h;
  Vec3d gravity;
  const BodyKind* kind;
  const double* mass;
  const Vec3d* inertia;
  const Pose* pose;  ///< At the start of the step.
  const Twist* twist;
  Pose* detection_pose;
  Quaterniond* halfway;  ///< moreau: rotations in the middle of the step, not of unit length.
  Twist* free;           ///< At the end of the step, were there no contacts.
  Pose* next_pose;
  Twist* next_twist;
};

/// Free motion of body k, and its pose of detection.
JAM_HD_INLINE void begin_body(const BodyStep& motion, int k) {
  Pose pose = motion.pose[k];
  const Twist now = motion.twist[k];
  Twist free = now;
  if (motion.kind[k] == BodyKind::dynamic) {
    free = {now.linear + motion.h * motion.gravity, spun(now.angular, motion.inertia[k], motion.h)};
    if (motion.moreau) {
      pose.position += motion.h / 2 * now.linear;
      const Quaterniond halfway = turned_linearly(pose.rotation, now.angular, motion.h / 2);
      motion.halfway[k] = halfway;
      pose.rotation = normalised(halfway);
    }
  }
  motion.free[k] = free;
  motion.detection_pose[k] = pose;
}

[[nodiscard]] JAM_HD_INLINE bool is_finite(Vec3d v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

/// New velocity and pose of body k, whose velocities, both in the world, change by `by_contacts`.
[[nodiscard]] JAM_HD_INLINE BodyTerms end_body(const BodyStep& motion, const Twist& by_contacts, int k) {
  BodyTerms terms;
  Pose pose = motion.pose[k];
  Twist twist = motion.twist[k];
  if (motion.kind[k] == BodyKind::dynamic) {
    const Pose at = motion.detection_pose[k];
    const Twist free = motion.free[k];
    twist = {free.linear + by_contacts.linear, free.angular + rotate_inverse(at.rotation, by_contacts.angular)};
    if (motion.moreau) {
      pose.position = at.position + motion.h / 2 * twist.linear;
      pose.rotation = normalised(turned_linearly(motion.halfway[k], twist.angular, motion.h / 2));
    } else {
      pose.position += motion.h * twist.linear;
      pose.rotation = turned_exactly(pose.rotation, twist.angular, motion.h);
    }
    const double mass = motion.mass[k];
    terms.kinetic = kinetic_energy_of(mass, motion.inertia[k], twist.linear, twist.angular);
    terms.moment_x = mass * pose.position.x;
    terms.moment_y = mass * pose.position.y;
    terms.moment_z = mass * pose.position.z;
    const Quaterniond q = pose.rotation;
    const bool finite =
        is_finite(pose.position) && std::isfinite(q.w) && is_finite(q.vector()) && is_finite(twist.linear) && is_finite(twist.angular);
    if (!finite) terms.broken = motion.count - k;
  }
  motion.next_pose[k] = pose;
  motion.next_twist[k] = twist;
  return terms;
}

}  // namespace jam::dynamics
