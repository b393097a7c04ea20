// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The pieces of product/fft_blocks.hpp as kernels, a block each, and the product that they make.
#pragma once

#include <algorithm>

#include "jam/core/cuda/batch.cuh"
#include "jam/core/cuda/workers.cuh"
#include "jam/elastic/cuda/guard.cuh"
#include "jam/elastic/product/fft_blocks.hpp"

namespace jam::elastic {

template <class Real>
[[nodiscard]] __device__ inline Complex<Real>* block_scratch() {
  extern __shared__ double2 jam_elastic_scratch[];
  return reinterpret_cast<Complex<Real>*>(jam_elastic_scratch);
}

template <class Real>
__global__ void fill_roots(Complex<Real>* roots, int length) {
  const int k = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (k >= length) return;
  double sine = 0, cosine = 0;
  sincospi(-2.0 * k / length, &sine, &cosine);
  roots[k] = {static_cast<Real>(cosine), static_cast<Real>(sine)};
}

/// Block (pair, field).
template <class Real>
__global__ void forward_rows(Guard guard, FftShape<Real> shape, const Real* in, Complex<Real>* rows) {
  if (guard.closed()) return;
  const std::ptrdiff_t field = static_cast<int>(blockIdx.y);
  forward_row_pair(BlockThreads<>(), shape, in + field * shape.nx * shape.ny, static_cast<int>(blockIdx.x),
                   block_scratch<Real>(), rows + field * shape.columns() * shape.ny);
}

template <class Real, int outputs, int inputs>
__global__ void convolve(Guard guard, FftShape<Real> shape, SpectrumMatrix<Real, outputs, inputs> spectra,
                         int at_once, Complex<Real>* rows) {
  if (guard.closed()) return;
  const int first = static_cast<int>(blockIdx.x) * at_once;
  convolve_columns(BlockThreads<>(), shape, spectra, first, min(at_once, shape.columns() - first),
                   block_scratch<Real>(), rows);
}

template <class Real>
__global__ void backward_rows(Guard guard, FftShape<Real> shape, const Complex<Real>* rows, Real* out) {
  if (guard.closed()) return;
  const std::ptrdiff_t field = static_cast<int>(blockIdx.y);
  backward_row_pair(BlockThreads<>(), shape, rows + field * shape.columns() * shape.ny,
                    static_cast<int>(blockIdx.x), block_scratch<Real>(), out + field * shape.nx * shape.ny);
}

/// Threads of a block that transforms `numbers` numbers: one for every four, from 64 to 512, unless
/// JAM_CUDA_WARPS says otherwise.
[[nodiscard]] inline dim3 line_threads(int numbers) {
  const int warps = wanted_warps();
  return dim3(
      static_cast<unsigned>(warps > 0 ? 32 * warps : std::clamp((numbers / 4 + 31) / 32 * 32, 64, 512)));
}

/// Blocks take no more where they need not, so that Hopper (227 KiB) runs three, and mostly more, on a
/// multiprocessor.
inline constexpr std::size_t shared_bytes_wanted = 72 * 1024;

/// Blocks of `lines` lines of a length each.
template <class Real>
[[nodiscard]] LaunchShape line_shape(dim3 blocks, int lines, int length, cudaStream_t stream) {
  return {blocks, line_threads(lines * length),
          2 * sizeof(Complex<Real>) * static_cast<std::size_t>(lines) * static_cast<std::size_t>(length),
          stream};
}

/// out = the convolution of `in` with spectra; fields follow each other in memory. `rows` has room for
/// shape.columns() * shape.ny numbers of each field of the matrix.
template <class Real, int outputs, int inputs>
void launch_fft_product(const Guard& guard, const FftShape<Real>& shape,
                        const SpectrumMatrix<Real, outputs, inputs>& spectra, const Real* in,
                        Complex<Real>* rows, Real* out, cudaStream_t stream) {
  const auto count = [](int k) { return static_cast<unsigned>(k); };
  constexpr int fields = SpectrumMatrix<Real, outputs, inputs>::fields;
  // Adjacent columns, at most those that fill a memory sector of 32 bytes; fewer if shared memory is too
  // small.
  const std::size_t most_bytes = std::min(shared_bytes_wanted, shared_memory_limit()),
                    column_bytes =
                        2 * sizeof(Complex<Real>) * fields * static_cast<std::size_t>(shape.padded_height());
  std::size_t fitting = 32 / sizeof(Complex<Real>);
  while (fitting > 1 && column_bytes * fitting > most_bytes) fitting /= 2;
  const int at_once = static_cast<int>(fitting);
  launch("forward_rows",
         line_shape<Real>(dim3(count(shape.row_pairs()), inputs), 1, shape.padded_width(), stream),
         forward_rows<Real>, guard, shape, in, rows);
  launch("convolve",
         line_shape<Real>(dim3(count((shape.columns() - 1) / at_once + 1)), fields * at_once,
                          shape.padded_height(), stream),
         convolve<Real, outputs, inputs>, guard, shape, spectra, at_once, rows);
  launch("backward_rows",
         line_shape<Real>(dim3(count(shape.row_pairs()), outputs), 1, shape.padded_width(), stream),
         backward_rows<Real>, guard, shape, static_cast<const Complex<Real>*>(rows), out);
}

}  // namespace jam::elastic
