// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The contacts of a step in arrays, before and after the solver, for host and device: what the problem has of
// each (constraints/step_contact.hpp), its start, and what it adds to the report.
#pragma once

#include <cstdint>

#include "jam/dynamics/constraints/cone.hpp"
#include "jam/dynamics/constraints/problem_arrays.hpp"
#include "jam/dynamics/constraints/step_contact.hpp"

namespace jam::dynamics {

/// Contacts between `shape_count` shapes, with their bodies.
struct BuildInput {
  std::uint64_t shape_count = 0;
  ContactArrays contacts;
  BodyArrays bodies;
  GapRule rule;
  bool corrects = false;  ///< The problem of the displacements, which correct overlaps, not of the velocities
                          ///< after the step.
};

/// Contact i.
[[nodiscard]] JAM_HD_INLINE StepContact step_contact(const BuildInput& input, int i) {
  const ContactArrays& contacts = input.contacts;
  const std::uint64_t key = contacts.pair[i];
  const int* const of_shape = input.bodies.of_shape;
  return {of_shape[key / input.shape_count],
          of_shape[key % input.shape_count],
          contacts.point[i],
          contacts.normal[i],
          contacts.gap[i],
          contacts.share[i]};
}

/// Writes what the problem has of contact i, but its start; `indices` are the bodies of the operator.
JAM_HD_INLINE void build_contact(const BuildInput& input, const ProblemArrays& problem, BodyIndices* indices,
                                 int i) {
  const BodyArrays& bodies = input.bodies;
  const StepContact contact = step_contact(input, i);
  const ContactRow row = row_of(bodies, input.rule, contact);
  indices[i] = {row.a, row.b};
  const auto arm = [&](int body) {
    return contact.point - pose_at_contact(bodies, input.rule, contact, body).position;
  };
  problem.matrix.arm_a.set(i, row.a >= 0 ? arm(row.a) : Vec3d{});
  problem.matrix.arm_b.set(i, row.b >= 0 ? arm(row.b) : Vec3d{});

  // The diagonal of its block, and the right side.
  Vec3d diagonal;
  if (row.a >= 0) {
    const Mat3<double> block =
        coupling(row.axis, row.turn_a, row.axis, row.turn_a, bodies.inverse_mass[row.a], 1);
    diagonal += Vec3d{block.column[0].x, block.column[1].y, block.column[2].z};
  }
  if (row.b >= 0) {
    const Mat3<double> block =
        coupling(row.axis, row.turn_b, row.axis, row.turn_b, bodies.inverse_mass[row.b], 1);
    diagonal += Vec3d{block.column[0].x, block.column[1].y, block.column[2].z};
  }
  problem.diagonal.set(i, diagonal);
  problem.tangent[i] = (diagonal.y + diagonal.z) / 2;
  const double yz = diagonal.y > diagonal.z ? diagonal.y : diagonal.z;
  problem.largest[i] = diagonal.x > yz ? diagonal.x : yz;
  const ContactSides sides = sides_of(bodies, input.rule, input.corrects, contact, row);
  problem.friction[i] = sides.surface.friction;
  problem.released[i] = sides.q.x;
  problem.q.set(i, {sides.correcting, sides.q.y, sides.q.z});
}

/// From the problem of displacements to that of velocities.
JAM_HD_INLINE void release_contact(const ProblemArrays& problem, int i) {
  problem.q.data[i] = problem.released[i];
}

/// Contacts of the previous step, ascending in (pair, feature), with their impulses.
struct LastContacts {
  int count = 0;
  const std::uint64_t* pair = nullptr;
  const std::uint32_t* feature = nullptr;
  const WorldImpulse* impulse = nullptr;
};

/// The impulse that contact i had before, in its frame and on its disc; 0 for a new one. Contacts are the
/// same if pair and feature agree.
[[nodiscard]] JAM_HD_INLINE Vec3d start_impulse(const ContactArrays& contacts, double friction,
                                                const LastContacts& last, int i) {
  const std::uint64_t pair = contacts.pair[i];
  const std::uint32_t feature = contacts.feature[i];
  const int low = first_not(last.count, [&](int k) {
    return last.pair[k] < pair || (last.pair[k] == pair && last.feature[k] < feature);
  });
  if (low >= last.count || last.pair[low] != pair || last.feature[low] != feature) return {};
  const WorldImpulse impulse = last.impulse[low];
  return on_disc(to_frame(contact_frame(contacts.normal[i]), {impulse.x, impulse.y, impulse.z}), friction);
}

/// The terms that contact i adds to the report.
[[nodiscard]] JAM_HD_INLINE ContactTerms contact_terms(const BuildInput& input, const WorldImpulse* impulses,
                                                       int i) {
  const WorldImpulse r = impulses[i];
  const Vec3d on_b{r.x, r.y, r.z};
  return contact_terms(input.bodies, input.rule, input.corrects, step_contact(input, i),
                       input.contacts.pair[i], on_b, dot(input.contacts.normal[i], on_b));
}

}  // namespace jam::dynamics
