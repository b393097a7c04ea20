// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The coefficients of a translation-invariant matrix on a grid, in the layout of the direct product.
#pragma once

#include <cstddef>
#include <vector>

#include "jam/elastic/model/influence.hpp"
#include "jam/elastic/product/toeplitz_tile.hpp"

namespace jam::elastic {

/// B_K for all differences K = source - receiver of an nx x ny grid.
template <class Real>
class Kernel {
 public:
  /// `value(kx, ky)` for |kx| < nx, |ky| < ny.
  template <class Value>
  Kernel(int nx, int ny, Value&& value) : nx_(nx), ny_(ny), stride_(2 * nx - 2 + tile_width) {
    values_.resize(static_cast<std::size_t>(2 * ny - 1) * stride_);
    for (int ky = 1 - ny; ky < ny; ++ky) {
      for (int kx = 1 - nx; kx < nx; ++kx) values_[index(kx, ky)] = static_cast<Real>(value(kx, ky));
    }
  }

  /// Influence coefficients, whose offsets are receiver - source. The table may be larger than the grid.
  Kernel(int nx, int ny, const InfluenceTable& table)
      : Kernel(nx, ny, [&](int kx, int ky) { return table.at(-kx, -ky); }) {}

  [[nodiscard]] int nx() const { return nx_; }
  [[nodiscard]] int ny() const { return ny_; }
  [[nodiscard]] Real at(int kx, int ky) const { return values_[index(kx, ky)]; }
  [[nodiscard]] KernelView<Real> view() const { return {values_.data(), nx_, ny_, stride_}; }
  [[nodiscard]] Real* row(int ky) { return &values_[index(1 - nx_, ky)]; }  ///< Row ky with its padding.
  [[nodiscard]] const Real* row(int ky) const { return &values_[index(1 - nx_, ky)]; }
  [[nodiscard]] int stride() const { return stride_; }

 private:
  [[nodiscard]] std::size_t index(int kx, int ky) const {
    return static_cast<std::size_t>(ky + ny_ - 1) * stride_ + static_cast<std::size_t>(kx + nx_ - 1);
  }

  int nx_, ny_, stride_;
  std::vector<Real> values_;
};

}  // namespace jam::elastic
