// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/constraints/right_side.hpp"

#include <utility>

#include "jam/dynamics/constraints/cone.hpp"
#include "jam/dynamics/constraints/ranges.hpp"

namespace jam::dynamics {
std::vector<Twist> twists_of(const Bodies& bodies) {
  std::vector<Twist> result;
  result.reserve(bodies.count());
  for (int i = 0; i < bodies.count(); ++i) result.push_back({bodies.velocity[i], bodies.angular_velocity[i]});
  return result;
}

BodyArrays body_arrays(const World& world, std::span<const Pose> poses, std::span<const Twist> now,
                       std::span<const Twist> free, std::span<const double> size) {
  BodyArrays arrays;
  arrays.count = world.bodies.count();
  arrays.kind = world.bodies.kind.data();
  arrays.surface = world.bodies.surface.data();
  arrays.size = size.data();
  arrays.pairs = world.pairs.data();
  arrays.pair_count = static_cast<int>(world.pairs.size());
  arrays.pose = poses.data();
  arrays.now = now.data();
  arrays.free = free.data();
  return arrays;
}

std::vector<ContactRow> contact_rows(const Bodies& bodies, const StepMotions& step,
                                     std::span<const Contact> contacts, int thread_count) {
  BodyArrays arrays;
  arrays.kind = bodies.kind.data();
  arrays.pose = step.poses.data();
  arrays.free = step.free.data();
  const GapRule rule{.step = step.length};
  std::vector<ContactRow> rows(contacts.size());
  for_ranges(static_cast<int>(contacts.size()), thread_count, [&](int first, int last) {
    for (int i = first; i < last; ++i) rows[i] = row_of(arrays, rule, step_contact(contacts[i]));
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
  std::vector<ContactRow> rows = contact_rows(bodies, {poses, free, rule.step}, contacts, thread_count);
  if (correction.normal_q != nullptr) correction.normal_q->resize(contacts.size());
  for (const JointBlock& block : joints) {
    rows.push_back(block.row);
    for (int* body : {&rows.back().a, &rows.back().b}) *body = bodies.dynamic(*body) ? *body : -1;
  }
  auto matrix = std::make_shared<BodyOperator>(std::move(rows), inverse_masses(bodies), thread_count);
  ContactProblem problem;
  problem.friction.resize(contacts.size());
  problem.q.resize(contacts.size());
  const BodyArrays arrays = body_arrays(world, poses, before, free, correction.size);
  const bool corrects = correction.normal_q != nullptr;
  for_ranges(static_cast<int>(contacts.size()), thread_count, [&](int first, int last) {
    for (int i = first; i < last; ++i) {
      const ContactSides sides =
          sides_of(arrays, rule, corrects, step_contact(contacts[i]), matrix->rows()[i]);
      problem.friction[i] = sides.surface.friction;
      problem.q[i] = sides.q;
      if (corrects) (*correction.normal_q)[i] = sides.correcting;
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
