// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The direct products K1 and K2 of the source. B_K stands in a KernelView (toeplitz_tile.hpp),
// u_I = sum of B_(J - I) p_J.
#pragma once

#include "jam/elastic/product/toeplitz_tile.hpp"

namespace jam::test {

using namespace elastic;

/// K1: everything is read from global memory, and the output is updated there in each step.
template <class Real>
__global__ void global_product(KernelView<Real> kernel, const Real* in, Real* out) {
  const int ix = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x),
            iy = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  Real* const to = out + static_cast<std::ptrdiff_t>(iy) * kernel.nx + ix;
  *to = 0;
  for (int jy = 0; jy < kernel.ny; ++jy) {
    const Real* const row = kernel.values +
                            static_cast<std::ptrdiff_t>(jy - iy + kernel.ny - 1) * kernel.stride +
                            (kernel.nx - 1 - ix);
    for (int jx = 0; jx < kernel.nx; ++jx)
      *to += row[jx] * in[static_cast<std::ptrdiff_t>(jy) * kernel.nx + jx];
  }
}

/// K2: a block has blockDim.x outputs of a row, in reversed order, so that thread t needs coefficient j + t
/// with input j. Shared memory: three times blockDim.x numbers. Rows of coefficients are padded to at least 2
/// nx.
template <class Real>
__global__ void shared_product(KernelView<Real> kernel, const Real* in, Real* out) {
  extern __shared__ double2 jam_elastic_scratch[];
  const int width = static_cast<int>(blockDim.x), t = static_cast<int>(threadIdx.x),
            tile = static_cast<int>(blockIdx.x), iy = static_cast<int>(blockIdx.y);
  Real* const coefficients = reinterpret_cast<Real*>(jam_elastic_scratch);
  Real* const inputs = coefficients + 2 * width;
  Real sum = 0;
  for (int jy = 0; jy < kernel.ny; ++jy) {
    const Real* const row =
        kernel.values + static_cast<std::ptrdiff_t>(jy - iy + kernel.ny - 1) * kernel.stride;
    for (int first = 0; first < kernel.nx; first += width) {
      const int k = first - (tile + 1) * width + kernel.nx + t;
      coefficients[t] = row[k];
      coefficients[t + width] = row[k + width];
      inputs[t] = in[static_cast<std::ptrdiff_t>(jy) * kernel.nx + first + t];
      __syncthreads();
      for (int j = 0; j < width; ++j) sum += coefficients[j + t] * inputs[j];
      __syncthreads();
    }
  }
  out[static_cast<std::ptrdiff_t>(iy) * kernel.nx + (tile + 1) * width - 1 - t] = sum;
}

}  // namespace jam::test
