// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Small scenes on a CUDA device, in a build without CUDA.
#include "jam/core/device.hpp"
#include "jam/dynamics/batch/engine.hpp"

namespace jam::dynamics {

std::unique_ptr<SmallEngine> make_cuda_small_engine(int) { fail_without_cuda(); }

}  // namespace jam::dynamics
