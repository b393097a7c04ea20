// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The engines on a CUDA device, in a build without CUDA.
#include "jam/circles/annealing/engine.hpp"
#include "jam/circles/large/engine.hpp"
#include "jam/circles/tabu/round_engine.hpp"
#include "jam/circles/tempering/ladder_engine.hpp"

namespace jam::circles {

std::unique_ptr<RoundEngine> make_cuda_round_engine(int, int, int, StopToken&) { fail_without_cuda(); }

std::unique_ptr<LadderEngine> make_cuda_ladder_engine(int, int, int, StopToken&) { fail_without_cuda(); }

std::unique_ptr<AnnealingEngine> make_cuda_annealing_engine(int, int, int, StopToken&) {
  fail_without_cuda();
}

std::unique_ptr<large::Engine> large::make_cuda_engine(const std::vector<double>&, int) {
  fail_without_cuda();
}

}  // namespace jam::circles
