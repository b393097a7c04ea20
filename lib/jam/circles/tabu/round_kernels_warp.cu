// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Round kernels for up to 256 circles. The loops over neighbours need about 50 registers for one or two
// circles per thread and 12 more for each further one; variables outside of them may go to local memory.
#include "jam/circles/tabu/round_kernels.cuh"

namespace jam::circles {

std::span<const RoundKernel> warp_round_kernels() {
  static const RoundKernel kernels[] = {
      describe_round_kernel<WarpTeam<1>, 12, 3>("round, 32 circles"),
      describe_round_kernel<WarpTeam<2>, 16, 2>("round, 64 circles"),
      describe_round_kernel<WarpTeam<3>, 8, 3>("round, 96 circles"),
      describe_round_kernel<WarpTeam<4>, 10, 2>("round, 128 circles"),
      describe_round_kernel<WarpTeam<5>, 8, 2>("round, 160 circles"),
      describe_round_kernel<WarpTeam<8>, 8, 2>("round, 256 circles"),
  };
  return kernels;
}

}  // namespace jam::circles
