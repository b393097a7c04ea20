// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Dynamics on a CUDA device, in a build without CUDA.
#include "jam/dynamics/cuda/device.hpp"

#include "jam/core/device.hpp"

namespace jam::dynamics {

Simulation::Detect cuda_detection(int, std::size_t) { fail_without_cuda(); }

MakeDriver cuda_steps(int) { fail_without_cuda(); }

}  // namespace jam::dynamics
