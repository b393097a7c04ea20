// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The contact problem of one step: find impulses r [N s] in the friction cones such that the velocities after
// the step, u = W r + q [m/s], obey one of three laws in every contact (components normal, tangent 1, tangent
// 2).
//   coulomb   u_N >= 0, r_N >= 0, u_N r_N = 0, and friction opposes slip: r in K, u + mu |u_T| e_N in K*,
//             perpendicular (De Saxce)
//   ccp       the convex relaxation (Negrut 2.4): r in K, u in K*, perpendicular; a body that slides is
//             lifted by u_N = mu |u_T|
//   pyramid   as coulomb, but friction is bounded along each tangent by itself, |r_T1|, |r_T2| <= mu r_N
//             (Strobl 2.4): up to sqrt 2 more of it between the tangents
// K is the cone |r_T| <= mu r_N, K* its dual. Blocks of joints follow those of the contacts: there u = 0, and
// r is free.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "jam/dynamics/constraints/contact_operator.hpp"
#include "jam/dynamics/constraints/natural_map.hpp"

namespace jam::dynamics {

struct ContactProblem {
  std::shared_ptr<const ContactOperator> matrix;  ///< The matrix W of the contacts.
  std::vector<double> friction;  ///< mu of each contact [-]; two_sided (cone.hpp): a block of a joint.
  std::vector<Vec3d> q;          ///< [m/s]
  std::vector<Vec3d> start;      ///< Impulses to begin with [N s]; empty: zero.

  [[nodiscard]] int count() const { return static_cast<int>(friction.size()); }
};

/// The natural map of impulses r and their product W r.
[[nodiscard]] NaturalMap natural_map(const ContactProblem& problem, ContactLaw law, std::span<const Vec3d> r,
                                     std::span<const Vec3d> product, std::span<const double> largest_diagonal,
                                     int thread_count);

/// Its residual; multiplies by W itself.
[[nodiscard]] double natural_map_residual(const ContactProblem& problem, ContactLaw law,
                                          std::span<const Vec3d> r, int thread_count = 1);

}  // namespace jam::dynamics
