// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The direct product on threads of the CPU: each computes rows of outputs.
#pragma once

#include <memory>
#include <vector>

#include "jam/elastic/product/direct_rows.hpp"
#include "jam/elastic/product/kernel.hpp"
#include "jam/elastic/product/product.hpp"

namespace jam::elastic {

template <class Real>
class DirectProduct : public Product<Real> {
 public:
  /// Kernels of each output and input, row by row; null: none.
  DirectProduct(int nx, int ny, int outputs, std::vector<std::shared_ptr<const Kernel<Real>>> kernels,
                int thread_count);

  void apply(const Real* in, Real* out) override;

 private:
  int nx_, ny_, outputs_, inputs_, thread_count_;
  std::vector<std::shared_ptr<const Kernel<Real>>> kernels_;
  DirectRow<Real>* row_;
};

}  // namespace jam::elastic
