// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The phases of a relaxation with a clock: where phases are timed, the kernel is compiled over these instead of CudaBoxPhases, which does
// not pay for it. After each phase the threads of the block wait for each other, and the first one reads the clock of the multiprocessor:
// cycles tell how the time of the launch is shared out among the phases.
#pragma once

#include "jam/trunk/relax/box_instances.hpp"
#include "jam/trunk/relax/cuda_box_phases.cuh"

namespace jam::trunk {

class ClockedBoxPhases : public CudaBoxPhases {
 public:
  using CudaBoxPhases::CudaBoxPhases;

  __device__ __forceinline__ void begin() {
    CudaBoxPhases::begin();
    last_ = clock64();
  }
  __device__ __forceinline__ void refresh() {
    CudaBoxPhases::refresh();
    mark(RelaxPhase::application);
  }
  __device__ __forceinline__ void list_pairs() {
    CudaBoxPhases::list_pairs();
    mark(RelaxPhase::box_pairs);
  }
  __device__ __forceinline__ void list_points() {
    CudaBoxPhases::list_points();
    mark(RelaxPhase::candidates);
  }
  __device__ __forceinline__ void find_pair_contacts() {
    CudaBoxPhases::find_pair_contacts();
    mark(RelaxPhase::box_box);
  }
  __device__ __forceinline__ void find_wall_contacts() {
    CudaBoxPhases::find_wall_contacts();
    mark(RelaxPhase::box_point);
  }
  __device__ __forceinline__ bool apply_corrections() {
    const bool stale = CudaBoxPhases::apply_corrections();
    mark(RelaxPhase::application);
    return stale;
  }

  /// Adds what the first thread counted to `cycles` [relax_phase_count]; the order of blocks does not matter to integers.
  __device__ __forceinline__ void give(unsigned long long* cycles) const {
    if (threadIdx.x != 0) return;
#pragma unroll
    for (int phase = 0; phase < relax_phase_count; ++phase) atomicAdd(cycles + phase, static_cast<unsigned long long>(cycles_[phase]));
  }

 private:
  __device__ __forceinline__ void mark(RelaxPhase phase) {
    __syncthreads();
    const long long now = clock64();
    cycles_[static_cast<int>(phase)] += now - last_;
    last_ = now;
  }

  long long last_ = 0;
  long long cycles_[relax_phase_count] = {};
};

}  // namespace jam::trunk
