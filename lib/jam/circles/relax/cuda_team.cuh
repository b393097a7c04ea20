// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Teams of GPU threads (team.hpp). What a thread owns lives in its registers: per-item values in
// `slots` of them, near items as bits, so that neighbour lists cannot overflow. Items are dealt cyclically:
// item i is slot i / size of thread i mod size. At most slots * size items. Sums add in the same order
// whatever the block.
#pragma once

#include <type_traits>

#include <cuda_runtime.h>

#include "jam/circles/relax/team.hpp"
#include "jam/core/cuda/workers.cuh"

namespace jam::circles {

/// One float per owned item.
template <int slots>
struct RegisterLocal {
  float values[slots];
  __device__ __forceinline__ float& operator[](int slot) { return values[slot]; }
  __device__ __forceinline__ const float& operator[](int slot) const { return values[slot]; }
};

/// The bit of a word that stands for its first item: the highest, for that is found fastest.
inline constexpr unsigned first_bit = 0x80000000U;

/// Word `w` of the near items of item i, of `count` items, without i itself.
template <class Near>
__device__ __forceinline__ unsigned near_bits(int i, int w, int count, const Near& near) {
  unsigned bits = 0;
  const int end = min(32, count - 32 * w);
#pragma unroll 4
  for (int b = 0; b < end; ++b) {
    if (near(32 * w + b)) bits |= first_bit >> b;
  }
  if ((i >> 5) == w) bits &= ~(first_bit >> (i & 31));
  return bits;
}

/// For each item that a thread owns, a bit mask of the items near it, in registers. Only words with at least
/// one set bit are kept, in ascending order; the index of each takes four bits. So one loop visits all near
/// items, and threads of a warp with the same number of near items stay together.
template <int slots, int words>
class MaskNeighbours {
  static_assert(words <= 8, "the numbers of the words stand in 32 bits");

 public:
  template <class Near>
  __device__ __forceinline__ void build(int i, int slot, int count, const Near& near) {
    unsigned kept[words] = {};
    unsigned numbers = 0;
#pragma unroll 1
    for (int w = (count - 1) / 32; w >= 0; --w) {
      const unsigned bits = near_bits(i, w, count, near);
      if (bits != 0) {
#pragma unroll
        for (int k = words - 1; k > 0; --k) kept[k] = kept[k - 1];
        kept[0] = bits;
        numbers = numbers << 4 | static_cast<unsigned>(w);
      }
    }
#pragma unroll
    for (int k = 0; k < words; ++k) bits_[slot][k] = kept[k];
    numbers_[slot] = numbers;
  }

  template <class Visit>
  __device__ __forceinline__ void for_each(int, int slot, const Visit& visit) const {
    unsigned left[words];
#pragma unroll
    for (int k = 0; k < words; ++k) left[k] = bits_[slot][k];
    unsigned numbers = numbers_[slot];
#pragma unroll 1
    while (left[0] != 0) {
      const int bit = __clz(static_cast<int>(left[0]));
      const int j = static_cast<int>((numbers & 15U) * 32U) + bit;
      left[0] ^= first_bit >> bit;
      if (left[0] == 0) {
#pragma unroll
        for (int k = 1; k < words; ++k) left[k - 1] = left[k];
        left[words - 1] = 0;
        numbers >>= 4;
      }
      visit(j);
    }
  }

 private:
  unsigned bits_[slots][words];
  unsigned numbers_[slots];
};

/// MaskNeighbours for more words than registers hold: the mask is in the thread's local memory; registers
/// hold one bit per word, which says whether the word has a set bit.
template <int slots, int words>
class SparseNeighbours {
  static_assert(words <= 64, "one bit per word");

 public:
  template <class Near>
  __device__ __forceinline__ void build(int i, int slot, int count, const Near& near) {
    unsigned long long filled = 0;
#pragma unroll 1
    for (int w = 0; 32 * w < count; ++w) {
      const unsigned bits = near_bits(i, w, count, near);
      bits_[slot][w] = bits;
      if (bits != 0) filled |= 1ULL << w;
    }
    filled_[slot] = filled;
  }

  template <class Visit>
  __device__ __forceinline__ void for_each(int, int slot, const Visit& visit) const {
    unsigned long long filled = filled_[slot];
    unsigned bits = 0;
    int first = 0;
#pragma unroll 1
    while (bits != 0 || filled != 0) {
      if (bits == 0) {
        const int w = __ffsll(static_cast<long long>(filled)) - 1;
        filled &= filled - 1;
        bits = bits_[slot][w];
        first = 32 * w;
      }
      const int bit = __clz(static_cast<int>(bits));
      bits ^= first_bit >> bit;
      visit(first + bit);
    }
  }

