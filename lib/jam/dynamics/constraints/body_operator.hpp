// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// W without a matrix: W r = J M^-1 J^T r by way of the bodies. The impulses of a body's contacts are added in
// the order of the contacts (a segmented reduction), then each contact reads the velocities of its two
// bodies; nothing is added by two threads.
#pragma once

#include <span>
#include <vector>

#include "jam/dynamics/constraints/colouring.hpp"
#include "jam/dynamics/constraints/contact_operator.hpp"
#include "jam/dynamics/constraints/contact_row.hpp"

namespace jam::dynamics {

class BodyOperator : public ContactOperator {
 public:
  /// `inverse_mass` of each body; rows refer to them, -1: a wall. Throws InputError for a contact between two
  /// walls, whose block is zero. A row whose directions are all zero (joint_rows.hpp) has the largest
  /// diagonal entry of its block.
  BodyOperator(std::vector<ContactRow> rows, std::vector<InverseMass> inverse_mass, int thread_count = 1);

  void multiply(std::span<const Vec3d> r, std::span<Vec3d> product, int thread_count) const override;
  void visit_blocks(const std::function<void(int, int, const Mat3d&)>& visit) const override;

  /// The change of every body's velocities, M^-1 J^T r.
  void velocities(std::span<const Vec3d> r, std::span<Twist> change, int thread_count) const;

  /// Contacts by colours, so that no two groups of one colour act on each other.
  [[nodiscard]] Colouring colouring() const;

  [[nodiscard]] const std::vector<ContactRow>& rows() const { return rows_; }
  [[nodiscard]] const std::vector<InverseMass>& inverse_mass() const { return inverse_mass_; }

 private:
  std::vector<ContactRow> rows_;
  std::vector<InverseMass> inverse_mass_;
  std::vector<int> start_;  ///< Body k has the sides side_[start_[k]] .. side_[start_[k + 1] - 1].
  std::vector<int> side_;   ///< 2 contact + (0: the body is its A, 1: its B), ascending.
};

}  // namespace jam::dynamics
