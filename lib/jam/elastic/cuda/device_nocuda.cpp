// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Elastic contact on a CUDA device, in a build without CUDA.
#include "jam/elastic/batch/contact.hpp"
#include "jam/elastic/cuda/device.hpp"

namespace jam::elastic {

std::unique_ptr<SmallEngine> make_cuda_small_engine(int) { fail_without_cuda(); }

std::size_t device_shared_limit(int) { fail_without_cuda(); }

NormalSolution solve_normal_on_device(int, const Grid&, const MaterialPair&, double, std::span<const double>,
                                      NormalLoad, const NormalSettings&, std::span<const double>) {
  fail_without_cuda();
}

std::unique_ptr<Product<double>> make_device_product(int, int, int, const InfluenceKernel&, bool) {
  fail_without_cuda();
}

std::unique_ptr<TangentialSolver> make_device_tangential(int, const Grid&, const MaterialPair&, bool) {
  fail_without_cuda();
}

CouplingProducts make_device_coupling(int, const Grid&, const MaterialPair&) { fail_without_cuda(); }

}  // namespace jam::elastic
