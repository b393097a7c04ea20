// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Rounds on a CUDA device, in a build without CUDA.
#include "jam/circles/tabu/round_engine.hpp"

namespace jam::circles {

std::unique_ptr<RoundEngine> make_cuda_round_engine(int, int, int, StopToken&) { fail_without_cuda(); }

}  // namespace jam::circles