 private:
  unsigned bits_[slots][words];
  unsigned long long filled_[slots];
};

/// All threads of the warp get the values of the one with the largest `value` (the lowest thread among
/// equals).
__device__ __forceinline__ void largest_in_warp(float& value, float& a, float& b) {
  int winner = static_cast<int>(threadIdx.x & 31U);
  float best = value;
#pragma unroll
  for (int step = 16; step > 0; step /= 2) {
    const float other = __shfl_xor_sync(whole_warp, best, step);
    const int who = __shfl_xor_sync(whole_warp, winner, step);
    if (other > best || (other == best && who < winner)) {
      best = other;
      winner = who;
    }
  }
  value = best;
  a = __shfl_sync(whole_warp, a, winner);
  b = __shfl_sync(whole_warp, b, winner);
}

/// The 32 threads of a warp, one packing of up to 32 * slots items.
template <int slots>
class WarpTeam : public WarpThreads {
 public:
  using Real = float;
  using Local = RegisterLocal<slots>;
  using Neighbours =
      std::conditional_t<(slots <= 5), MaskNeighbours<slots, slots>, SparseNeighbours<slots, slots>>;
  static constexpr int packing_count = 1;
  static constexpr int thread_count = 32;
  static constexpr int item_limit = 32 * slots;

  __device__ __forceinline__ explicit WarpTeam(void*, const int* = nullptr) {}
  [[nodiscard]] __device__ __forceinline__ static constexpr bool stopped() { return false; }

  template <class F>
  __device__ __forceinline__ void for_owned(int count, const F& f) const {
#pragma unroll
    for (int slot = 0; slot < slots; ++slot) {
      const int i = 32 * slot + rank();
      if (i < count) f(i, slot);
    }
  }
  [[nodiscard]] __device__ __forceinline__ float sum(float value) const {
#pragma unroll
    for (int step = 16; step > 0; step /= 2) value += __shfl_xor_sync(whole_warp, value, step);
    return value;
  }
  __device__ __forceinline__ void largest(float& value, float& a, float& b) const {
    largest_in_warp(value, a, b);
  }
  [[nodiscard]] __device__ __forceinline__ Local local(int) const { return {}; }
  [[nodiscard]] __device__ __forceinline__ Neighbours neighbours() const { return {}; }
};

/// A block of `threads` threads, one packing of up to threads * slots items. Needs 96 floats of shared
/// memory. Its work is to be given up once `*stop`, in device memory, is not 0; null: never.
template <int threads, int slots>
class BlockTeam : public BlockThreads<threads> {
 public:
  using Real = float;
  using Local = RegisterLocal<slots>;
  using Neighbours = SparseNeighbours<slots, (threads * slots + 31) / 32>;
  static constexpr int packing_count = 1;
  static constexpr int thread_count = threads;
  static constexpr int item_limit = threads * slots;

  __device__ __forceinline__ explicit BlockTeam(void* shared, const int* stop = nullptr)
      : partial_(static_cast<float*>(shared)), stop_(stop) {}
  using BlockThreads<threads>::rank;
  /// Whether a stop is requested: the same value in all threads.
  [[nodiscard]] __device__ __forceinline__ bool stopped() const {
    return stop_ != nullptr &&
           __syncthreads_or(threadIdx.x == 0 && *static_cast<const volatile int*>(stop_) != 0) != 0;
  }

  template <class F>
  __device__ __forceinline__ void for_owned(int count, const F& f) const {
#pragma unroll
    for (int slot = 0; slot < slots; ++slot) {
      const int i = threads * slot + rank();
      if (i < count) f(i, slot);
    }
  }
  [[nodiscard]] __device__ __forceinline__ float sum(float value) const {
#pragma unroll
    for (int step = 16; step > 0; step /= 2) value += __shfl_xor_sync(whole_warp, value, step);
    __syncthreads();
    if ((threadIdx.x & 31U) == 0) partial_[threadIdx.x / 32] = value;
    __syncthreads();
    float total = 0.0F;
    for (int warp = 0; warp < threads / 32; ++warp) total += partial_[warp];
    return total;
  }
  __device__ __forceinline__ void largest(float& value, float& a, float& b) const {
    largest_in_warp(value, a, b);
    __syncthreads();
    if ((threadIdx.x & 31U) == 0) {
      partial_[threadIdx.x / 32] = value;
      partial_[32 + threadIdx.x / 32] = a;
      partial_[64 + threadIdx.x / 32] = b;
    }
    __syncthreads();
    int winner = 0;
    for (int warp = 1; warp < threads / 32; ++warp) {
      if (partial_[warp] > partial_[winner]) winner = warp;
    }
    value = partial_[winner];
    a = partial_[32 + winner];
    b = partial_[64 + winner];
  }
  [[nodiscard]] __device__ __forceinline__ Local local(int) const { return {}; }
  [[nodiscard]] __device__ __forceinline__ Neighbours neighbours() const { return {}; }

 private:
  float* partial_;
  const int* stop_;
};

}  // namespace jam::circles
