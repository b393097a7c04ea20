// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Transforms by FFTW. Plans are estimated, not measured, so that every run has the same plans and the same
// digits.
#include <fftw3.h>

#include <mutex>

#include "jam/core/aligned_array.hpp"
#include "jam/elastic/product/line_transforms.hpp"

namespace jam::elastic {
namespace {

// FFTW has a set of functions for each precision.
template <class Real>
struct Fftw;

template <>
struct Fftw<double> {
  using Plan = fftw_plan;
  using Complex = fftw_complex;
  static constexpr auto plan_real_forward = fftw_plan_dft_r2c_1d;
  static constexpr auto plan_real_backward = fftw_plan_dft_c2r_1d;
  static constexpr auto plan = fftw_plan_dft_1d;
  static constexpr auto run_real_forward = fftw_execute_dft_r2c;
  static constexpr auto run_real_backward = fftw_execute_dft_c2r;
  static constexpr auto run = fftw_execute_dft;
  static constexpr auto destroy = fftw_destroy_plan;
};

template <>
struct Fftw<float> {
  using Plan = fftwf_plan;
  using Complex = fftwf_complex;
  static constexpr auto plan_real_forward = fftwf_plan_dft_r2c_1d;
  static constexpr auto plan_real_backward = fftwf_plan_dft_c2r_1d;
  static constexpr auto plan = fftwf_plan_dft_1d;
  static constexpr auto run_real_forward = fftwf_execute_dft_r2c;
  static constexpr auto run_real_backward = fftwf_execute_dft_c2r;
  static constexpr auto run = fftwf_execute_dft;
  static constexpr auto destroy = fftwf_destroy_plan;
};

/// Guards the planner of FFTW, which only one thread may use at a time.
std::mutex planner;

template <class Real>
class FftwTransforms : public LineTransforms<Real> {
  using Library = Fftw<Real>;
  using Complex = typename Library::Complex;

 public:
  FftwTransforms(int real_length, int complex_length) {
    AlignedArray<Real> line(real_length);
    AlignedArray<std::complex<Real>> half(real_length / 2 + 1), whole(complex_length);
    const std::lock_guard lock(planner);
    constexpr unsigned flags = FFTW_ESTIMATE | FFTW_DESTROY_INPUT;
    real_forward_ = Library::plan_real_forward(real_length, line.data(), cast(half.data()), flags);
    real_backward_ = Library::plan_real_backward(real_length, cast(half.data()), line.data(), flags);
    forward_ = Library::plan(complex_length, cast(whole.data()), cast(whole.data()), FFTW_FORWARD, flags);
    backward_ = Library::plan(complex_length, cast(whole.data()), cast(whole.data()), FFTW_BACKWARD, flags);
  }

  ~FftwTransforms() override {
    const std::lock_guard lock(planner);
    for (auto plan : {real_forward_, real_backward_, forward_, backward_}) Library::destroy(plan);
  }

  void real_forward(Real* in, std::complex<Real>* out) const override {
    Library::run_real_forward(real_forward_, in, cast(out));
  }
  void real_backward(std::complex<Real>* in, Real* out) const override {
    Library::run_real_backward(real_backward_, cast(in), out);
  }
  void forward(std::complex<Real>* line) const override { Library::run(forward_, cast(line), cast(line)); }
  void backward(std::complex<Real>* line) const override { Library::run(backward_, cast(line), cast(line)); }

 private:
  static Complex* cast(std::complex<Real>* line) { return reinterpret_cast<Complex*>(line); }

  typename Library::Plan real_forward_, real_backward_, forward_, backward_;
};

}  // namespace

const char* fft_library() { return "FFTW"; }

template <class Real>
std::unique_ptr<LineTransforms<Real>> make_line_transforms(int real_length, int complex_length) {
  return std::make_unique<FftwTransforms<Real>>(real_length, complex_length);
}

template std::unique_ptr<LineTransforms<double>> make_line_transforms<double>(int, int);
template std::unique_ptr<LineTransforms<float>> make_line_transforms<float>(int, int);

}  // namespace jam::elastic
