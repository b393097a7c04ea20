// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The direct product with a translation-invariant matrix, for host and device: u_I = sum over J of B_K p_J
// with K = J - I (de Reus 2010, 2.7-2.10). A tile is a run of neighbouring outputs in a row, in reversed
// order, as in the source's algorithm 4.3: output t needs the coefficient jx + t, and one load serves all
// that is computed with an input. A thread of the host holds Lanes of several numbers, one of a device single
// numbers.
#pragma once

#include <cstddef>

#include "jam/core/macros.hpp"

namespace jam::elastic {

/// Number of outputs of a tile on the host. Each row of coefficients is followed by tile_width - 1 numbers of
/// padding.
inline constexpr int tile_width = 32;

/// Layout of the coefficients B in memory: 2 ny - 1 rows of `stride` >= 2 nx - 2 + tile_width numbers, of
/// which the first 2 nx - 1 count. B_(kx, ky) is number kx + nx - 1 of row ky + ny - 1. Padding may hold
/// anything: it is read, and its results are dropped.
template <class Real>
struct KernelView {
  const Real* values = nullptr;
  int nx = 0, ny = 0;
  int stride = 0;
};

/// sum[c], lane l = u at (last - (c * lanes + l), iy), for c < count. Outputs left of the grid hold no sense.
/// Sums of each input row are added to the total of the rows before it.
template <class Lanes, int count, class Real>
JAM_HD_INLINE void toeplitz_tile(const KernelView<Real>& kernel, const Real* input, int last, int iy,
                                 Lanes* sum) {
  constexpr int lanes = sizeof(Lanes) / sizeof(Real);
  const Real* coefficients = kernel.values + static_cast<std::ptrdiff_t>(kernel.ny - 1 - iy) * kernel.stride +
                             (kernel.nx - 1 - last);
  for (int c = 0; c < count; ++c) sum[c] = Lanes{};
  for (int jy = 0; jy < kernel.ny; ++jy, coefficients += kernel.stride, input += kernel.nx) {
    Lanes row[count];
    JAM_UNROLL(8, 8)
    for (int c = 0; c < count; ++c) row[c] = Lanes{};
    JAM_UNROLL(1, 4)
    for (int jx = 0; jx < kernel.nx; ++jx) {
      const Real p = input[jx];
      JAM_UNROLL(8, 8)
      for (int c = 0; c < count; ++c) {
        Lanes b;
        __builtin_memcpy(&b, coefficients + jx + c * lanes, sizeof b);
        row[c] += b * p;
      }
    }
    JAM_UNROLL(8, 8)
    for (int c = 0; c < count; ++c) sum[c] += row[c];
  }
}

}  // namespace jam::elastic
