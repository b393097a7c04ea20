// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// With Jampack's own transforms (fft_line.hpp), those of a GPU: for those who do without the GPL.
#include <algorithm>
#include <utility>

#include "jam/core/aligned_array.hpp"
#include "jam/elastic/product/fft_line.hpp"
#include "jam/elastic/product/line_transforms.hpp"

namespace jam::elastic {
namespace {

/// Complex lines of one length, in place.
template <class Real>
class Lines {
 public:
  explicit Lines(int length) : plan_(line_plan<Real>(length)), roots_(roots_of_unity<Real>(length)) {
    plan_.roots = roots_.data();
  }

  void forward(Complex<Real>* line) const {
    thread_local AlignedArray<Complex<Real>> spare;
    const Complex<Real>* const result =
        transform_lines(OneThread(), plan_, 1, line, spare.reserve(plan_.length));
    if (result != line) std::copy_n(result, plan_.length, line);
  }

  void backward(Complex<Real>* line) const {
    exchange(line);
    forward(line);
    exchange(line);
  }

 private:
  void exchange(Complex<Real>* line) const {
    for (int k = 0; k < plan_.length; ++k) line[k] = line[k].exchanged();
  }

  LinePlan<Real> plan_;
  std::vector<Complex<Real>> roots_;
};

/// Even and odd members of a real line are the real and the imaginary parts of a complex one of half its
/// length.
template <class Real>
class OwnTransforms : public LineTransforms<Real> {
  using Number = Complex<Real>;

 public:
  OwnTransforms(int real_length, int complex_length)
      : half_length_(real_length / 2),
        half_(half_length_),
        whole_(complex_length),
        roots_(roots_of_unity<Real>(real_length)) {}

  void real_forward(Real* in, std::complex<Real>* out) const override {
    Number* const both = reinterpret_cast<Number*>(in);
    half_.forward(both);
    for (int k = 0; k <= half_length_; ++k) {
      const Number a = both[k % half_length_], b = both[(half_length_ - k) % half_length_].conjugate();
      cast(out)[k] = Real(0.5) * ((a + b) + roots_[k] * (a - b).times_minus_i());
    }
  }

  void real_backward(std::complex<Real>* in, Real* out) const override {
    Number* const both = reinterpret_cast<Number*>(out);
    for (int k = 0; k < half_length_; ++k) {
      const Number a = cast(in)[k], b = cast(in)[half_length_ - k].conjugate();
      both[k] = (a + b) - roots_[k].conjugate() * (a - b).times_minus_i();
    }
    half_.backward(both);
  }

  void forward(std::complex<Real>* line) const override { whole_.forward(cast(line)); }
  void backward(std::complex<Real>* line) const override { whole_.backward(cast(line)); }

 private:
  static Number* cast(std::complex<Real>* line) { return reinterpret_cast<Number*>(line); }

  int half_length_;
  Lines<Real> half_, whole_;
  std::vector<Number> roots_;  ///< exp(-2 pi i k / real_length).
};

}  // namespace

const char* fft_library() { return "Jampack"; }

template <class Real>
std::unique_ptr<LineTransforms<Real>> make_line_transforms(int real_length, int complex_length) {
  return std::make_unique<OwnTransforms<Real>>(real_length, complex_length);
}

template std::unique_ptr<LineTransforms<double>> make_line_transforms<double>(int, int);
template std::unique_ptr<LineTransforms<float>> make_line_transforms<float>(int, int);

}  // namespace jam::elastic
