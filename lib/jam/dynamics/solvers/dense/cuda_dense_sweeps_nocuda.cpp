// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Dense solvers on a CUDA device, in a build without CUDA.
#include "jam/core/device.hpp"
#include "jam/dynamics/solvers/dense/dense_sweeps.hpp"

namespace jam::dynamics {

std::unique_ptr<Sweeps> cuda_dense_sweeps(int, const ContactProblem&, const SolverSettings&) {
  fail_without_cuda();
}

}  // namespace jam::dynamics
