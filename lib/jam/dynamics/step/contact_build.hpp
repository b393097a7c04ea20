// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What a step does with each contact before and after the solver, for host and device: its row, right side
// and start, and what it adds to the report.
#pragma once

#include <cstdint>

#include "jam/dynamics/constraints/cone.hpp"
#include "jam/dynamics/constraints/contact_row.hpp"
#include "jam/dynamics/constraints/gap_rule.hpp"
#include "jam/dynamics/constraints/problem_arrays.hpp"
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
  const Twist* free = nullptr;    ///< Velocities at the end of the step, were there no contacts.
};

/// Contacts between `shape_count` shapes, with their bodies.
struct BuildInput {
  std::uint64_t shape_count = 0;
  ContactArrays contacts;
  BodyArrays bodies;
  GapRule rule;
  bool corrects = false;  ///< The problem of the displacements, which correct overlaps, not of the velocities
                          ///< after the step.
};

/// The pose of a body at the moment of contact i.
[[nodiscard]] JAM_HD_INLINE Pose pose_at_contact(const BuildInput& input, int i, int body) {
  const BodyArrays& bodies = input.bodies;
  Pose pose = bodies.pose[body];
  const double time = input.contacts.share[i] * input.rule.step;
  if (time > 0 && bodies.kind[body] != BodyKind::fixed) pose.position += time * bodies.free[body].linear;
  return pose;
}

/// The size of the smaller of two bodies [m].
[[nodiscard]] JAM_HD_INLINE double smaller_size(const BodyArrays& bodies, int a, int b) {
  return bodies.size[a] < bodies.size[b] ? bodies.size[a] : bodies.size[b];
}

[[nodiscard]] JAM_HD_INLINE Vec3d side_velocity(const BodyArrays& bodies, const ContactRow& row, bool is_b,
                                                int body, Vec3d point, const Pose& pose, const Twist* twist) {
  switch (bodies.kind[body]) {
    case BodyKind::dynamic: return point_velocity(row.axis, is_b ? row.turn_b : row.turn_a, twist[body]);
    case BodyKind::moving: return wall_point_velocity(row, point, pose, twist[body]);
    default: return {};
  }
}

/// Writes what the problem has of contact i, but its start; `indices` are the bodies of the operator.
JAM_HD_INLINE void build_contact(const BuildInput& input, const ProblemArrays& problem, BodyIndices* indices,
                                 int i) {
  const BodyArrays& bodies = input.bodies;
  const ContactArrays& contacts = input.contacts;
  const std::uint64_t key = contacts.pair[i];
  const int a = bodies.of_shape[key / input.shape_count], b = bodies.of_shape[key % input.shape_count];
  const Vec3d point = contacts.point[i];
  const bool moves_a = bodies.kind[a] == BodyKind::dynamic, moves_b = bodies.kind[b] == BodyKind::dynamic;
  const Pose pose_a = pose_at_contact(input, i, a), pose_b = pose_at_contact(input, i, b);
  const ContactRow row =
      contact_row(contacts.normal[i], point, moves_a ? a : -1, pose_a, moves_b ? b : -1, pose_b);
  indices[i] = {row.a, row.b};
  problem.matrix.arm_a.set(i, moves_a ? point - pose_a.position : Vec3d{});
  problem.matrix.arm_b.set(i, moves_b ? point - pose_b.position : Vec3d{});

  // The diagonal of its block, and the right side.
  Vec3d diagonal;
  if (moves_a) {
    const Mat3<double> block =
        coupling(row.axis, row.turn_a, row.axis, row.turn_a, bodies.inverse_mass[a], 1);
    diagonal += Vec3d{block.column[0].x, block.column[1].y, block.column[2].z};
  }
  if (moves_b) {
    const Mat3<double> block =
        coupling(row.axis, row.turn_b, row.axis, row.turn_b, bodies.inverse_mass[b], 1);
    diagonal += Vec3d{block.column[0].x, block.column[1].y, block.column[2].z};
  }
  problem.diagonal.set(i, diagonal);
  problem.tangent[i] = (diagonal.y + diagonal.z) / 2;
  const double yz = diagonal.y > diagonal.z ? diagonal.y : diagonal.z;
  problem.largest[i] = diagonal.x > yz ? diagonal.x : yz;
  const Surface surface = surface_between(bodies.pairs, bodies.pair_count, bodies.surface, a, b);
  problem.friction[i] = surface.friction;
  const Vec3d before = side_velocity(bodies, row, true, b, point, pose_b, bodies.now) -
                       side_velocity(bodies, row, false, a, point, pose_a, bodies.now);
  Vec3d q = side_velocity(bodies, row, true, b, point, pose_b, bodies.free) -
            side_velocity(bodies, row, false, a, point, pose_a, bodies.free);
  const double gap = contacts.gap[i];
  const double correction =
      input.corrects ? correction_speed(gap, smaller_size(bodies, a, b), input.rule.step) : no_correction;
  const double held = correction == no_correction ? gap : 0;  // A displacement corrects the overlap already.
  problem.released[i] = right_side(before.x, q.x, held, surface.restitution, input.rule);
  q.x = right_side(before.x, q.x, gap, surface.restitution, input.rule, correction);
  problem.q.set(i, q);
}

