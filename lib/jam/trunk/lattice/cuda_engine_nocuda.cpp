// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Rounds on a CUDA device, in a build without CUDA.
#include "jam/trunk/lattice/engine.hpp"

namespace jam::trunk {

std::unique_ptr<LatticeEngine> make_cuda_lattice_engine(int, const CudaLatticeShape&) { fail_without_cuda(); }

}  // namespace jam::trunk
