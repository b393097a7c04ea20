// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Work of a step on a contact before and after the solver, for host and device, one contact at a time: its
// row, its right side, and its terms in the report.
#pragma once

#include <cstdint>

#include "jam/dynamics/constraints/contact_row.hpp"
#include "jam/dynamics/constraints/gap_rule.hpp"
#include "jam/dynamics/model/bodies.hpp"

namespace jam::dynamics {

/// Bodies during a step.
struct BodyArrays {
  int count = 0;
  const BodyKind* kind = nullptr;
  const InverseMass* inverse_mass = nullptr;
  const Surface* surface = nullptr;
  const double* size = nullptr;  ///< Smallest radius or half edge; 1e300 for walls [m].
  const SurfacePair* pairs = nullptr;
  int pair_count = 0;
  const int* of_shape = nullptr;  ///< Body of each shape.
  const Pose* pose = nullptr;     ///< Poses at detection.
  const Twist* now = nullptr;     ///< Angular velocities in the bodies' frames.
  const Twist* free = nullptr;    ///< Velocities at the end of the step if there were no contacts.
};

/// A contact of a step between bodies a and b.
struct StepContact {
  int a = 0, b = 0;
  Vec3d point, normal;  ///< The normal points from a to b.
  double gap = 0;       ///< Gap [m]; below 0: the bodies overlap.
  double share = 0;     ///< Part of the step until the bodies touch [-].
};

/// The pose of a body at the moment of a contact.
[[nodiscard]] JAM_HD_INLINE Pose pose_at_contact(const BodyArrays& bodies, const GapRule& rule,
                                                 const StepContact& contact, int body) {
  Pose pose = bodies.pose[body];
  const double time = contact.share * rule.step;
  if (time > 0 && bodies.kind[body] != BodyKind::fixed) pose.position += time * bodies.free[body].linear;
  return pose;
}

/// The size of the smaller of two bodies [m].
[[nodiscard]] JAM_HD_INLINE double smaller_size(const BodyArrays& bodies, int a, int b) {
  return bodies.size[a] < bodies.size[b] ? bodies.size[a] : bodies.size[b];
}

/// Its row; bodies that forces do not move are -1.
[[nodiscard]] JAM_HD_INLINE ContactRow row_of(const BodyArrays& bodies, const GapRule& rule,
                                              const StepContact& contact) {
  const auto moved = [&](int body) { return bodies.kind[body] == BodyKind::dynamic ? body : -1; };
  return contact_row(contact.normal, contact.point, moved(contact.a),
                     pose_at_contact(bodies, rule, contact, contact.a), moved(contact.b),
                     pose_at_contact(bodies, rule, contact, contact.b));
}

/// Velocity of B's point against A's in the frame of the contact, walls included. The arms of walls are no
/// part of a row: their points move with the wall.
[[nodiscard]] JAM_HD_INLINE Vec3d relative_velocity(const BodyArrays& bodies, const GapRule& rule,
                                                    const StepContact& contact, const ContactRow& row,
                                                    const Twist* twist) {
  const auto of_side = [&](int body, const Vec3d(&turn)[3]) -> Vec3d {
    switch (bodies.kind[body]) {
      case BodyKind::dynamic: return point_velocity(row.axis, turn, twist[body]);
      case BodyKind::moving:
        return wall_point_velocity(row, contact.point, pose_at_contact(bodies, rule, contact, body),
                                   twist[body]);
      default: return {};
    }
  };
  return of_side(contact.b, row.turn_b) - of_side(contact.a, row.turn_a);
}

/// The right side of a contact, and its surface.
struct ContactSides {
  Surface surface;
  Vec3d q;                ///< Right side for the velocities after the step [m/s].
  double correcting = 0;  ///< Normal component of q in the problem of the displacements, which correct
                          ///< overlaps [m/s]; equal to `q` if they are not corrected.
};

/// `corrects`: displacements correct overlaps in this step.
[[nodiscard]] JAM_HD_INLINE ContactSides sides_of(const BodyArrays& bodies, const GapRule& rule,
                                                  bool corrects, const StepContact& contact,
                                                  const ContactRow& row) {
  ContactSides sides;
  sides.surface = surface_between(bodies.pairs, bodies.pair_count, bodies.surface, contact.a, contact.b);
  const double restitution = sides.surface.restitution, gap = contact.gap;
  const double before = relative_velocity(bodies, rule, contact, row, bodies.now).x;
  sides.q = relative_velocity(bodies, rule, contact, row, bodies.free);
  const double free = sides.q.x;
  const double correction =
      corrects ? correction_speed(gap, smaller_size(bodies, contact.a, contact.b), rule.step) : no_correction;
  const double held = correction == no_correction ? gap : 0;  // A displacement corrects the overlap already.
  sides.q.x = right_side(before, free, held, restitution, rule);
  sides.correcting = right_side(before, free, gap, restitution, rule, correction);
  return sides;
}

/// Terms of contacts in the report of a step.
struct ContactTerms {
  double penetration = 0;     ///< [m]
  double work = 0;            ///< Work of moving walls [J].
  double recovered = 0;       ///< Work of the recovery speed [J].
  double overlap = 0;         ///< Largest overlap over the size of the smaller body [-].
  std::uint64_t deepest = 0;  ///< Pair of shapes with the largest overlap.

  JAM_HD_INLINE void join(const ContactTerms& other) {
    penetration = other.penetration > penetration ? other.penetration : penetration;
    work += other.work;
    recovered += other.recovered;
    if (other.overlap > overlap) {
      overlap = other.overlap;
      deepest = other.deepest;
    }
  }
};

/// The terms of a contact between a pair of shapes whose impulse on B is `on_b` in the world [N s], with the
/// normal component `normal_impulse`: its overlap, the work of its recovery, and the work of moving walls,
/// which is the impulse times the velocity of the point of the wall.
[[nodiscard]] JAM_HD_INLINE ContactTerms contact_terms(const BodyArrays& bodies, const GapRule& rule,
                                                       bool corrects, const StepContact& contact,
                                                       std::uint64_t pair, Vec3d on_b,
                                                       double normal_impulse) {
  ContactTerms terms;
  terms.penetration = -contact.gap;
  if (contact.gap < 0) {
    const double size = smaller_size(bodies, contact.a, contact.b), speed = -contact.gap / rule.step;
    const bool moved = corrects && correction_speed(contact.gap, size, rule.step) != no_correction;
    if (!moved)
      terms.recovered = (speed < rule.recovery_speed ? speed : rule.recovery_speed) * normal_impulse;
    terms.overlap = -contact.gap / size;
    terms.deepest = pair;
  }
  for (int side = 0; side < 2; ++side) {
    const int wall = side == 1 ? contact.b : contact.a;
    if (bodies.kind[wall] != BodyKind::moving) continue;
    const Pose pose = pose_at_contact(bodies, rule, contact, wall);
    const Twist twist = bodies.now[wall];
    const Vec3d velocity =
        twist.linear + cross(rotate(pose.rotation, twist.angular), contact.point - pose.position);
    terms.work += (side == 1 ? -1.0 : 1.0) * dot(on_b, velocity);
  }
  return terms;
}

}  // namespace jam::dynamics
