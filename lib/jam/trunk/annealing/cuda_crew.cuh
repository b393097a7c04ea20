// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A block that relaxes several parts, its warps as teams (crew.hpp).
#pragma once

#include "jam/core/cuda/workers.cuh"
#include "jam/trunk/annealing/crew.hpp"

namespace jam::trunk {

template <int parts, int warps>
class BlockTrialCrew : public BlockThreads<32 * warps> {
 public:
  using Team = WarpThreads;
  static constexpr int part_count = parts;

  [[nodiscard]] __device__ __forceinline__ Team team() const { return {}; }
  [[nodiscard]] __device__ __forceinline__ int team_index() const {
    return static_cast<int>(threadIdx.x / 32U);
  }
  [[nodiscard]] __device__ __forceinline__ int team_count() const { return warps; }
  __device__ __forceinline__ int add(int& shared, int value) const { return atomicAdd(&shared, value); }
  __device__ __forceinline__ int raise(int& shared, int value) const { return atomicMax(&shared, value); }
  __device__ __forceinline__ void set_bits(unsigned& bits, unsigned more) const { atomicOr(&bits, more); }
};

}  // namespace jam::trunk
