// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Solvers of contact problems in rounds, for the device and, function by function, for tests on the host. A
// round is four steps, each a kernel or the end of one:
//   forward(i)    for each contact: its next impulse, and that impulse in the world
//   bodies(k)     for each body: its change of velocity, M^-1 J^T r, summed over its contacts in a fixed
//                 order
//   backward(i)   for each contact: its velocity W r, and what it adds to residual and step length
//   decide()      once: joins what the contacts said, and plans the next round
// A solver is a control block, which decide() changes and the others read. Rounds after the last one do
// nothing, so that the host may launch many without looking. Impulses, and products of W with them, lie in
// several buffers whose roles change; none is ever copied.
#pragma once

#include <cmath>

#include "jam/dynamics/constraints/cone.hpp"
#include "jam/dynamics/constraints/contact_arms.hpp"
#include "jam/dynamics/constraints/natural_map.hpp"
#include "jam/dynamics/constraints/problem_arrays.hpp"
#include "jam/dynamics/solvers/solver.hpp"

namespace jam::dynamics {

enum class RoundKind : int {
  step,      ///< An iteration.
  evaluate,  ///< The product of W with impulses that exist already.
  power,     ///< An iteration of the power method.
  closing,   ///< `evaluate` for the result; bodies then have their change of velocity.
  done
};

inline constexpr int impulse_buffers = 4;
inline constexpr int product_buffers = 3;

/// Which buffers the next round reads and writes.
struct RoundPlan {
  RoundKind kind = RoundKind::evaluate;
  int now = 0, before = 0, next = 0;        ///< Buffers of impulses; next is written by forward.
  int w_now = 0, w_before = 0, w_next = 0;  ///< Buffers of products.
};

/// Vectors of a solver.
struct SolverArrays {
  ProblemArrays problem;
  Vec3Array r[impulse_buffers];
  Vec3Array product[product_buffers];
  Vec3Array change;         ///< apgd: next impulse less extrapolated one.
  double* shift = nullptr;  ///< apgd: De Saxce's term while it is held fixed [m/s].
};

/// Sums over contacts in the forward half, and in the backward half of a round.
struct ForwardTerms {
  double size = 0;      ///< Square of the change, in the metric.
  double progress = 0;  ///< Gradient times step: above 0 the momentum leads upwards.
  double along = 0;     ///< Change times product before it.

  JAM_HD_INLINE void join(const ForwardTerms& other) {
    size += other.size;
    progress += other.progress;
    along += other.along;
  }
};

struct BackwardTerms {
  NaturalMapTerms map;
  double inner = 0;     ///< Natural map with the shift held fixed [m/s].
  double curve = 0;     ///< Change times product after it; power: square of the vector.
  double rounding = 0;  ///< Square of the product in the metric.

