// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Influence coefficients made on the device: spectra of displacements and of the preconditioner that inverts
// them, and all offsets in the layout of the direct product.
#pragma once

#include "jam/elastic/cuda/fft_kernels.cuh"

namespace jam::elastic {

/// Writes the coefficients of all offsets; the entries after them in a row are never used.
template <class Real>
__global__ void fill_kernel(InfluenceKernel kernel, int nx, int ny, int stride, Real* values) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x), width = 2 * nx - 1, row = i / width,
            kx = i - row * width - (nx - 1), ky = row - (ny - 1);
  if (row >= 2 * ny - 1) return;
  values[static_cast<std::ptrdiff_t>(row) * stride + kx + nx - 1] =
      static_cast<Real>(offset_influence(kernel, -kx, -ky));
}

template <class Real>
void launch_fill_kernel(const InfluenceKernel& kernel, int nx, int ny, int stride, Real* values,
                        cudaStream_t stream) {
  launch("fill_kernel", shape_for_items((2 * nx - 1) * (2 * ny - 1), 128, stream), fill_kernel<Real>, kernel,
         nx, ny, stride, values);
}

static __global__ void kernel_rows(FftShape<double> shape, InfluenceKernel kernel, Complex<double>* rows) {
  kernel_row(BlockThreads<>(), shape, kernel, static_cast<int>(blockIdx.x), block_scratch<double>(), rows);
}

template <class Real>
__global__ void kernel_columns(FftShape<double> shape, Block block, const Complex<double>* rows,
                               Real* spectrum, Real* inverse) {
  kernel_column(BlockThreads<>(), shape, block, static_cast<int>(blockIdx.x), rows, block_scratch<double>(),
                spectrum, inverse);
}

/// The shape of a grid and its padded size; the roots of its lines are written to arrays of as many numbers.
template <class Real>
[[nodiscard]] FftShape<Real> shape_with_roots(int nx, int ny, int width, int height, Complex<Real>* row_roots,
                                              Complex<Real>* column_roots, cudaStream_t stream) {
  FftShape<Real> shape{nx, ny, line_plan<Real>(width), line_plan<Real>(height)};
  shape.row.roots = row_roots;
  shape.column.roots = column_roots;
  launch("fill_roots", shape_for_items(width, 128, stream), fill_roots<Real>, row_roots, width);
  launch("fill_roots", shape_for_items(height, 128, stream), fill_roots<Real>, column_roots, height);
  return shape;
}

/// The spectrum of a block and, unless null, of its preconditioner; all arrays have shape.columns() *
/// shape.half_height() numbers.
template <class Real>
void launch_spectra(const FftShape<double>& shape, const InfluenceKernel& kernel, Complex<double>* rows,
                    Real* spectrum, Real* inverse, cudaStream_t stream) {
  const auto count = [](int k) { return dim3(static_cast<unsigned>(k)); };
  launch("kernel_rows", line_shape<double>(count(shape.half_height()), 1, shape.padded_width(), stream),
         kernel_rows, shape, kernel, rows);
  launch("kernel_columns", line_shape<double>(count(shape.columns()), 1, shape.padded_height(), stream),
         kernel_columns<Real>, shape, kernel.block, static_cast<const Complex<double>*>(rows), spectrum,
         inverse);
}

}  // namespace jam::elastic
