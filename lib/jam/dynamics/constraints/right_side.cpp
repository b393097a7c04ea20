// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/constraints/right_side.hpp"

#include "jam/dynamics/constraints/cone.hpp"
#include "jam/dynamics/constraints/ranges.hpp"

namespace jam::dynamics {
namespace {

/// Relative velocity of the contact points, walls included. The arms of walls are no part of a row: their points move with the wall.
Vec3d relative_velocity(const Bodies& bodies, std::span<const Pose> poses, const Contact& contact, const ContactRow& row,
                        std::span<const Twist> twist) {
  Vec3d u;
  for (const bool is_b : {false, true}) {
    const int body = is_b ? contact.body_b : contact.body_a;
    Vec3d v;
    if (bodies.dynamic(body)) {
      v = point_velocity(row.axis, is_b ? row.turn_b : row.turn_a, twist[body]);
    } else if (bodies.kind[body] == BodyKind::moving) {
      v = wall_point_velocity(row, contact.point, poses[body], twist[body]);
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

std::vector<ContactRow> contact_rows(const Bodies& bodies, std::span<const Pose> poses, std::span<const Contact> contacts,
                                     int thread_count) {
  std::vector<ContactRow> rows(contacts.size());
  for_ranges(static_cast<int>(contacts.size()), thread_count, [&](int first, int last) {
    for (int i = first; i < last; ++i) {
      const int a = contacts[i].body_a, b = contacts[i].body_b;
      rows[i] =
          contact_row(contacts[i].normal, contacts[i].point, bodies.dynamic(a) ? a : -1, poses[a], bodies.dynamic(b) ? b : -1, poses[b]);
    }
  });
  return rows;
}

std::vector<InverseMass> inverse_masses(const Bodies& bodies) {
  std::vector<InverseMass> result;
  result.reserve(bodies.count());
  for (int i = 0; i < bodies.count(); ++i) result.push_back({bodies.inverse_mass[i], bodies.inverse_inertia[i]});
  return result;
}

ContactProblem contact_problem(const World& world, std::span<const Pose> poses, std::span<const Contact> contacts,
                               std::span<const Twist> before, std::span<const Twist> free, const GapRule& rule,
                               std::span<const JointBlock> joints, int thread_count) {
  const Bodies& bodies = world.bodies;
  std::vector<ContactRow> rows = contact_rows(bodies, poses, contacts, thread_count);
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
      const Surface surface = world.surface_of(contacts[i].body_a, contacts[i].body_b);
      const Vec3d u_before = relative_velocity(bodies, poses, contacts[i], row, before);
      Vec3d& q = problem.q[i];
      q = relative_velocity(bodies, poses, contacts[i], row, free);
      q.x = right_side(u_before.x, q.x, contacts[i].gap, surface.restitution, rule);
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
