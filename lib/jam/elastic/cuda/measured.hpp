// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The kernels of the source (de Reus 2010) and those that take their place, with their times, for
// `contactpatch bench`: products, the inner products of one step of Gauss-Seidel, and sums of an array in
// shared memory. Everything is checked by who calls it: results are returned.
#pragma once

#include <span>
#include <vector>

#include "jam/elastic/product/kernel.hpp"

namespace jam::elastic {

/// Seconds of one call: of its kernels alone, and with the copy of the result to the host, as the source
/// measured.
struct MeasuredTime {
  double kernels = 0, whole = 0;
};

enum class MeasuredProduct {
  global,  ///< K1: a thread a cell, everything from global memory (algorithm 4.2).
  shared,  ///< K2: a tile of a row a block, input and coefficients through shared memory, outputs in reversed
           ///< order (algorithm 4.3).
  tiled,   ///< D1: 16 outputs a thread in two rows, coefficients pass through registers, the warps of a block
           ///< share the rows of inputs.
  fourier  ///< By Fourier transforms (fft_blocks.hpp).
};

/// What the product takes of its tiles; only those of K1 and K2 have a choice.
struct TileSize {
  int x = 64, y = 1;
};

/// Whether the source's conditions hold: tiles fill the grid, at most 1024 threads a block; for K2, one row a
/// tile.
[[nodiscard]] bool tile_fits(MeasuredProduct kind, int nx, int ny, TileSize tile);

/// u = B p, `repeats` times; returns the mean time of a call.
template <class Real>
[[nodiscard]] MeasuredTime measure_product(int device, MeasuredProduct kind, const Kernel<Real>& kernel,
                                           std::span<const Real> in, TileSize tile, int repeats,
                                           std::vector<Real>& out);

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

/// s = C p of cells 0, stride, 2 stride, ..., two inner products for each component, cell after cell as
/// Gauss-Seidel would ask for them; with `rows` rows of inputs a block. `aligned`: coefficients are read from
/// the corner of the matrix, which makes loads coalesce and results wrong: the source's experiment. `x`, `y`:
/// a number for each cell asked for.
[[nodiscard]] MeasuredTime measure_dots(int device, const DotProblem& problem, DotJoin join, bool aligned,
                                        int rows, int stride, std::vector<float>& x, std::vector<float>& y);

/// Whether the source's conditions hold: a power of two of at most 1024 products a block, and rows that fill
/// the grid.
[[nodiscard]] bool dots_fit(int nx, int ny, int rows);

/// Sums of an array in shared memory, by one block (algorithms 5.3 to 5.6).
enum class Reduction { divergent, strided, sequential, unrolled, shuffles };

/// The sum of 0, 1, ..., n - 1 for a power of two from 2 to 1024 (unrolled, shuffles: from 64), by `blocks`
/// blocks; mean of `repeats` launches.
[[nodiscard]] MeasuredTime measure_reduction(int device, Reduction kind, int n, int blocks, int repeats,
                                             float& sum);

/// Units for single precision on a multiprocessor of a compute capability: 64 of 7.x and 8.0, 128 of all
/// later ones.
[[nodiscard]] int multiprocessor_units(int major, int minor);

/// Multiplications and additions in single precision that a device does in a second, as its multiprocessors
/// and clock rate say.
[[nodiscard]] double device_flops(int device);

}  // namespace jam::elastic
