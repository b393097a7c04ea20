// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The matrix W of a contact problem u = W r + q, as something that multiplies: symmetric, positive
// semidefinite, in blocks of 3 x 3 [1/kg]. Two kinds: by bodies, without any matrix (body_operator.hpp), and
// from given blocks (block_operator.hpp).
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "jam/core/quaternion.hpp"
#include "jam/core/vec.hpp"

namespace jam::dynamics {

using Mat3d = Mat3<double>;

class ContactOperator {
 public:
  virtual ~ContactOperator() = default;

  [[nodiscard]] int count() const { return static_cast<int>(diagonal_.size()); }
  /// The blocks W_ii; symmetric.
  [[nodiscard]] const std::vector<Mat3d>& diagonal() const { return diagonal_; }

  /// product = W r: the same bits for any number of threads.
  virtual void multiply(std::span<const Vec3d> r, std::span<Vec3d> product, int thread_count) const = 0;
  /// Calls visit(i, j, W_ij) for every block that is not zero by its structure, ascending in (i, j).
  virtual void visit_blocks(const std::function<void(int i, int j, const Mat3d& block)>& visit) const = 0;

 protected:
  std::vector<Mat3d> diagonal_;
};

/// Largest diagonal entry of each contact's block [1/kg].
[[nodiscard]] std::vector<double> largest_diagonal(const ContactOperator& matrix);

}  // namespace jam::dynamics