  JAM_HD_INLINE void join(const BackwardTerms& other) {
    map.join(other.map);
    inner = larger(inner, other.inner);
    curve += other.curve;
    rounding += other.rounding;
  }
};

/// Report of every solver.
struct RoundsReport {
  int iterations = 0;
  SolveStatus status = SolveStatus::limit;
  double residual = 0;  ///< Natural map [-].
  double absolute = 0;  ///< Error before its division [m/s].
  double relative = 0;  ///< Error [-].
  double velocity = 0;  ///< Largest velocity of the problem [m/s].
  double relaxation = 0;
  int colour_count = 0;  ///< Number of colours of sor.
};

/// After the closing round: its natural map is that of the result.
JAM_HD_INLINE void close(RoundPlan& plan, RoundsReport& report, const NaturalMap& map) {
  report.absolute = map.absolute;
  report.relative = map.relative();
  report.residual = map.residual;
  report.velocity = map.velocity;
  plan.kind = RoundKind::done;
}

/// r times the vectors of three rows.
[[nodiscard]] JAM_HD_INLINE Vec3d row_sum(const Vec3d (&row)[3], Vec3d r) {
  return r.x * row[0] + r.y * row[1] + r.z * row[2];
}

/// Hands the impulse r of contact i to the bodies.
JAM_HD_INLINE void hand_out(const OperatorArrays& matrix, int i, const ContactFrame& frame, Vec3d r) {
  if (i >= matrix.first_joint) {
    const JointRows& rows = matrix.joint[i - matrix.first_joint];
    matrix.joint_impulse[i - matrix.first_joint] = {row_sum(rows.axis, r), row_sum(rows.turn_a, r),
                                                    row_sum(rows.turn_b, r)};
    return;
  }
  const Vec3d impulse = from_frame(frame, r);
  matrix.impulse[i] = {impulse.x, impulse.y, impulse.z, 0};
}

/// Partial sums over the sides of a body: side e of its list goes to partial sum e modulo body_lanes.
/// Neighbouring threads take the partial sums.
inline constexpr int body_lanes = 4;

/// Part of a side of a body in the body's impulse and moment; it is side number `e` of the list.
[[nodiscard]] JAM_HD_INLINE Twist side_impulse(const OperatorArrays& matrix, std::uint32_t side, int e) {
  const bool is_b = (side & 1U) != 0;
  const int i = static_cast<int>(side >> 1);
  if (i >= matrix.first_joint) {
    const JointImpulse& at = matrix.joint_impulse[i - matrix.first_joint];
    return is_b ? Twist{at.linear, at.on_b} : Twist{-at.linear, -at.on_a};
  }
  const WorldImpulse at = matrix.impulse[i];
  const Vec3d impulse{at.x, at.y, at.z};
  const Vec3d arm = matrix.side_arm.data != nullptr ? matrix.side_arm[e]
                    : is_b                          ? matrix.arm_b[i]
                                                    : matrix.arm_a[i];
  return impulse_at(arm, is_b ? impulse : -impulse);
}

/// A partial sum of the impulses on body k, with their moments.
[[nodiscard]] JAM_HD_INLINE Twist lane_sum(const OperatorArrays& matrix, int k, int lane) {
  Twist sum;
  const int end = matrix.start[k + 1];
  for (int e = matrix.start[k] + lane; e < end; e += body_lanes) {
    const Twist part = side_impulse(matrix, matrix.side[e], e);
    sum.linear += part.linear;
    sum.angular += part.angular;
  }
  return sum;
}

/// The sum of two sums.
[[nodiscard]] JAM_HD_INLINE Twist joined(const Twist& a, const Twist& b) {
  return {a.linear + b.linear, a.angular + b.angular};
}

/// The change of velocity of body k, by one thread.
JAM_HD_INLINE void sum_body(const OperatorArrays& matrix, int k) {
  const Twist sum = joined(joined(lane_sum(matrix, k, 0), lane_sum(matrix, k, 1)),
                           joined(lane_sum(matrix, k, 2), lane_sum(matrix, k, 3)));
  matrix.twist[k] = response(matrix.inverse_mass[k], sum);
}

/// (W r)_i, once all bodies have their changes of velocity.
[[nodiscard]] JAM_HD_INLINE Vec3d contact_velocity(const OperatorArrays& matrix, int i,
                                                   const ContactFrame& frame) {
  const BodyIndices body = matrix.body[i];
  Vec3d u;
  if (i >= matrix.first_joint) {
    const JointRows& rows = matrix.joint[i - matrix.first_joint];
    if (body.b >= 0) u += point_velocity(rows.axis, rows.turn_b, matrix.twist[body.b]);
    if (body.a >= 0) u -= point_velocity(rows.axis, rows.turn_a, matrix.twist[body.a]);
    return u;
  }
  if (body.b >= 0) u += velocity_at(matrix.arm_b[i], matrix.twist[body.b]);
  if (body.a >= 0) u -= velocity_at(matrix.arm_a[i], matrix.twist[body.a]);
  return to_frame(frame, u);
}

}  // namespace jam::dynamics
