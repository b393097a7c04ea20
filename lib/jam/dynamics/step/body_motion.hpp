// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Work of a step on each body before detection and after the solver, for host and device: free motion,
// new velocity and pose, and what goes into the report.
#pragma once

#include <cmath>

#include "jam/dynamics/collide/motion.hpp"
#include "jam/dynamics/constraints/contact_row.hpp"
#include "jam/dynamics/model/bodies.hpp"
#include "jam/dynamics/model/free_motion.hpp"

namespace jam::dynamics {

/// Terms that bodies add to the report of a step.
struct BodyTerms {
  double kinetic = 0;                               ///< [J]
  double moment_x = 0, moment_y = 0, moment_z = 0;  ///< Sum of mass times position [kg m].
  double broken = 0;   ///< Number of bodies less the index of the first that is not finite.
  double fall = 0;     ///< Work of gravity in half a step at the end velocities, fall_energy() [J].
  double lifted = 0;   ///< Potential energy that corrections of overlaps added [J].
  double strayed = 0;  ///< Above 0: contacts pushed a body beyond its search reach.
  double gain = 0;     ///< Largest gain of kinetic and potential energy of one body [J].
  int gainer = -1;     ///< Body with the largest gain.

  JAM_HD_INLINE void join(const BodyTerms& other) {
    kinetic += other.kinetic;
    moment_x += other.moment_x;
    moment_y += other.moment_y;
    moment_z += other.moment_z;
    broken = other.broken > broken ? other.broken : broken;
    fall += other.fall;
    lifted += other.lifted;
    strayed = other.strayed > strayed ? other.strayed : strayed;
    if (other.gain > gain) {
      gain = other.gain;
      gainer = other.gainer;
    }
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
  const double* size;   ///< Smallest radius or half edge; 1e300 for walls [m].
  const double* reach;  ///< Largest distance of a rotating point of the body from its centre [m].
  const Pose* pose;     ///< Pose at the start of the step.
  const Twist* twist;
  Pose* detection_pose;
  Quaterniond* halfway;  ///< moreau: rotations in the middle of the step, not of unit length.
  Twist* free;           ///< Velocities at the end of the step if there were no contacts.
  StepMotion* ahead;  ///< Motion without contacts, and how much farther contacts are searched. Moreau's rule
                      ///< uses no motion.
  Pose* next_pose;
  Twist* next_twist;
};

/// The distance to which contacts are searched exceeds a body's own motion by this fraction of its size, and
/// by the motion that gravity causes in a step.
inline constexpr double margin_share = 0.05;
/// A body may be pushed twice as far: its overlap with a body outside its search reach stays within a
/// tenth of the size.
inline constexpr double stray_limit = 2;
/// Steps are taken again, with wider margins, at most so often.
inline constexpr int step_attempts = 4;

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
  StepMotion ahead;
  if (!motion.moreau && motion.kind[k] != BodyKind::inactive) {
    ahead.shift = motion.h * free.linear;
    ahead.spin = motion.h * rotate(pose.rotation, free.angular);
    if (motion.kind[k] == BodyKind::dynamic)
      ahead.margin = margin_share * motion.size[k] + motion.h * motion.h * length(motion.gravity);
  }
  motion.ahead[k] = ahead;
}

/// New velocity and pose of body k, whose velocities, both in the world, change by `by_contacts`; in the step
/// itself it moves with velocities that change by `on_way`, which correct overlaps as well. A body that
/// contacts pushed too far widens its margin.
[[nodiscard]] JAM_HD_INLINE BodyTerms end_body(const BodyStep& motion, const Twist& by_contacts,
                                               const Twist& on_way, int k) {
  BodyTerms terms;
  Pose pose = motion.pose[k];
  Twist twist = motion.twist[k];
  if (motion.kind[k] == BodyKind::dynamic) {
    const Pose at = motion.detection_pose[k];
    const Twist free = motion.free[k];
    const double mass = motion.mass[k];
    const double before = kinetic_energy_of(mass, motion.inertia[k], twist.linear, twist.angular) -
                          mass * dot(motion.gravity, pose.position);
    twist = {free.linear + by_contacts.linear,
             free.angular + rotate_inverse(at.rotation, by_contacts.angular)};
    if (motion.moreau) {
      pose.position = at.position + motion.h / 2 * twist.linear;
      pose.rotation = normalised(turned_linearly(motion.halfway[k], twist.angular, motion.h / 2));
    } else {
      pose.position += motion.h * (free.linear + on_way.linear);
      pose.rotation =
          turned_exactly(pose.rotation, free.angular + rotate_inverse(at.rotation, on_way.angular), motion.h);
      terms.lifted = -mass * motion.h * dot(motion.gravity, on_way.linear - by_contacts.linear);
      const double pushed = motion.h * (length(on_way.linear) + length(on_way.angular) * motion.reach[k]);
      if (pushed > stray_limit * motion.ahead[k].margin) {
        motion.ahead[k].margin = pushed;
        terms.strayed = 1;
      }
    }
    terms.kinetic = kinetic_energy_of(mass, motion.inertia[k], twist.linear, twist.angular);
    if (!motion.moreau) terms.fall = fall_energy(mass, twist.linear, motion.gravity, motion.h);
    const double gain = terms.kinetic - mass * dot(motion.gravity, pose.position) - before;
    if (gain > 0) {
      terms.gain = gain;
      terms.gainer = k;
    }
    terms.moment_x = mass * pose.position.x;
    terms.moment_y = mass * pose.position.y;
    terms.moment_z = mass * pose.position.z;
    const Quaterniond q = pose.rotation;
    const bool finite = is_finite(pose.position) && std::isfinite(q.w) && is_finite(q.vector()) &&
                        is_finite(twist.linear) && is_finite(twist.angular);
    if (!finite) terms.broken = motion.count - k;
  }
  motion.next_pose[k] = pose;
  motion.next_twist[k] = twist;
  return terms;
}

}  // namespace jam::dynamics
