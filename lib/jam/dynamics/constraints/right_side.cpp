// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/constraints/right_side.hpp"

#include <algorithm>

#include "jam/dynamics/constraints/cone.hpp"
#include "jam/dynamics/constraints/ranges.hpp"

namespace jam::dynamics {
namespace {

/// The pose of a body at the moment of a contact.
Pose pose_at_contact(const Bodies& bodies, const StepMotions& step, const Contact& contact, int body) {
  Pose pose = step.poses[body];
  const double time = contact.share * step.length;
  if (time > 0 && bodies.kind[body] != BodyKind::fixed) pose.position += time * step.free[body].linear;
  return pose;
}

/// Relative velocity of the contact points, walls included. The arms of walls are no part of a row: their
/// points move with the wall.
Vec3d relative_velocity(const Bodies& bodies, const StepMotions& step, const Contact& contact,
                        const ContactRow& row, std::span<const Twist> twist) {
  Vec3d u;
  for (const bool is_b : {false, true}) {
    const int body = is_b ? contact.body_b : contact.body_a;
    Vec3d v;
    if (bodies.dynamic(body)) {
      v = point_velocity(row.axis, is_b ? row.turn_b : row.turn_a, twist[body]);
    } else if (bodies.kind[body] == BodyKind::moving) {
      v = wall_point_velocity(row, contact.point, pose_at_contact(bodies, step, contact, body), twist[body]);
    }
    if (is_b) u += v;
    else u -= v;
  }
  return u;
}

}  // namespace

std::vector<Twist> twists_of(const Bodies& bodies) {
  std::vector<Twist> result;
  result.reserve(bodies.count());
  for (int i = 0; i < bodies.count(); ++i) result.push_back({bodies.velocity[i], bodies.angular_velocity[i]});
  return result;
}

std::vector<ContactRow> contact_rows(const Bodies& bodies, const StepMotions& step,
                                     std::span<const Contact> contacts, int thread_count) {
  std::vector<ContactRow> rows(contacts.size());
  for_ranges(static_cast<int>(contacts.size()), thread_count, [&](int first, int last) {
    for (int i = first; i < last; ++i) {
      const Contact& contact = contacts[i];
      const int a = contact.body_a, b = contact.body_b;
      rows[i] = contact_row(contact.normal, contact.point, bodies.dynamic(a) ? a : -1,
                            pose_at_contact(bodies, step, contact, a), bodies.dynamic(b) ? b : -1,
                            pose_at_contact(bodies, step, contact, b));
    }
  });
  return rows;
}

std::vector<InverseMass> inverse_masses(const Bodies& bodies) {
  std::vector<InverseMass> result;
  result.reserve(bodies.count());
  for (int i = 0; i < bodies.count(); ++i)
    result.push_back({bodies.inverse_mass[i], bodies.inverse_inertia[i]});
  return result;
}

ContactProblem contact_problem(const World& world, std::span<const Pose> poses,
                               std::span<const Contact> contacts, std::span<const Twist> before,
                               std::span<const Twist> free, const GapRule& rule,
                               std::span<const JointBlock> joints, int thread_count,
                               const OverlapCorrection& correction) {
  const Bodies& bodies = world.bodies;
  const StepMotions step{poses, free, rule.step};
  std::vector<ContactRow> rows = contact_rows(bodies, step, contacts, thread_count);
  if (correction.normal_q != nullptr) correction.normal_q->resize(contacts.size());
  for (const JointBlock& block : joints) {
    rows.push_back(block.row);
    for (int* body : {&rows.back().a, &rows.back().b}) *body = bodies.dynamic(*body) ? *body : -1;
  }
  auto matrix = std::make_shared<BodyOperator>(std::move(rows), inverse_masses(bodies), thread_count);
  ContactProblem problem;
  problem.friction.resize(contacts.size());
  problem.q.resize(contacts.size());
  for_ranges(static_cast<int>(contacts.size()), thread_count, [&](int first, int last) {
    for (int i = first; i < last; ++i) {
      const ContactRow& row = matrix->rows()[i];
      const int a = contacts[i].body_a, b = contacts[i].body_b;
      const Surface surface = world.surface_of(a, b);
      const Vec3d u_before = relative_velocity(bodies, step, contacts[i], row, before);
      Vec3d& q = problem.q[i];
      q = relative_velocity(bodies, step, contacts[i], row, free);
      const double u_free = q.x, gap = contacts[i].gap;
      double held = gap;
      if (correction.normal_q != nullptr) {
        const double speed =
            correction_speed(gap, std::min(correction.size[a], correction.size[b]), rule.step);
        if (speed != no_correction) held = 0;  // A displacement corrects the overlap already.
        (*correction.normal_q)[i] = right_side(u_before.x, u_free, gap, surface.restitution, rule, speed);
      }
      q.x = right_side(u_before.x, u_free, held, surface.restitution, rule);
      problem.friction[i] = surface.friction;
    }
  });
  for (const JointBlock& block : joints) {
    problem.friction.push_back(two_sided);
    problem.q.push_back(block_velocity(block, free) + block.violation / rule.step + block.rate);
  }
  problem.matrix = std::move(matrix);
  return problem;
}

}  // namespace jam::dynamics
