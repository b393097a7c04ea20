// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The matrix W of a contact problem u = W r + q, as something that multiplies: symmetric, positive semidefinite, in blocks of 3 x 3
// [1/kg]. Two kinds: by bodies, without any matrix (body_operator.hpp), and from given blocks (block_operator.hpp).
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "jam/core/quaternion.hpp"
#include "jam/core/vec.hpp"
#include "jam/dynamics/constraints/colouring.hpp"

namespace jam::dynamics {

using Mat3d = Mat3<double>;

/// The product W r while single impulses change: for sweeps over the contacts (Gauss-Seidel). Contacts of one colour may be asked and
/// changed at the same time by several threads.
class Sweep {
 public:
  virtual ~Sweep() = default;
  /// (W r)_i of the impulses at this moment.
  [[nodiscard]] virtual Vec3d product(int contact) const = 0;
  /// Impulse i grew by `change`.
  virtual void changed(int contact, Vec3d change) = 0;
};

class ContactOperator {
 public:
  virtual ~ContactOperator() = default;

  [[nodiscard]] int count() const { return static_cast<int>(diagonal_.size()); }
  /// The blocks W_ii; symmetric.
  [[nodiscard]] const std::vector<Mat3d>& diagonal() const { return diagonal_; }
  /// Contacts by colours, so that no two contacts of one colour act on each other.
  [[nodiscard]] const Colouring& colouring() const { return colouring_; }

  /// product = W r: the same bits for any number of threads.
  virtual void multiply(std::span<const Vec3d> r, std::span<Vec3d> product, int thread_count) const = 0;
  /// Starts sweeps at the impulses r.
  [[nodiscard]] virtual std::unique_ptr<Sweep> sweep(std::span<const Vec3d> r) const = 0;
  /// Calls visit(i, j, W_ij) for every block that is not zero by its structure, ascending in (i, j).
  virtual void visit_blocks(const std::function<void(int i, int j, const Mat3d& block)>& visit) const = 0;

 protected:
  std::vector<Mat3d> diagonal_;
  Colouring colouring_;
};

/// Largest diagonal entry of each contact's block [1/kg].
[[nodiscard]] std::vector<double> largest_diagonal(const ContactOperator& matrix);

}  // namespace jam::dynamics
