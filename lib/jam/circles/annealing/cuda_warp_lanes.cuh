// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The lanes of a warp that share a replica (near_lists.hpp). Functions are marked for the host as well,
// because those that call them are; there they do nothing sensible and are never called.
#pragma once

#include <cstdint>

#include "jam/core/cuda/workers.cuh"

namespace jam::circles {

/// SweepLanes: the threads of a warp.
class WarpLanes {
 public:
  static constexpr int lane_count = warp_size;

  template <class V>
  struct PerLane {
    V own{};
    JAM_HD_INLINE V& operator[](int) { return own; }
    JAM_HD_INLINE const V& operator[](int) const { return own; }
  };

  template <class F>
  JAM_HD_INLINE void each(const F& f) const {
    f(lane());
  }
  JAM_HD_INLINE void sync() const {
#if defined(__CUDA_ARCH__)
    __syncwarp();
#endif
  }
  template <class V>
  [[nodiscard]] JAM_HD_INLINE V value(const PerLane<V>& values, [[maybe_unused]] int from) const {
#if defined(__CUDA_ARCH__)
    return __shfl_sync(whole_warp, values.own, from);
#else
    return values.own;
#endif
  }
  [[nodiscard]] JAM_HD_INLINE float sum(const PerLane<float>& values) const {
    float all = values.own;
#if defined(__CUDA_ARCH__)
    for (int distance = 1; distance < warp_size; distance *= 2)
      all += __shfl_xor_sync(whole_warp, all, distance);
#endif
    return all;
  }
  [[nodiscard]] JAM_HD_INLINE std::uint32_t sum_before(PerLane<std::uint32_t>& counts) const {
    std::uint32_t upto = counts.own;
#if defined(__CUDA_ARCH__)
    for (int distance = 1; distance < warp_size; distance *= 2) {
      const std::uint32_t before = __shfl_up_sync(whole_warp, upto, distance);
      if (lane() >= distance) upto += before;
    }
    counts.own = upto - counts.own;
    return __shfl_sync(whole_warp, upto, warp_size - 1);
#else
    return upto;
#endif
  }
  [[nodiscard]] JAM_HD_INLINE int first([[maybe_unused]] const PerLane<bool>& flags) const {
#if defined(__CUDA_ARCH__)
    const unsigned set = __ballot_sync(whole_warp, flags.own);
    return set == 0 ? warp_size : __ffs(static_cast<int>(set)) - 1;
#else
    return warp_size;
#endif
  }
  JAM_HD_INLINE std::uint32_t add(std::uint32_t* counter) const {
#if defined(__CUDA_ARCH__)
    return atomicAdd(counter, 1U);
#else
    return (*counter)++;
#endif
  }

  [[nodiscard]] static JAM_HD_INLINE int lane() {
#if defined(__CUDA_ARCH__)
    return static_cast<int>(threadIdx.x);
#else
    return 0;
#endif
  }
};

}  // namespace jam::circles
