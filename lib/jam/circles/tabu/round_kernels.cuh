// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The instantiations of the round kernel (round_kernel.cuh), described for the launcher. They differ in how
// many circles a thread owns and so in registers; each is compiled in one of the files round_kernels_*.cu. Up
// to 256 circles a warp relaxes a packing, beyond a block.
#pragma once

#include <span>

#include "jam/circles/tabu/round_kernel.cuh"

namespace jam::circles {

/// A compiled kernel and the facts that its launcher needs.
struct RoundKernel {
  const char* name;  ///< Name for messages.
  void (*run)(RoundArguments);
  int circle_limit;  ///< Largest number of circles; also the stride of the arrays in shared memory [floats].
  int team_threads;  ///< Number of threads of a team.
  int team_limit;    ///< Largest number of teams in a block.
};

/// Ascending circle_limit.
[[nodiscard]] std::span<const RoundKernel> warp_round_kernels();
[[nodiscard]] std::span<const RoundKernel> block_round_kernels();

/// Describes the instantiation for team T with at most `team_limit` teams. `resident_blocks` full blocks
/// shall fit on a multiprocessor: this bounds the registers of a thread to 65536 / (threads *
/// resident_blocks).
template <Team T, int team_limit, int resident_blocks>
[[nodiscard]] RoundKernel describe_round_kernel(const char* name) {
  return {name, round_kernel<T, T::thread_count * team_limit, resident_blocks>, T::item_limit,
          T::thread_count, team_limit};
}

}  // namespace jam::circles
