// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Rounds of trials on a CUDA device, in a build without CUDA.
#include "jam/trunk/annealing/engine.hpp"

namespace jam::trunk {

std::unique_ptr<TrialEngine> make_cuda_trial_engine(const TrialSceneData&, int) { fail_without_cuda(); }

}  // namespace jam::trunk
