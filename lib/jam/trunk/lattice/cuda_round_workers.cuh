// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A block of threads that works on a round of the lattice search (round_workers.hpp). A member is a
// warp: an orientation's rows belong to one warp for the whole round, so a placed box costs one barrier of
// the block. The positions left during a filling lie in shared memory where the window has few enough words,
// else with the rest of the window in global memory, which stays in the caches. Any number of warps gives the
// same bits.
#pragma once

#include <cuda_runtime.h>

#include "jam/trunk/lattice/round.hpp"

namespace jam::trunk {
namespace {

class CudaRoundWorkers {
 public:
  static constexpr int place_buffers = 2;
  /// Words of a block in global memory.
  static constexpr std::size_t slow_words =
      (1 + 2 * lattice_orientation_limit) * static_cast<std::size_t>(lattice_window_limit);

  /// `fast`: shared memory for the left positions of windows of `fast_words` words; `slow`: slow_words of
  /// this block.
  __device__ __forceinline__ CudaRoundWorkers(RoundLists* lists, std::uint64_t* fast, int fast_words,
                                              std::uint64_t* slow)
      : lists_(lists), fast_(fast), slow_(slow), fast_words_(fast_words) {}

  [[nodiscard]] __device__ __forceinline__ WindowMemory memory(int words) const {
    const bool fits = words <= fast_words_;
    WindowMemory memory;
    memory.stride = fits ? words : lattice_window_limit;
    memory.temporary_stride = memory.stride;
    memory.free = slow_;
    memory.legal = slow_ + lattice_window_limit;
    memory.left = fits ? fast_ : slow_ + (1 + lattice_orientation_limit) * lattice_window_limit;
    memory.temporary[0] = memory.left;
    memory.temporary[1] = memory.legal;
    return memory;
  }
  [[nodiscard]] __device__ __forceinline__ RoundLists& lists() const { return *lists_; }

  __device__ __forceinline__ void sync() const { __syncthreads(); }

  template <class F>
  __device__ __forceinline__ void for_all(int count, const F& f) const {
    for (int i = static_cast<int>(threadIdx.x); i < count; i += static_cast<int>(blockDim.x)) f(i);
    __syncthreads();
  }
  template <class F>
  __device__ __forceinline__ void for_all_of_block(int ny, int nz, const F& f) const {
    deal_block(ny, nz, static_cast<int>(threadIdx.x), static_cast<int>(blockDim.x), f);
    __syncthreads();
  }
  template <class F>
  __device__ __forceinline__ void for_orientations(int count, const F& f) const {
    for (int o = warp(); o < count; o += static_cast<int>(blockDim.x / warp_size)) f(o);
    __syncthreads();
  }
  /// Every warp evaluates the condition, the first one writes.
  template <class P>
  [[nodiscard]] __device__ __forceinline__ int gather(int count, int limit, const P& wanted,
                                                      std::int32_t* out) const {
    __syncthreads();
    int found = 0;
    for (int base = 0; base < count && found <= limit; base += warp_size) {
      const int i = base + lane();
      const bool take = i < count && wanted(i);
      const unsigned takers = __ballot_sync(all_lanes, take);
      const int place = found + __popc(takers & ((1U << lane()) - 1U));
      if (take && place <= limit && warp() == 0) out[place] = i;
      found += __popc(takers);
    }
    __syncthreads();
    return min(found, limit + 1);
  }
  template <class F>
  __device__ __forceinline__ void once(const F& f) const {
    if (threadIdx.x == 0) f();
  }

  template <class F>
  __device__ __forceinline__ void for_rows(int count, const F& f) const {
    for (int r = lane(); r < count; r += warp_size) f(r);
    __syncwarp();
  }
  template <class F>
  __device__ __forceinline__ void for_block(int ny, int nz, const F& f) const {
    deal_block(ny, nz, lane(), warp_size, f);
    __syncwarp();
  }
  template <class F>
  [[nodiscard]] __device__ __forceinline__ std::uint64_t any_bits(int count, const F& f) const {
    std::uint64_t bits = 0;
    for (int r = lane(); r < count; r += warp_size) bits |= f(r);
#if __CUDA_ARCH__ >= 800
    const unsigned low = __reduce_or_sync(all_lanes, static_cast<unsigned>(bits));
    const unsigned high = __reduce_or_sync(all_lanes, static_cast<unsigned>(bits >> 32));
    return std::uint64_t{high} << 32 | low;
#else
    for (int step = warp_size / 2; step > 0; step /= 2) bits |= __shfl_xor_sync(all_lanes, bits, step);
    return bits;
#endif
  }
  template <class P>
  [[nodiscard]] __device__ __forceinline__ int first(int count, const P& wanted) const {
    for (int base = 0; base < count; base += warp_size) {
      const int i = base + lane();
      const unsigned takers = __ballot_sync(all_lanes, i < count && wanted(i));
      if (takers != 0) return base + __ffs(static_cast<int>(takers)) - 1;
    }
    return count;
  }
  template <class F>
  [[nodiscard]] __device__ __forceinline__ int least(int count, const F& f) const {
    int value = 1 << 30;
    for (int i = lane(); i < count; i += warp_size) value = min(value, f(i));
#if __CUDA_ARCH__ >= 800
    return __reduce_min_sync(all_lanes, value);
#else
    for (int step = warp_size / 2; step > 0; step /= 2)
      value = min(value, __shfl_xor_sync(all_lanes, value, step));
    return value;
#endif
  }
  template <class T>
  __device__ __forceinline__ void store(T& to, const T& value) const {
    if (lane() == 0) to = value;
  }

 private:
  static constexpr int warp_size = 32;
  static constexpr unsigned all_lanes = 0xffffffffU;

  [[nodiscard]] __device__ __forceinline__ static int lane() {
    return static_cast<int>(threadIdx.x % warp_size);
  }
  [[nodiscard]] __device__ __forceinline__ static int warp() {
    return static_cast<int>(threadIdx.x / warp_size);
  }

  /// f(y, z) for every `takers`-th place of a block, from `taker` on. Places are divided by ny with a
  /// multiplication, which is exact as long as their number times ny is below 2^32.
  template <class F>
  __device__ __forceinline__ static void deal_block(int ny, int nz, int taker, int takers, const F& f) {
    const std::uint64_t reciprocal = std::uint64_t{0xffffffffU / static_cast<unsigned>(ny)} + 1;
    const int count = ny * nz;
    for (int k = taker; k < count; k += takers) {
      const int z = static_cast<int>((static_cast<std::uint64_t>(k) * reciprocal) >> 32);
      f(k - z * ny, z);
    }
  }

  RoundLists* lists_;
  std::uint64_t* fast_;
  std::uint64_t* slow_;
  int fast_words_;
};

}  // namespace
}  // namespace jam::trunk
