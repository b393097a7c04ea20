// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Sweeps of sor over the contacts of bodies, for the device and, function by function, for tests on the host:
// the method of solvers/gauss_seidel.cpp. Contacts lie in the order of their colours
// (constraints/colouring.hpp), so that what threads of a warp read lies together. Groups of one colour share
// no body: each adds to the velocities of its two bodies, and nothing is added by two threads. Every order of
// groups within a colour gives the same bits.
#pragma once

#include "jam/dynamics/solvers/contact_sweep.hpp"
#include "jam/dynamics/solvers/jacobi_step.hpp"
#include "jam/dynamics/solvers/rounds/rounds.hpp"

namespace jam::dynamics {

/// Contacts by colours. Most of its vectors are those that other solvers use otherwise (colour_arrays()).
struct ColourArrays {
  const int* contact = nullptr;  ///< Number of the contact at each place.
  // The arrays from here to r have one entry for each place.
  BodyIndices* body = nullptr;
  double* friction = nullptr;
  double* tangent_step = nullptr;  ///< Step length of both tangents at alpha = 1 [kg].
  Vec3Array constants;             ///< Normal step at alpha = 1 [kg]; W_T1N, W_T2N of its own block [1/kg].
  Vec3Array normal, arm_a, arm_b, q;
  Vec3Array r;
  const WorldInverseMass* inverse_mass = nullptr;  ///< Inverse mass of each body.
  Twist* twist = nullptr;                          ///< Change of each body's velocities.
  int first_joint = no_joint;                      ///< Contacts from this number on are blocks of joints.
  const JointRows* joint = nullptr;                ///< Rows of each block of a joint.
};

/// Buffers of the impulses in the order of contacts: the present impulses, and the best ones.
inline constexpr int swept_buffer = 0, best_buffer = 1;

/// Colour arrays in vectors of `arrays` that no check of the natural map writes, and in memory of their own.
[[nodiscard]] JAM_HD_INLINE ColourArrays colour_arrays(const SolverArrays& arrays, const int* contact,
                                                       BodyIndices* body, double* friction,
                                                       const Vec3Array& normal) {
  const OperatorArrays& matrix = arrays.problem.matrix;
  ColourArrays colours;
  colours.contact = contact;
  colours.body = body;
  colours.friction = friction;
  colours.tangent_step = arrays.shift;
  colours.constants = arrays.r[3];
  colours.normal = normal;
  colours.arm_a = arrays.product[1];
  colours.arm_b = arrays.product[2];
  colours.q = arrays.change;
  colours.r = arrays.r[2];
  colours.inverse_mass = matrix.inverse_mass;
  colours.twist = matrix.twist;
  colours.first_joint = matrix.first_joint;
  colours.joint = matrix.joint;
  return colours;
}

/// Writes the contact of a place, but for its impulse.
JAM_HD_INLINE void pack_contact(const ColourArrays& colours, const ProblemArrays& problem, ContactLaw law,
                                int place) {
  const OperatorArrays& matrix = problem.matrix;
  const int i = colours.contact[place];
  const BodyIndices body = matrix.body[i];
  if (i >= matrix.first_joint) {
    colours.body[place] = body;
    colours.q.set(place, problem.q[i]);
    return;
  }
  const Vec3d normal = matrix.normal[i], arm_a = matrix.arm_a[i], arm_b = matrix.arm_b[i];
  colours.body[place] = body;
  colours.normal.set(place, normal);
  colours.arm_a.set(place, arm_a);
  colours.arm_b.set(place, arm_b);
  colours.q.set(place, problem.q[i]);
  colours.friction[place] = problem.friction[i];
  // The velocity that a unit impulse along the normal gives to the contact itself.
  Vec3d column;
  if (body.a >= 0)
    column += velocity_at(arm_a, response(matrix.inverse_mass[body.a], impulse_at(arm_a, normal)));
  if (body.b >= 0)
    column += velocity_at(arm_b, response(matrix.inverse_mass[body.b], impulse_at(arm_b, normal)));
  column = to_frame(contact_frame(normal), column);
  const Vec3d steps =
      step_length(law == ContactLaw::ccp ? JacobiSteps::cone : JacobiSteps::prox, problem.diagonal[i]);
  colours.constants.set(place, {steps.x, column.y, column.z});
  colours.tangent_step[place] = steps.y;
}

/// A body in a sweep.
struct SweptBody {
  Twist twist;
  WorldInverseMass mass;

  JAM_HD_INLINE void add(const Twist& impulse) { twist = joined(twist, response(mass, impulse)); }
};

/// Sweeps a block of a joint: its rows are solved together.
JAM_HD_INLINE void sweep_joint(const ColourArrays& colours, int place, double alpha, SweptBody& a,
                               SweptBody& b) {
  const JointRows& rows = colours.joint[colours.contact[place] - colours.first_joint];
  // W_ii, by columns; a row that the joint does not have has the largest diagonal entry.
  Mat3<double> block;
  for (int c = 0; c < 3; ++c) {
    block.column[c] =
        point_velocity(rows.axis, rows.turn_a, response(a.mass, {rows.axis[c], rows.turn_a[c]})) +
        point_velocity(rows.axis, rows.turn_b, response(b.mass, {rows.axis[c], rows.turn_b[c]}));
  }
  const Vec3d diagonal = filled_diagonal({block.column[0].x, block.column[1].y, block.column[2].z});
  block.column[0].x = diagonal.x, block.column[1].y = diagonal.y, block.column[2].z = diagonal.z;
  const Vec3d u = point_velocity(rows.axis, rows.turn_b, b.twist) -
                  point_velocity(rows.axis, rows.turn_a, a.twist) + colours.q[place];
  const Vec3d change = -(alpha * solve3(block, u));
  colours.r.set(place, colours.r[place] + change);
  a.add({-row_sum(rows.axis, change), -row_sum(rows.turn_a, change)});
  b.add({row_sum(rows.axis, change), row_sum(rows.turn_b, change)});
}

/// Sweeps the contacts at places [first, last), a group: one after the other.
template <ContactLaw law>
JAM_HD_INLINE void sweep_group(const ColourArrays& colours, int first, int last, double alpha) {
  const BodyIndices body = colours.body[first];
  // A wall has no inverse mass, and no velocity: its share of u is in q.
  SweptBody a, b;
  if (body.a >= 0) a = {colours.twist[body.a], colours.inverse_mass[body.a]};
  if (body.b >= 0) b = {colours.twist[body.b], colours.inverse_mass[body.b]};
  for (int place = first; place < last; ++place) {
    if (colours.contact[place] >= colours.first_joint) {
      sweep_joint(colours, place, alpha, a, b);
      continue;
    }
    const ContactFrame frame = contact_frame(colours.normal[place]);
    const Vec3d arm_a = colours.arm_a[place], arm_b = colours.arm_b[place],
                constants = colours.constants[place];
    const Vec3d u =
        to_frame(frame, velocity_at(arm_b, b.twist) - velocity_at(arm_a, a.twist)) + colours.q[place];
    const SweptContact<double> contact{
        colours.friction[place], constants.x, colours.tangent_step[place], {constants.y, constants.z}};
    const Vec3d r = colours.r[place], next = swept_impulse<law>(contact, r, u, alpha),
                change = from_frame(frame, next - r);
    colours.r.set(place, next);
    a.add(impulse_at(arm_a, -change));
    b.add(impulse_at(arm_b, change));
  }
  if (body.a >= 0) colours.twist[body.a] = a.twist;
  if (body.b >= 0) colours.twist[body.b] = b.twist;
}

}  // namespace jam::dynamics
