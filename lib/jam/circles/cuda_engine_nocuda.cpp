// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Rounds on a CUDA device, in a build without CUDA.
#include "jam/circles/cpu_engine.hpp"
#include "jam/core/error.hpp"

namespace jam::circles {

std::unique_ptr<RoundEngine> make_cuda_engine(int, InstanceRange, int, StopToken&) {
  throw DeviceError("this build has no CUDA: use --device cpu, or configure with a CUDA Toolkit");
}

}  // namespace jam::circles
