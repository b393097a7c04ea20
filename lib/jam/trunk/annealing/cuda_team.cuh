// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A warp that works on a trial, and a block that relaxes several parts (team.hpp).
#pragma once

#include <cuda_runtime.h>

#include "jam/trunk/annealing/team.hpp"

namespace jam::trunk {

class WarpTrialTeam {
 public:
  [[nodiscard]] __device__ __forceinline__ int lane() const { return static_cast<int>(threadIdx.x & 31U); }
  [[nodiscard]] __device__ __forceinline__ int lanes() const { return 32; }
  __device__ __forceinline__ void sync() const { __syncwarp(); }
  [[nodiscard]] __device__ __forceinline__ bool any(bool flag) const {
    return __any_sync(all_lanes, flag) != 0;
  }
  [[nodiscard]] __device__ __forceinline__ int count(bool flag) const {
    return __popc(__ballot_sync(all_lanes, flag));
  }
  [[nodiscard]] __device__ __forceinline__ int count_below(bool flag) const {
    return __popc(__ballot_sync(all_lanes, flag) & ((1U << (threadIdx.x & 31U)) - 1U));
  }
  [[nodiscard]] __device__ __forceinline__ int sum(int value) const {
#if __CUDA_ARCH__ >= 800
    return __reduce_add_sync(all_lanes, value);
#else
    auto sum = static_cast<unsigned>(value);
    for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(all_lanes, sum, step);
    return static_cast<int>(sum);
#endif
  }
  [[nodiscard]] __device__ __forceinline__ int sum_below(int value) const {
    int sum = value;
#pragma unroll
    for (int step = 1; step < 32; step *= 2) {
      const int other = __shfl_up_sync(all_lanes, sum, step);
      if (lane() >= step) sum += other;
    }
    return sum - value;
  }
  [[nodiscard]] __device__ __forceinline__ int largest(int value) const {
#if __CUDA_ARCH__ >= 800
    return __reduce_max_sync(all_lanes, value);
#else
    for (int step = 16; step > 0; step /= 2) value = max(value, __shfl_xor_sync(all_lanes, value, step));
    return value;
#endif
  }
  [[nodiscard]] __device__ __forceinline__ std::uint64_t least(std::uint64_t key) const {
#if __CUDA_ARCH__ >= 800
    const auto high = static_cast<unsigned>(key >> 32);
    const unsigned least_high = __reduce_min_sync(all_lanes, high);
    const unsigned low = high == least_high ? static_cast<unsigned>(key) : 0xffffffffU;
    return static_cast<std::uint64_t>(least_high) << 32 | __reduce_min_sync(all_lanes, low);
#else
    for (int step = 16; step > 0; step /= 2) {
      const auto other =
          static_cast<std::uint64_t>(__shfl_xor_sync(all_lanes, static_cast<unsigned long long>(key), step));
      key = other < key ? other : key;
    }
    return key;
#endif
  }
  [[nodiscard]] __device__ __forceinline__ int of_lane(int value, int lane) const {
    return __shfl_sync(all_lanes, value, lane);
  }

 private:
  static constexpr unsigned all_lanes = 0xffffffffU;
};

template <int parts, int warps>
class BlockTrialCrew {
 public:
  using Team = WarpTrialTeam;
  static constexpr int part_count = parts;

  [[nodiscard]] __device__ __forceinline__ Team team() const { return {}; }
  [[nodiscard]] __device__ __forceinline__ int team_index() const {
    return static_cast<int>(threadIdx.x / 32U);
  }
  [[nodiscard]] __device__ __forceinline__ int team_count() const { return warps; }
  [[nodiscard]] __device__ __forceinline__ int thread() const { return static_cast<int>(threadIdx.x); }
  [[nodiscard]] __device__ __forceinline__ int threads() const { return 32 * warps; }
  __device__ __forceinline__ void sync() const { __syncthreads(); }
  [[nodiscard]] __device__ __forceinline__ bool any(bool flag) const {
    return __syncthreads_or(flag ? 1 : 0) != 0;
  }
  __device__ __forceinline__ int add(int& shared, int value) const { return atomicAdd(&shared, value); }
  __device__ __forceinline__ int raise(int& shared, int value) const { return atomicMax(&shared, value); }
  __device__ __forceinline__ void set_bits(unsigned& bits, unsigned more) const { atomicOr(&bits, more); }
};

}  // namespace jam::trunk
