// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Sums whose bits do not depend on the size of a block. A sum over items is a perfect binary tree over their
// indices: items 2k and 2k + 1 are joined first, then pairs of these, and so on; missing items are a default
// value. A block of 2^m threads takes a whole subtree, so that any power of two gives the same tree. Values
// consist of 8-byte numbers and have join().
#pragma once

#include <cstring>

namespace jam {

/// The value of another lane of the warp, `distance` away in the sense of exclusive or. T consists of 8-byte
/// numbers.
template <class T>
[[nodiscard]] __device__ inline T from_lane(const T& value, int distance) {
  constexpr int words = sizeof(T) / sizeof(double);
  double part[words];
  memcpy(part, &value, sizeof(T));
#pragma unroll
  for (int k = 0; k < words; ++k) part[k] = __shfl_xor_sync(0xffffffffU, part[k], distance);
  T result;
  memcpy(&result, part, sizeof(T));
  return result;
}

/// Joins the values of the first `width` lanes (a power of two), as a tree; all lanes take part.
template <class T>
[[nodiscard]] __device__ inline T warp_tree(T value, int width = 32) {
  for (int distance = 1; distance < width; distance *= 2) value.join(from_lane(value, distance));
  return value;
}

/// Joins the values of all threads of a block; the result is that of thread 0. `shared` holds 32 values.
template <class T>
[[nodiscard]] __device__ inline T block_tree(T value, T* shared) {
  const int lane = static_cast<int>(threadIdx.x) & 31, warp = static_cast<int>(threadIdx.x) / 32,
            warps = static_cast<int>(blockDim.x) / 32;
  value = warp_tree(value);
  if (lane == 0) shared[warp] = value;
  __syncthreads();
  if (warp == 0) value = warp_tree(lane < warps ? shared[lane] : T{}, warps);
  return value;
}

/// Reads what another block wrote in the same kernel.
template <class T>
[[nodiscard]] __device__ inline T load_shared_result(const T* from) {
  constexpr int words = sizeof(T) / sizeof(double);
  double part[words];
#pragma unroll
  for (int k = 0; k < words; ++k) part[k] = __ldcg(reinterpret_cast<const double*>(from) + k);
  T result;
  memcpy(&result, part, sizeof(T));
  return result;
}

/// Joins `count` >= 1 values of all blocks, by one block; overwrites them. `scratch` holds count / 32 + 1
/// values.
template <class T>
[[nodiscard]] __device__ inline T grid_tree(T* values, T* scratch, int count) {
  const int lane = static_cast<int>(threadIdx.x) & 31, warp = static_cast<int>(threadIdx.x) / 32,
            warps = static_cast<int>(blockDim.x) / 32;
  while (count > 1) {
    const int groups = (count + 31) / 32;
    for (int group = warp; group < groups; group += warps) {
      const int i = 32 * group + lane;
      const T value = warp_tree(i < count ? load_shared_result(values + i) : T{});
      if (lane == 0) scratch[group] = value;
    }
    __threadfence();
    __syncthreads();
    T* const other = values;
    values = scratch;
    scratch = other;
    count = groups;
  }
  return load_shared_result(values);
}

/// Whether this block is the last one to come here; `arrived` is 0 before and after the kernel. What all
/// blocks wrote before can be read.
[[nodiscard]] __device__ inline bool is_last_block(unsigned* arrived) {
  __shared__ bool last;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    last = atomicAdd(arrived, 1U) == gridDim.x - 1;
    if (last) *arrived = 0;
  }
  __syncthreads();
  if (last) __threadfence();
  return last;
}

}  // namespace jam
