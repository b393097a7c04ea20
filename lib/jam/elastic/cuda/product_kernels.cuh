// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The direct product D1. B_K is in a KernelView (toeplitz_tile.hpp), u_I = sum of B_(J - I) p_J.
#pragma once

#include "jam/core/cuda/batch.cuh"
#include "jam/elastic/cuda/guard.cuh"
#include "jam/elastic/cuda/tiles.hpp"
#include "jam/elastic/product/toeplitz_tile.hpp"

namespace jam::elastic {

// D1. A thread has 8 neighbouring outputs, in reversed order, of two rows, iy and iy + 1: coefficients of
// inputs jy for the one and jy + 1 for the other are the same, and pass through a window of registers, so
// that 64 multiplications share one load of four coefficients and two of four inputs. A warp has 256
// outputs of two rows; the 16 warps of a block share the rows of inputs, and join their sums in the end.

[[nodiscard]] __device__ __forceinline__ int staggered(int k) { return k + (k / 32) * 4; }

template <class Real>
struct alignas(16) FourNumbers {
  Real value[4];
};

template <class Real>
__global__ void __launch_bounds__(32 * tiled_warps, 1)
    tiled_product(Guard guard, KernelView<Real> kernel, const Real* in, Real* out) {
  if (guard.closed()) return;
  extern __shared__ double2 jam_elastic_scratch[];
  const int lane = static_cast<int>(threadIdx.x) & 31, warp = static_cast<int>(threadIdx.x) / 32;
  const int last = kernel.nx - 1 - tiled_width * static_cast<int>(blockIdx.x),
            iy = 2 * static_cast<int>(blockIdx.y);
  Real* const coefficients = reinterpret_cast<Real*>(jam_elastic_scratch) + warp * tiled_numbers;
  Real* const inputs = coefficients + tiled_coefficients;
  Real total[2][tiled_run] = {};
  for (int ky = warp - iy - 1; ky < kernel.ny - iy; ky += tiled_warps) {
    if (ky < 1 - kernel.ny || ky >= kernel.ny) continue;
    const Real* const row = kernel.values + static_cast<std::ptrdiff_t>(ky + kernel.ny - 1) * kernel.stride;
    Real sum[2][tiled_run] = {};
    for (int first = 0; first < kernel.nx; first += tiled_width) {
      // Beyond the row of coefficients there may be anything; the inputs for it are zero.
      const int start = kernel.nx - 1 - last + first, count = min(tiled_width, kernel.nx - first);
      __syncwarp();
      for (int k = lane; k < 2 * tiled_width; k += 32)
        coefficients[staggered(k)] = start + k < 2 * kernel.nx - 1 ? row[start + k] : Real(0);
#pragma unroll
      for (int r = 0; r < 2; ++r) {
        const int jy = iy + r + ky;
        const bool inside = jy >= 0 && jy < kernel.ny;
        for (int k = lane; k < tiled_width; k += 32) {
          inputs[r * tiled_width + k] =
              inside && k < count ? in[static_cast<std::ptrdiff_t>(jy) * kernel.nx + first + k] : Real(0);
        }
      }
      __syncwarp();
      const auto four = [](const Real* from) { return *reinterpret_cast<const FourNumbers<Real>*>(from); };
      Real window[tiled_run + 4];
#pragma unroll
      for (int h = 0; h < tiled_run; h += 4) {
        const FourNumbers<Real> some = four(coefficients + staggered(tiled_run * lane + h));
#pragma unroll
        for (int k = 0; k < 4; ++k) window[h + k] = some.value[k];
      }
#pragma unroll 4
      for (int j = 0; j < count; j += 4) {
        const FourNumbers<Real> next = four(coefficients + staggered(j + tiled_run * (lane + 1))),
                                low = four(inputs + j), high = four(inputs + tiled_width + j);
#pragma unroll
        for (int k = 0; k < 4; ++k) window[tiled_run + k] = next.value[k];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
#pragma unroll
          for (int c = 0; c < tiled_run; ++c) {
            sum[0][c] += window[c + k] * low.value[k];
            sum[1][c] += window[c + k] * high.value[k];
          }
        }
#pragma unroll
        for (int k = 0; k < tiled_run; ++k) window[k] = window[k + 4];
      }
    }
#pragma unroll
    for (int c = 0; c < tiled_run; ++c) total[0][c] += sum[0][c], total[1][c] += sum[1][c];
  }
  // The warps' sums, in the order of the warps.
  __syncthreads();
  Real* const sums = reinterpret_cast<Real*>(jam_elastic_scratch);
#pragma unroll
  for (int r = 0; r < 2; ++r) {
#pragma unroll
    for (int c = 0; c < tiled_run; ++c)
      sums[(warp * 2 + r) * tiled_width + tiled_run * lane + c] = total[r][c];
  }
  __syncthreads();
  const int r = static_cast<int>(threadIdx.x) / tiled_width, t = static_cast<int>(threadIdx.x) % tiled_width;
  Real sum = 0;
  for (int w = 0; w < tiled_warps; ++w) sum += sums[(w * 2 + r) * tiled_width + t];
  if (iy + r < kernel.ny && last - t >= 0)
    out[static_cast<std::ptrdiff_t>(iy + r) * kernel.nx + last - t] = sum;
}

template <class Real>
void launch_tiled_product(const Guard& guard, const KernelView<Real>& kernel, const Real* in, Real* out,
                          cudaStream_t stream) {
  static_assert(tiled_numbers >= 2 * tiled_width, "shared memory holds the sums of the warps");
  const LaunchShape shape{dim3(static_cast<unsigned>((kernel.nx - 1) / tiled_width + 1),
                               static_cast<unsigned>((kernel.ny + 1) / 2)),
                          dim3(32 * tiled_warps), tiled_bytes<Real>, stream};
  launch("tiled_product", shape, tiled_product<Real>, guard, kernel, in, out);
}

}  // namespace jam::elastic
