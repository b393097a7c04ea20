// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Products by Fourier transforms, with all that they need on the device. Transforms are those of
// product/fft_blocks.hpp, not cuFFT's; why: docs/contactpatch.md, "Fourier transforms on a GPU".
#pragma once

#include <vector>

#include "jam/elastic/cuda/spectra.cuh"
#include "jam/elastic/product/fft_product.hpp"
#include "jam/elastic/product/kernel.hpp"

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

  /// That of any kernel.
  [[nodiscard]] DeviceBuffer<Complex<Real>> spectrum(const Kernel<Real>& kernel) const;

  /// out = the convolution of `in` with spectra; fields stand one behind the other.
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

template <class Real>
__global__ void any_columns(FftShape<Real> shape, const Complex<Real>* rows, Complex<Real>* spectrum) {
  any_column(BlockGroup(), shape, static_cast<int>(blockIdx.x), rows, block_scratch<Real>(), spectrum);
}

template <class Real>
DeviceBuffer<Complex<Real>> DeviceTransforms<Real>::spectrum(const Kernel<Real>& kernel) const {
  const auto count = [](int k) { return dim3(static_cast<unsigned>(k)); };
  const int nx = kernel.nx(), ny = kernel.ny(), width = shape_.width(), height = shape_.height();
  // Offsets receiver - source on the periodic grid; the kernel has source - receiver.
  std::vector<Real> field(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  for (int ky = 1 - ny; ky < ny; ++ky) {
    for (int kx = 1 - nx; kx < nx; ++kx) {
      field[static_cast<std::size_t>((height - ky) % height) * static_cast<std::size_t>(width) +
            static_cast<std::size_t>((width - kx) % width)] = kernel.at(kx, ky);
    }
  }
  DeviceBuffer<Real> on_device("coefficients", field.size());
  on_device.upload(field, stream_);
  FftShape<Real> whole = shape_;
  whole.nx = width;
  whole.ny = height;
  const std::size_t points = columns() * static_cast<std::size_t>(height);
  DeviceBuffer<Complex<Real>> rows("rows of a spectrum", points), spectrum("spectrum", points);
  launch("forward_rows", line_shape<Real>(count(whole.row_pairs()), 1, width, stream_), forward_rows<Real>,
         Guard{}, whole, on_device.data(), rows.data());
  launch("any_columns", line_shape<Real>(count(shape_.columns()), 1, height, stream_), any_columns<Real>,
         shape_, rows.data(), spectrum.data());
  wait_for(stream_, "spectrum");
  return spectrum;
}

}  // namespace jam::elastic
