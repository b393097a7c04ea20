// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Products by Fourier transforms, with all that they need on the device. Transforms are those of
// product/fft_blocks.hpp, not cuFFT's; why: docs/contactpatch.md, "Fourier transforms on a GPU".
#pragma once

#include "jam/elastic/cuda/spectra.cuh"
#include "jam/elastic/product/fft_product.hpp"

namespace jam::elastic {

/// Transforms the padded fields of a grid, `fields` of them at once. Its user declares it as a member after
/// the queue of the stream.
template <class Real>
class DeviceTransforms {
 public:
  DeviceTransforms(int nx, int ny, int fields, cudaStream_t stream) : stream_(stream) {
    const int width = transform_length(2 * nx), height = transform_length(2 * ny);
    row_roots_ = DeviceBuffer<Complex<Real>>("roots of unity", width);
    column_roots_ = DeviceBuffer<Complex<Real>>("roots of unity", height);
    shape_ = shape_with_roots(nx, ny, width, height, row_roots_.data(), column_roots_.data(), stream);
    rows_ = DeviceBuffer<Complex<Real>>(
        "transformed rows", columns() * static_cast<std::size_t>(fields) * static_cast<std::size_t>(ny));
  }

  /// The spectrum of influence coefficients, and that of their preconditioner, which even blocks have.
  struct Spectra {
    Block block = Block::nn;
    DeviceBuffer<Real> spectrum, inverse;

    [[nodiscard]] SpectrumView<Real> view() const { return spectrum_view(block, spectrum.data()); }
    [[nodiscard]] SpectrumView<Real> inverse_view() const { return spectrum_view(block, inverse.data()); }
  };
  [[nodiscard]] Spectra spectra(const InfluenceKernel& kernel, bool with_inverse) const {
    static_assert(sizeof(Real) == sizeof(double), "coefficients are transformed in double precision");
    const std::size_t points = columns() * static_cast<std::size_t>(shape_.half_height());
    DeviceBuffer<Complex<double>> kernel_rows("rows of a spectrum", points);
    Spectra made{kernel.block, DeviceBuffer<Real>("spectrum", points), {}};
    if (with_inverse) made.inverse = DeviceBuffer<Real>("spectrum", points);
    launch_spectra(shape_, kernel, kernel_rows.data(), made.spectrum.data(),
                   with_inverse ? made.inverse.data() : nullptr, stream_);
    wait_for(stream_, "spectra");
    return made;
  }

  /// out = the convolution of `in` with spectra; fields follow each other in memory.
  template <int outputs, int inputs>
  void multiply(const Guard& guard, const SpectrumMatrix<Real, outputs, inputs>& spectra, const Real* in,
                Real* out) {
    launch_fft_product(guard, shape_, spectra, in, rows_.data(), out, stream_);
  }

 private:
  [[nodiscard]] std::size_t columns() const { return static_cast<std::size_t>(shape_.columns()); }

  cudaStream_t stream_;
  FftShape<Real> shape_;
  DeviceBuffer<Complex<Real>> row_roots_, column_roots_, rows_;
};

}  // namespace jam::elastic
