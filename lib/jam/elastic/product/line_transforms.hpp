// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Fourier transforms of single lines, by FFTW (GPL) if this build has it, else by Jampack's own
// (fft_line.hpp). FFTW is not seen by anything but the source that implements this interface, which is a
// target of its own (jam_fft).
#pragma once

#include <complex>
#include <memory>

namespace jam::elastic {

/// Transforms of lines of two fixed lengths, without scaling: there and back multiplies by the length. Lines
/// begin at multiples of 64 bytes and do not overlap. One object may be used by several threads at once.
template <class Real>
class LineTransforms {
 public:
  LineTransforms() = default;
  virtual ~LineTransforms() = default;
  LineTransforms(const LineTransforms&) = delete;
  LineTransforms& operator=(const LineTransforms&) = delete;

  /// `real_length` real numbers to real_length / 2 + 1 complex ones, and back; both overwrite their input at
  /// will.
  virtual void real_forward(Real* in, std::complex<Real>* out) const = 0;
  virtual void real_backward(std::complex<Real>* in, Real* out) const = 0;

  /// `complex_length` complex numbers in place.
  virtual void forward(std::complex<Real>* line) const = 0;
  virtual void backward(std::complex<Real>* line) const = 0;
};

/// `FFTW` or `Jampack`.
[[nodiscard]] const char* fft_library();

/// Lengths are even and have no prime factors but 2, 3 and 5.
template <class Real>
[[nodiscard]] std::unique_ptr<LineTransforms<Real>> make_line_transforms(int real_length, int complex_length);

}  // namespace jam::elastic
