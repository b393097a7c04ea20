// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Relaxation on a CUDA device, in a build without CUDA.
#include "jam/core/error.hpp"
#include "jam/trunk/relax/box_instances.hpp"

namespace jam::trunk {

std::unique_ptr<RelaxEngine> make_cuda_relax_engine(const PointGrid&, int) {
  throw DeviceError("this build has no CUDA: use --device cpu, or configure with a CUDA Toolkit");
}

}  // namespace jam::trunk
