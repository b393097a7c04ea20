// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Workers of a GPU (jam/core/workers.hpp): the threads of a warp, and those of a block.
#pragma once

#include <cstdint>

#include <cuda_runtime.h>

#include "jam/core/workers.hpp"

namespace jam {

inline constexpr int warp_size = 32;
inline constexpr unsigned whole_warp = 0xffffffffU;

class WarpThreads {
 public:
  [[nodiscard]] static __device__ __forceinline__ int rank() { return static_cast<int>(threadIdx.x & 31U); }
  [[nodiscard]] static __device__ __forceinline__ int size() { return warp_size; }
  static __device__ __forceinline__ void sync() { __syncwarp(); }
  [[nodiscard]] static __device__ __forceinline__ bool any(bool flag) {
    return __any_sync(whole_warp, flag) != 0;
  }
  [[nodiscard]] static __device__ __forceinline__ int count(bool flag) {
    return __popc(__ballot_sync(whole_warp, flag));
  }
  [[nodiscard]] static __device__ __forceinline__ int count_before(bool flag) {
    return __popc(__ballot_sync(whole_warp, flag) & ((1U << (threadIdx.x & 31U)) - 1U));
  }
  [[nodiscard]] static __device__ __forceinline__ int sum(int value) {
#if __CUDA_ARCH__ >= 800
    return __reduce_add_sync(whole_warp, value);
#else
    auto sum = static_cast<unsigned>(value);
    for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(whole_warp, sum, step);
    return static_cast<int>(sum);
#endif
  }
  [[nodiscard]] static __device__ __forceinline__ int sum_before(int value) {
    return sum_up_to(value) - value;
  }
  /// Sum over the threads up to this one, with it.
  [[nodiscard]] static __device__ __forceinline__ int sum_up_to(int value) {
#pragma unroll
    for (int step = 1; step < warp_size; step *= 2) {
      const int other = __shfl_up_sync(whole_warp, value, step);
      if (rank() >= step) value += other;
    }
    return value;
  }
  [[nodiscard]] static __device__ __forceinline__ int largest(int value) {
#if __CUDA_ARCH__ >= 800
    return __reduce_max_sync(whole_warp, value);
#else
    for (int step = 16; step > 0; step /= 2) value = max(value, __shfl_xor_sync(whole_warp, value, step));
    return value;
#endif
  }
  [[nodiscard]] static __device__ __forceinline__ std::uint64_t least(std::uint64_t key) {
#if __CUDA_ARCH__ >= 800
    const auto high = static_cast<unsigned>(key >> 32);
    const unsigned least_high = __reduce_min_sync(whole_warp, high);
    const unsigned low = high == least_high ? static_cast<unsigned>(key) : 0xffffffffU;
    return static_cast<std::uint64_t>(least_high) << 32 | __reduce_min_sync(whole_warp, low);
#else
    for (int step = 16; step > 0; step /= 2) {
      const auto other =
          static_cast<std::uint64_t>(__shfl_xor_sync(whole_warp, static_cast<unsigned long long>(key), step));
      key = other < key ? other : key;
    }
    return key;
#endif
  }
  [[nodiscard]] static __device__ __forceinline__ int value_at(int value, int rank) {
    return __shfl_sync(whole_warp, value, rank);
  }
};
static_assert(WarpWorkers<WarpThreads>);

/// A block of `threads` threads; 0: of the number it was launched with.
template <int threads = 0>
class BlockThreads {
 public:
  [[nodiscard]] static __device__ __forceinline__ int rank() { return static_cast<int>(threadIdx.x); }
  [[nodiscard]] static __device__ __forceinline__ int size() {
    return threads > 0 ? threads : static_cast<int>(blockDim.x);
  }
  static __device__ __forceinline__ void sync() { __syncthreads(); }
  [[nodiscard]] static __device__ __forceinline__ bool any(bool flag) {
    return __syncthreads_or(flag ? 1 : 0) != 0;
  }
};
static_assert(Workers<BlockThreads<>>);

}  // namespace jam
