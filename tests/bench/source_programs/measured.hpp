// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Times of the kernels of the source (de Reus 2010) and of those that take their place: products, the inner
// products of one step of Gauss-Seidel, and sums of an array in shared memory. Callers check the results,
// which are returned. In a build without CUDA all functions throw DeviceError.
#pragma once

#include <span>
#include <vector>

#include "jam/elastic/model/influence.hpp"
#include "jam/elastic/product/kernel.hpp"

namespace jam::test {

using namespace elastic;

/// Mean seconds of one call: of its kernels alone, and with the copy of the result to the host, as the source
/// measured.
struct MeasuredTime {
  double kernels = 0, whole = 0;
};

enum class MeasuredProduct {
  global,  ///< K1: one thread per cell, everything from global memory (algorithm 4.2).
  shared,  ///< K2: one block per tile of a row, input and coefficients through shared memory, outputs in
           ///< reversed order (algorithm 4.3).
  tiled    ///< D1: 16 outputs per thread in two rows, coefficients pass through registers, the warps of a
           ///< block share the rows of inputs.
};

/// u = B p, `repeats` times, with blocks of `tile` threads in K1 and K2: at most 1024, a divisor of nx.
template <class Real>
[[nodiscard]] MeasuredTime measure_product(int device, MeasuredProduct kind, const Kernel<Real>& kernel,
                                           std::span<const Real> in, int tile, int repeats,
                                           std::vector<Real>& out);

/// The product with influence coefficients by Fourier transforms (product/fft_blocks.hpp), `repeats` times.
template <class Real>
[[nodiscard]] MeasuredTime measure_fourier(int device, int nx, int ny, const InfluenceKernel& kernel,
                                           std::span<const Real> in, int repeats, std::vector<Real>& out);

/// How the partial sums of the blocks are joined.
enum class DotJoin {
  device,  ///< By a second kernel (K3g).
  host,    ///< By the host (K3c).
  fused    ///< By the last block of the first kernel, with sums by shuffles; the result stays on the device.
};

/// The four kernels and two tractions of tangential contact.
struct DotProblem {
  const Kernel<float>*xx, *xy, *yx, *yy;
  std::span<const float> px, py;
};

/// s = C p of cells 0, stride, 2 stride, ..., two inner products for each component, one cell after the other
/// as Gauss-Seidel needs them. `rows`: rows of inputs in a block, a divisor of ny; nx * rows is a power of
/// two of at most 1024, and so is ny / rows. `aligned`: coefficients are read from the corner of the matrix,
/// which makes loads coalesce and results wrong: an experiment of the source. `x`, `y`: one number for each
/// cell.
[[nodiscard]] MeasuredTime measure_dots(int device, const DotProblem& problem, DotJoin join, bool aligned,
                                        int rows, int stride, std::vector<float>& x, std::vector<float>& y);

/// Sums of an array in shared memory, by one block (algorithms 5.3 to 5.6).
enum class Reduction { divergent, strided, sequential, unrolled, shuffles };

/// The sum of 0, 1, ..., n - 1 for a power of two from 2 to 1024 (unrolled, shuffles: from 64), by `blocks`
/// blocks, `repeats` times.
[[nodiscard]] MeasuredTime measure_reduction(int device, Reduction kind, int n, int blocks, int repeats,
                                             float& sum);

/// Multiplications and additions in single precision per second, by the number of multiprocessors and the
/// clock rate that a device reports.
[[nodiscard]] double device_flops(int device);

}  // namespace jam::test
