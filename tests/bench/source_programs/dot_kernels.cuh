// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Sums of arrays in shared memory (R1 to R4 of the source, and by shuffles), and the inner products of a
// step of Gauss-Seidel (K3).
#pragma once

#include "bench/source_programs/measured.hpp"
#include "jam/core/cuda/sums.cuh"

namespace jam::test {

/// values[0] = the sum of n values, n a power of two, by the threads of a block; all of them call it. Thread
/// t < 32 of the unrolled form waits for its warp, on which the source relied.
template <Reduction kind>
__device__ void reduce_shared(float* values, int n) {
  const int t = static_cast<int>(threadIdx.x);
  if constexpr (kind == Reduction::divergent) {
    for (int s = 1; s < n; s *= 2) {
      if (t % (2 * s) == 0 && t + s < n) values[t] += values[t + s];
      __syncthreads();
    }
  } else if constexpr (kind == Reduction::strided) {
    for (int s = 1; s < n; s *= 2) {
      const int i = 2 * s * t;
      if (i < n) values[i] += values[i + s];
      __syncthreads();
    }
  } else if constexpr (kind == Reduction::sequential) {
    for (int s = n / 2; s > 0; s /= 2) {
      if (t < s) values[t] += values[t + s];
      __syncthreads();
    }
  } else if constexpr (kind == Reduction::unrolled) {
    for (int s = n / 2; s > 32; s /= 2) {
      if (t < s) values[t] += values[t + s];
      __syncthreads();
    }
    if (t < 32) {
      float own = values[t];
      // With fewer than 64 values there is nothing beyond.
#pragma unroll
      for (int s = 32; s > 0; s /= 2) {
        if (t + s < n) own += values[t + s];
        __syncwarp();
        values[t] = own;
        __syncwarp();
      }
    }
    __syncthreads();
  } else {
    float own = t < n ? values[t] : 0.0F;
    for (int s = static_cast<int>(blockDim.x); s < n; s *= 2) own += t + s < n ? values[t + s] : 0.0F;
#pragma unroll
    for (int s = 16; s > 0; s /= 2) own += __shfl_xor_sync(0xffffffffU, own, s);
    __syncthreads();
    if (t % 32 == 0) values[t / 32] = own;
    __syncthreads();
    if (t < 32) {
      own = t < static_cast<int>(blockDim.x) / 32 ? values[t] : 0.0F;
#pragma unroll
      for (int s = 16; s > 0; s /= 2) own += __shfl_xor_sync(0xffffffffU, own, s);
      if (t == 0) values[0] = own;
    }
    __syncthreads();
  }
}

template <Reduction kind>
__global__ void sum_of_numbers(int n, float* sums) {
  __shared__ float values[1024];
  for (int i = static_cast<int>(threadIdx.x); i < n; i += static_cast<int>(blockDim.x))
    values[i] = static_cast<float>(i);
  __syncthreads();
  reduce_shared<kind>(values, n);
  if (threadIdx.x == 0) sums[blockIdx.x] = values[0];
}

/// Where the coefficients of a cell begin, with the same stride of rows.
struct DotRows {
  const float *xx, *xy, *yx, *yy;
  int stride;
};

/// Both products of a direction with one input are added before they are summed.
[[nodiscard]] __device__ __forceinline__ float2 dot_terms(const DotRows& rows, const float* px,
                                                          const float* py, int nx, int jx, int jy) {
  const std::ptrdiff_t k = static_cast<std::ptrdiff_t>(jy) * rows.stride + jx,
                       j = static_cast<std::ptrdiff_t>(jy) * nx + jx;
  return {rows.xx[k] * px[j] + rows.xy[k] * py[j], rows.yx[k] * px[j] + rows.yy[k] * py[j]};
}

/// K3: blockDim.y rows of inputs a block; its sums go to partial[block] and partial[blocks + block].
static __global__ void dot_partials(DotRows rows, const float* px, const float* py, float* partial) {
  extern __shared__ double2 jam_elastic_scratch[];
  const int nx = static_cast<int>(blockDim.x), jy = static_cast<int>(blockIdx.x * blockDim.y + threadIdx.y),
            t = static_cast<int>(threadIdx.y) * nx + static_cast<int>(threadIdx.x),
            count = nx * static_cast<int>(blockDim.y);
  float* const x = reinterpret_cast<float*>(jam_elastic_scratch);
  float* const y = x + count;
  const float2 terms = dot_terms(rows, px, py, nx, static_cast<int>(threadIdx.x), jy);
  x[t] = terms.x;
  y[t] = terms.y;
  __syncthreads();
  for (int s = count / 2; s > 0; s /= 2) {
    if (t < s) x[t] += x[t + s], y[t] += y[t + s];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = x[0], partial[gridDim.x + blockIdx.x] = y[0];
}

/// K3g: block 0 sums x, block 1 y; any number of partial sums.
static __global__ void join_partials(const float* partial, int count, float* result) {
  __shared__ float values[1024];
  const int t = static_cast<int>(threadIdx.x);
  values[t] = t < count ? partial[static_cast<int>(blockIdx.x) * count + t] : 0.0F;
  __syncthreads();
  reduce_shared<Reduction::sequential>(values, static_cast<int>(blockDim.x));
  if (t == 0) result[blockIdx.x] = values[0];
}

/// Sums of both components.
struct DotSums {
  double x = 0, y = 0;
  __device__ void join(const DotSums& other) { x += other.x, y += other.y; }
};

/// The same in one kernel: blocks stride over rows and threads over columns; the last block joins the sums of
/// all blocks, in double precision.
static __global__ void __launch_bounds__(256)
    dots_fused(DotRows rows, const float* px, const float* py, int nx, int ny, DotSums* partial,
               DotSums* scratch, unsigned* arrived, float* result) {
  __shared__ double shared[2 * 32];
  DotSums own;
  for (int jy = static_cast<int>(blockIdx.x); jy < ny; jy += static_cast<int>(gridDim.x)) {
    for (int jx = static_cast<int>(threadIdx.x); jx < nx; jx += static_cast<int>(blockDim.x)) {
      const float2 terms = dot_terms(rows, px, py, nx, jx, jy);
      own.join({static_cast<double>(terms.x), static_cast<double>(terms.y)});
    }
  }
  own = block_tree(own, reinterpret_cast<DotSums*>(shared));
  if (threadIdx.x == 0) partial[blockIdx.x] = own;
  if (!is_last_block(arrived)) return;
  const DotSums total = grid_tree(partial, scratch, static_cast<int>(gridDim.x));
  if (threadIdx.x == 0) result[0] = static_cast<float>(total.x), result[1] = static_cast<float>(total.y);
}

}  // namespace jam::test
