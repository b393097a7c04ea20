// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// W from given blocks of 3 x 3 (block CSR): for problems that come from files without their bodies.
#pragma once

#include <span>
#include <vector>

#include "jam/dynamics/constraints/colouring.hpp"
#include "jam/dynamics/constraints/contact_operator.hpp"

namespace jam::dynamics {

/// W_ij.
struct MatrixBlock {
  int i = 0, j = 0;
  Mat3d value;
};

class BlockOperator : public ContactOperator {
 public:
  /// Blocks in any order; equal (i, j) are added. Throws InputError for a contact whose diagonal block is
  /// missing or has a diagonal entry that is not positive.
  BlockOperator(int contact_count, std::vector<MatrixBlock> blocks);

  void multiply(std::span<const Vec3d> r, std::span<Vec3d> product, int thread_count) const override;
  void visit_blocks(const std::function<void(int, int, const Mat3d&)>& visit) const override;

  /// Contacts by colours, so that no two contacts of one colour act on each other.
  [[nodiscard]] Colouring colouring() const { return colours_by_rows(start_, column_); }
  /// Row i of W times r.
  [[nodiscard]] Vec3d row_times(int i, std::span<const Vec3d> r) const;

 private:
  std::vector<int> start_, column_;
  std::vector<Mat3d> value_;
};

}  // namespace jam::dynamics
