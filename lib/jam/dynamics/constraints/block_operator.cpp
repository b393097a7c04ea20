// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/constraints/block_operator.hpp"

#include <algorithm>

#include "jam/core/error.hpp"
#include "jam/dynamics/constraints/ranges.hpp"
#include "jam/io/number_text.hpp"

namespace jam::dynamics {
BlockOperator::BlockOperator(int contact_count, std::vector<MatrixBlock> blocks) {
  std::stable_sort(blocks.begin(), blocks.end(), [](const MatrixBlock& a, const MatrixBlock& b) {
    return a.i != b.i ? a.i < b.i : a.j < b.j;
  });
  diagonal_.resize(contact_count);
  start_.assign(contact_count + 1, 0);
  for (std::size_t k = 0; k < blocks.size(); ++k) {
    const MatrixBlock& block = blocks[k];
    if (k > 0 && block.i == blocks[k - 1].i && block.j == blocks[k - 1].j) {
      for (int c = 0; c < 3; ++c) value_.back().column[c] += block.value.column[c];
    } else {
      ++start_[block.i + 1];
      column_.push_back(block.j);
      value_.push_back(block.value);
    }
    if (block.i == block.j) diagonal_[block.i] = value_.back();
  }
  for (int i = 0; i < contact_count; ++i) {
    start_[i + 1] += start_[i];
    const Mat3d& d = diagonal_[i];
    if (!(d.column[0].x > 0 && d.column[1].y > 0 && d.column[2].z > 0)) {
      throw InputError("contact " + io::number_text(i) +
                       ": the diagonal of its block of W is missing or not positive");
    }
  }
}

Vec3d BlockOperator::row_times(int i, std::span<const Vec3d> r) const {
  Vec3d sum;
  for (int k = start_[i]; k < start_[i + 1]; ++k) sum += value_[k] * r[column_[k]];
  return sum;
}

void BlockOperator::multiply(std::span<const Vec3d> r, std::span<Vec3d> product, int thread_count) const {
  for_ranges(count(), thread_count, [&](int first, int last) {
    for (int i = first; i < last; ++i) product[i] = row_times(i, r);
  });
}

void BlockOperator::visit_blocks(const std::function<void(int, int, const Mat3d&)>& visit) const {
  for (int i = 0; i < count(); ++i) {
    for (int k = start_[i]; k < start_[i + 1]; ++k) visit(i, column_[k], value_[k]);
  }
}

}  // namespace jam::dynamics
