// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Round kernels for more circles than a warp has registers for: the block is one team.
#include "jam/circles/tabu/round_kernels.cuh"

namespace jam::circles {

std::span<const RoundKernel> block_round_kernels() {
  static const RoundKernel kernels[] = {
      describe_round_kernel<BlockTeam<256, 2>, 1, 3>("round, 512 circles"),
      describe_round_kernel<BlockTeam<512, 4>, 1, 1>("round, 2048 circles"),
  };
  return kernels;
}

}  // namespace jam::circles