/// From the problem of displacements to that of velocities.
JAM_HD_INLINE void release_contact(const ProblemArrays& problem, int i) {
  problem.q.data[i] = problem.released[i];
}

/// Contacts of the step before, ascending in (pair, feature), with their impulses.
struct LastContacts {
  int count = 0;
  const std::uint64_t* pair = nullptr;
  const std::uint32_t* feature = nullptr;
  const WorldImpulse* impulse = nullptr;
};

/// The impulse that contact i had before, in its frame and on its disc; 0 for a new one. Contacts are the
/// same where pair and feature agree.
[[nodiscard]] JAM_HD_INLINE Vec3d start_impulse(const ContactArrays& contacts, double friction,
                                                const LastContacts& last, int i) {
  const std::uint64_t pair = contacts.pair[i];
  const std::uint32_t feature = contacts.feature[i];
  int low = 0, high = last.count;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    const std::uint64_t there = last.pair[middle];
    if (there < pair || (there == pair && last.feature[middle] < feature)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low >= last.count || last.pair[low] != pair || last.feature[low] != feature) return {};
  const WorldImpulse impulse = last.impulse[low];
  return on_disc(to_frame(contact_frame(contacts.normal[i]), {impulse.x, impulse.y, impulse.z}), friction);
}

/// What contacts add to the report of a step.
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

/// Overlap of contact i, the work of its recovery, and the work of moving walls: its impulse on its B, in the
/// world, times the velocity of the point of the wall.
[[nodiscard]] JAM_HD_INLINE ContactTerms contact_terms(const BuildInput& input, const WorldImpulse* impulses,
                                                       int i) {
  const BodyArrays& bodies = input.bodies;
  const ContactArrays& contacts = input.contacts;
  ContactTerms terms;
  const double gap = contacts.gap[i];
  terms.penetration = -gap;
  const std::uint64_t key = contacts.pair[i];
  const int pair[2] = {bodies.of_shape[key / input.shape_count], bodies.of_shape[key % input.shape_count]};
  if (gap < 0) {
    const double size = smaller_size(bodies, pair[0], pair[1]), speed = -gap / input.rule.step;
    const bool moved = input.corrects && correction_speed(gap, size, input.rule.step) != no_correction;
    const WorldImpulse r = impulses[i];
    if (!moved)
      terms.recovered = (speed < input.rule.recovery_speed ? speed : input.rule.recovery_speed) *
                        dot(contacts.normal[i], {r.x, r.y, r.z});
    terms.overlap = -gap / size;
    terms.deepest = key;
  }
  for (int side = 0; side < 2; ++side) {
    const int wall = pair[side];
    if (bodies.kind[wall] != BodyKind::moving) continue;
    const Pose pose = pose_at_contact(input, i, wall);
    const Twist twist = bodies.now[wall];
    const WorldImpulse on_b = impulses[i];
    const Vec3d velocity =
        twist.linear + cross(rotate(pose.rotation, twist.angular), contacts.point[i] - pose.position);
    terms.work += (side == 1 ? -1.0 : 1.0) * dot(Vec3d{on_b.x, on_b.y, on_b.z}, velocity);
  }
  return terms;
}

}  // namespace jam::dynamics
