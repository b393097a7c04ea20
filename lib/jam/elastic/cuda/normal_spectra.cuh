// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Spectra of displacements by pressures, and of the preconditioner that inverts them, made on the device.
#pragma once

#include "jam/elastic/cuda/fft_kernels.cuh"

namespace jam::elastic {

static __global__ void kernel_rows(FftShape<double> shape, NormalKernel kernel, Complex<double>* rows) {
  kernel_row(BlockGroup(), shape, kernel, static_cast<int>(blockIdx.x), block_scratch<double>(), rows);
}

template <class Real>
__global__ void kernel_columns(FftShape<double> shape, const Complex<double>* rows, Real* spectrum, Real* inverse) {
  kernel_column(BlockGroup(), shape, static_cast<int>(blockIdx.x), rows, block_scratch<double>(), spectrum, inverse);
}

/// The shape of a grid and its padded size; the roots of its lines are written to arrays of as many numbers.
template <class Real>
[[nodiscard]] FftShape<Real> shape_with_roots(int nx, int ny, int width, int height, Complex<Real>* row_roots, Complex<Real>* column_roots,
                                              cudaStream_t stream) {
  FftShape<Real> shape{nx, ny, line_plan<Real>(width), line_plan<Real>(height)};
  shape.row.roots = row_roots;
  shape.column.roots = column_roots;
  launch("fill_roots", shape_for_items(width, 128, stream), fill_roots<Real>, row_roots, width);
  launch("fill_roots", shape_for_items(height, 128, stream), fill_roots<Real>, column_roots, height);
  return shape;
}

/// Both spectra; all arrays have shape.columns() * shape.half_height() numbers.
template <class Real>
void launch_spectra(const FftShape<double>& shape, const NormalKernel& kernel, Complex<double>* rows, Real* spectrum, Real* inverse,
                    cudaStream_t stream) {
  launch("kernel_rows", line_shape<double>(shape.half_height(), 1, shape.width(), stream), kernel_rows, shape, kernel, rows);
  launch("kernel_columns", line_shape<double>(shape.columns(), 1, shape.height(), stream), kernel_columns<Real>, shape,
         static_cast<const Complex<double>*>(rows), spectrum, inverse);
}

}  // namespace jam::elastic
