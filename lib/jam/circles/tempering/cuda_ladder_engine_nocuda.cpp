// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Ladders on a CUDA device, in a build without CUDA.
#include "jam/circles/tempering/ladder_engine.hpp"

namespace jam::circles {

std::unique_ptr<LadderEngine> make_cuda_ladder_engine(int, int, int, StopToken&) { fail_without_cuda(); }

}  // namespace jam::circles
