// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Compiled once per instruction set (jam/core/isa.hpp).
#include "jam/elastic/product/direct_rows.hpp"

namespace jam::elastic {
namespace {

// 64 bytes: one register of AVX-512, two of AVX2, four of SSE2.
template <class Real>
struct Register;
template <>
struct Register<double> {
  using type = double __attribute__((vector_size(64)));
};
template <>
struct Register<float> {
  using type = float __attribute__((vector_size(64)));
};

template <class Real>
JAM_HD_INLINE void write_row(const KernelView<Real>& kernel, const Real* input, int iy, bool add,
                             Real* output) {
  using Lanes = typename Register<Real>::type;
  constexpr int lanes = sizeof(Lanes) / sizeof(Real), count = tile_width / lanes;
  for (int last = kernel.nx - 1; last >= 0; last -= tile_width) {
    Lanes sum[count];
    toeplitz_tile<Lanes, count>(kernel, input, last, iy, sum);
    for (int t = 0; t < tile_width && t <= last; ++t) {
      const Real value = sum[t / lanes][t % lanes];
      output[last - t] = add ? output[last - t] + value : value;
    }
  }
}

}  // namespace

void JAM_ISA_FUNCTION(direct_row_double)(const KernelView<double>& kernel, const double* input, int iy,
                                         bool add, double* output) {
  write_row(kernel, input, iy, add, output);
}

void JAM_ISA_FUNCTION(direct_row_float)(const KernelView<float>& kernel, const float* input, int iy, bool add,
                                        float* output) {
  write_row(kernel, input, iy, add, output);
}

}  // namespace jam::elastic
