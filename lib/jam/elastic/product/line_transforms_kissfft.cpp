// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// With kissfft, for those who do without the GPL.
#include <kissfft/kissfft.hh>
#include <numbers>
#include <vector>

#include "jam/elastic/product/line_transforms.hpp"

namespace jam::elastic {
namespace {

template <class Real>
class KissTransforms : public LineTransforms<Real> {
  using Complex = std::complex<Real>;

 public:
  KissTransforms(int real_length, int complex_length)
      : half_(real_length / 2),
        length_(complex_length),
        half_forward_(half_, false),
        half_backward_(half_, true),
        forward_(length_, false),
        backward_(length_, true) {
    for (int k = 0; k <= half_; ++k) turn_.emplace_back(std::polar(1.0, -std::numbers::pi * k / half_));
  }

  // Even and odd members of a real line are the real and the imaginary parts of a complex one of half its
  // length.
  void real_forward(Real* in, Complex* out) const override {
    std::vector<Complex> line(half_), both(half_);
    for (int k = 0; k < half_; ++k) line[k] = {in[2 * k], in[2 * k + 1]};
    half_forward_.transform(line.data(), both.data());
    for (int k = 0; k <= half_; ++k) {
      const Complex a = both[k % half_], b = std::conj(both[(half_ - k) % half_]);
      const Complex even = Real(0.5) * (a + b), odd = Complex(0, Real(-0.5)) * (a - b);
      out[k] = even + turn_[k] * odd;
    }
  }

  void real_backward(Complex* in, Real* out) const override {
    std::vector<Complex> both(half_), line(half_);
    for (int k = 0; k < half_; ++k) {
      const Complex a = in[k], b = std::conj(in[half_ - k]);
      both[k] = (a + b) + Complex(0, 1) * std::conj(turn_[k]) * (a - b);
    }
    half_backward_.transform(both.data(), line.data());
    for (int k = 0; k < half_; ++k) out[2 * k] = line[k].real(), out[2 * k + 1] = line[k].imag();
  }

  void forward(Complex* line) const override { transform(forward_, line); }
  void backward(Complex* line) const override { transform(backward_, line); }

 private:
  // kissfft writes elsewhere and keeps no state in a transform, though its function is not const.
  void transform(const kissfft<Real>& plan, Complex* line) const {
    const std::vector<Complex> copy(line, line + length_);
    plan.transform(copy.data(), line);
  }

  int half_, length_;
  kissfft<Real> half_forward_, half_backward_, forward_, backward_;
  std::vector<Complex> turn_;  ///< exp(-i pi k / half).
};

}  // namespace

const char* fft_library() { return "kissfft"; }

template <class Real>
std::unique_ptr<LineTransforms<Real>> make_line_transforms(int real_length, int complex_length) {
  return std::make_unique<KissTransforms<Real>>(real_length, complex_length);
}

template std::unique_ptr<LineTransforms<double>> make_line_transforms<double>(int, int);
template std::unique_ptr<LineTransforms<float>> make_line_transforms<float>(int, int);

}  // namespace jam::elastic
