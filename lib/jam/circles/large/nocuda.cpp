// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The large search in a build without CUDA: asking for a CUDA device is an error.
#include "jam/circles/large/engine.hpp"
#include "jam/core/error.hpp"

namespace jam::circles::large {

std::unique_ptr<Engine> make_cuda_engine(const std::vector<double>&, int) {
  throw DeviceError("search single: this build has no CUDA: use --device cpu, or configure with a CUDA Toolkit");
}

}  // namespace jam::circles::large
