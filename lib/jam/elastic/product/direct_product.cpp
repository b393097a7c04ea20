// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/elastic/product/direct_product.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "jam/core/parallel.hpp"

namespace jam::elastic {

JAM_ISA_TABLE(DirectRow<double>, direct_row_double);
JAM_ISA_TABLE(DirectRow<float>, direct_row_float);

namespace {

/// Products of fewer cells take less time than threads to start.
constexpr long long threaded_cells = 2000;

template <class Real>
DirectRow<Real>* best_row() {
  if constexpr (std::is_same_v<Real, double>) return direct_row_double.best();
  else return direct_row_float.best();
}

}  // namespace

template <class Real>
DirectProduct<Real>::DirectProduct(int nx, int ny, int outputs,
                                   std::vector<std::shared_ptr<const Kernel<Real>>> kernels, int thread_count)
    : nx_(nx),
      ny_(ny),
      outputs_(outputs),
      inputs_(static_cast<int>(kernels.size()) / outputs),
      thread_count_(static_cast<long long>(nx) * ny < threaded_cells ? 1 : thread_count),
      kernels_(std::move(kernels)),
      row_(best_row<Real>()) {}

template <class Real>
void DirectProduct<Real>::apply(const Real* in, Real* out) {
  const std::ptrdiff_t cells = static_cast<std::ptrdiff_t>(nx_) * ny_;
  parallel_for(outputs_ * ny_, thread_count_, [&](int k) {
    const int field = k / ny_, iy = k % ny_;
    Real* const row = out + field * cells + static_cast<std::ptrdiff_t>(iy) * nx_;
    bool add = false;
    for (int j = 0; j < inputs_; ++j) {
      const Kernel<Real>* const kernel = kernels_[field * inputs_ + j].get();
      if (kernel == nullptr) continue;
      row_(kernel->view(), in + j * cells, iy, add, row);
      add = true;
    }
    if (!add) std::fill_n(row, nx_, Real(0));
  });
}

template class DirectProduct<double>;
template class DirectProduct<float>;

}  // namespace jam::elastic
