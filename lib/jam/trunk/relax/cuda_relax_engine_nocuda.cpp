// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Relaxation on a CUDA device, in a build without CUDA.
#include "jam/trunk/relax/box_instances.hpp"

namespace jam::trunk {

std::unique_ptr<RelaxEngine> make_cuda_relax_engine(const PointGrid&, int) { fail_without_cuda(); }

}  // namespace jam::trunk
