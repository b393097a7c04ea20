// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The threads of a ladder on a CUDA device, a block of one warp or several: threads k, k + 16, k + 32, ..
// work on replica k, and each tests a part of the other circles. Circles are in shared memory, centres as
// element circle * 16 + replica, so that the threads of a warp read 32 centres that lie side by side.
#pragma once

#include <cstddef>
#include <cstdint>

#include "jam/circles/tempering/ladder.hpp"
#include "jam/core/cuda/workers.cuh"

namespace jam::circles {

/// A ladder in shared memory. Its centres [n][replica_count] and radii [n] follow.
template <int warp_count>
struct alignas(16) SharedLadder {
  std::int32_t temperature[replica_count];
  float step[replica_count];
  float energy[replica_count];
  float part_sum[warp_count][replica_count];  ///< Partial sum of each warp, for the sum over all warps.
  int stop;                                   ///< Not 0: the work is given up.
};

/// ReplicaThreads of a block.
template <int warp_count>
class LadderThreads {
 public:
  using Real = float;
  static constexpr int thread_count = warp_count * warp_size;

  __device__ __forceinline__ LadderThreads(SharedLadder<warp_count>& shared, std::uint64_t seed,
                                           std::uint32_t ladder, std::uint64_t first_step)
      : shared_(shared), seed_(seed), first_(first_step - steps_at_once), ladder_(ladder) {}

  [[nodiscard]] static __device__ __forceinline__ int thread() { return static_cast<int>(threadIdx.x); }
  [[nodiscard]] static __device__ __forceinline__ int lane() { return thread() % warp_size; }
  [[nodiscard]] static __device__ __forceinline__ int rank() { return thread() / replica_count; }
  [[nodiscard]] static __device__ __forceinline__ int size() { return thread_count / replica_count; }
  [[nodiscard]] static __device__ __forceinline__ int replica() { return thread() % replica_count; }

  static __device__ __forceinline__ void sync() {
    if constexpr (warp_count == 1) {
      __syncwarp();
    } else {
      __syncthreads();
    }
  }

  [[nodiscard]] __device__ __forceinline__ float sum(float value) const {
    value += __shfl_xor_sync(whole_warp, value, replica_count);
    if constexpr (warp_count == 1) {
      sync();
      return value;
    }
    shared_.part_sum[thread() / warp_size][replica()] = value;
    sync();
    float all = 0;
    for (int warp = 0; warp < warp_count; ++warp) all += shared_.part_sum[warp][replica()];
    return all;
  }

  /// The threads of a warp compute the numbers of the next steps together, one block of them each.
  [[nodiscard]] __device__ __forceinline__ PhiloxBlock words(std::uint64_t number, std::uint32_t index) {
    if (number - first_ >= steps_at_once) {
      first_ = number;
      const auto own = static_cast<std::uint32_t>(lane());
      own_ = replica_words(seed_, ladder_, first_ + own / blocks_per_step, own % blocks_per_step);
    }
    const int from = static_cast<int>((number - first_) * blocks_per_step + index);
    return {__shfl_sync(whole_warp, own_.x, from), __shfl_sync(whole_warp, own_.y, from),
            __shfl_sync(whole_warp, own_.z, from), __shfl_sync(whole_warp, own_.w, from)};
  }

 private:
  static constexpr std::uint32_t blocks_per_step = 3;
  static constexpr std::uint64_t steps_at_once = warp_size / blocks_per_step;

  SharedLadder<warp_count>& shared_;
  std::uint64_t seed_;
  std::uint64_t first_;  ///< Step of the first block that the threads hold.
  std::uint32_t ladder_;
  PhiloxBlock own_;
};

/// Centres of one replica in shared memory.
class SharedCentres {
 public:
  __device__ __forceinline__ SharedCentres(float2* centres, int replica) : centres_(centres + replica) {}

  [[nodiscard]] __device__ __forceinline__ ReplicaCentre<float> centre(int i) const {
    const float2 at = centres_[i * replica_count];
    return {at.x, at.y};
  }
  __device__ __forceinline__ void place(int i, const ReplicaCentre<float>& centre) const {
    centres_[i * replica_count] = {centre.x, centre.y};
  }

 private:
  float2* centres_;
};

/// Smaller radii are raised to this [radius of the enclosing circle]: the square of a sum of two must not
/// underflow.
inline constexpr float least_shared_radius = 1e-15F;

/// The tables of replica_sweep.hpp, computed from radii in shared memory, which has no capacity for arrays
/// over all pairs.
class SharedRadii {
 public:
  /// Terms of circle i.
  class Pairs {
   public:
    __device__ __forceinline__ Pairs(const float* radius, int i)
        : radius_(radius), own_radius_(radius[i]), i_(i) {}
    [[nodiscard]] __device__ __forceinline__ PairTerm operator[](int k) const {
      const float reach = own_radius_ + radius_[k];
      const float square = reach * reach;
      return {k == i_ ? 0.0F : square, __fdividef(0.25F, square)};
    }

   private:
    const float* radius_;
    float own_radius_;
    int i_;
  };

  __device__ __forceinline__ SharedRadii(const float* radius, int n) : count(n), radius_(radius) {}

  [[nodiscard]] __device__ __forceinline__ float radius_of(int i) const { return radius_[i]; }
  [[nodiscard]] __device__ __forceinline__ Pairs pairs_of(int i) const { return {radius_, i}; }
  [[nodiscard]] __device__ __forceinline__ RimTerm rim_of(int i) const {
    const float clearance = 1.0F - radius_[i];
    return {clearance * clearance, __fdividef(0.25F, clearance * clearance)};
  }

  int count;  ///< Number of circles n.

 private:
  const float* radius_;
};

}  // namespace jam::circles
