// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "bench/source_programs/measured.hpp"
#include "jam/core/device.hpp"

namespace jam::test {

template <class Real>
MeasuredTime measure_product(int, MeasuredProduct, const Kernel<Real>&, std::span<const Real>, int, int,
                             std::vector<Real>&) {
  fail_without_cuda();
}

template <class Real>
MeasuredTime measure_fourier(int, int, int, const InfluenceKernel&, std::span<const Real>, int,
                             std::vector<Real>&) {
  fail_without_cuda();
}

template MeasuredTime measure_product<float>(int, MeasuredProduct, const Kernel<float>&,
                                             std::span<const float>, int, int, std::vector<float>&);
template MeasuredTime measure_product<double>(int, MeasuredProduct, const Kernel<double>&,
                                              std::span<const double>, int, int, std::vector<double>&);
template MeasuredTime measure_fourier<float>(int, int, int, const InfluenceKernel&, std::span<const float>,
                                             int, std::vector<float>&);
template MeasuredTime measure_fourier<double>(int, int, int, const InfluenceKernel&, std::span<const double>,
                                              int, std::vector<double>&);

MeasuredTime measure_dots(int, const DotProblem&, DotJoin, bool, int, int, std::vector<float>&,
                          std::vector<float>&) {
  fail_without_cuda();
}

MeasuredTime measure_reduction(int, Reduction, int, int, int, float&) { fail_without_cuda(); }

double device_flops(int) { fail_without_cuda(); }

}  // namespace jam::test
