// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The Gauss-Seidel solvers on a device (tangential/gauss_seidel_sweep.hpp): a sweep is one launch of one
// block, which computes the slip of a cell by inner products with the coefficients, as the source does (de
// Reus 2010, 5), when the sweep reaches it. Its first thread then changes the traction, so that nothing goes
// to the host. Sums have a fixed order.
#pragma once

#include "jam/core/cuda/sums.cuh"
#include "jam/elastic/tangential/gauss_seidel_sweep.hpp"
#include "jam/elastic/tangential/tang_cg_steps.hpp"

namespace jam::elastic {

inline constexpr int sweep_threads = 1024;

/// B_K of the three blocks in the layout of the direct product (toeplitz_tile.hpp), and what sums go over:
/// the cells of a rectangle outside of which nothing has a traction.
struct SweepCoefficients {
  const double* xx = nullptr;
  const double* xy = nullptr;
  const double* yy = nullptr;
  int nx = 0, ny = 0, stride = 0;
  int left = 0, right = -1, low = 0, high = -1;

  /// Number of the coefficient from cell (jx, jy) to cell (ix, iy).
  [[nodiscard]] __device__ std::ptrdiff_t place(int ix, int iy, int jx, int jy) const {
    return static_cast<std::ptrdiff_t>(jy - iy + ny - 1) * stride + (jx - ix + nx - 1);
  }
  [[nodiscard]] __device__ SelfBlock at(std::ptrdiff_t k) const { return {xx[k], xy[k], yy[k]}; }
};

struct SweepControl {
  double tolerance = 1e-8;
  int limit = 10000;
  SolveEnd end = SolveEnd::none;
  int iterations = 0;
  double relative = 0;  ///< The last change of the tractions over the tractions.
};

struct SweepFields {
  const double* bound = nullptr;  ///< Bound g of the tractions [MPa].
  TangentField shift;             ///< Rigid shift W [mm].
  TangentField traction;          ///< Tractions p [MPa].
  TangentField before;            ///< Tractions p before the sweep [MPa].
  TangentField moving;            ///< The unknowns of the sweep: p; in rolling the differences of p.
  CellState* state = nullptr;
};

/// A sum of tangents.
struct TangentSum {
  double x = 0, y = 0;
  __device__ void join(const TangentSum& other) { x += other.x, y += other.y; }
};

/// The slips of a sweep, by the threads of a block.
class BlockSlips {
 public:
  __device__ BlockSlips(const SweepCoefficients& coefficients, const SweepFields& fields, TangentSum* shared)
      : c_(coefficients), f_(fields), shared_(shared) {}

  /// Slip of cell i. All threads of the block must call it; only the first one gets the valid result.
  [[nodiscard]] __device__ Tangent at(int i) const {
    const int iy = i / c_.nx, ix = i - iy * c_.nx, warp = static_cast<int>(threadIdx.x) / 32,
              lane = static_cast<int>(threadIdx.x) & 31;
    TangentSum own;
    for (int jy = c_.low + warp; jy <= c_.high; jy += sweep_threads / 32) {
      for (int jx = c_.left + lane; jx <= c_.right; jx += 32) {
        const Tangent u = c_.at(c_.place(ix, iy, jx, jy)) * f_.moving[jy * c_.nx + jx];
        own.join({u.x, u.y});
      }
    }
    const TangentSum sum = block_tree(own, shared_);
    return Tangent{sum.x, sum.y} + f_.shift[i];
  }
  template <class F>
  __device__ void once(const F& f) const {
    if (threadIdx.x == 0) f();
    __syncthreads();
  }
  __device__ void add(int k, Tangent d) const { f_.moving.set(k, f_.moving[k] + d); }

 private:
  const SweepCoefficients& c_;
  const SweepFields& f_;
  TangentSum* shared_;
};

template <bool rolling>
__global__ void __launch_bounds__(sweep_threads)
    gauss_seidel_sweep(SweepControl* control, SweepCoefficients coefficients, SweepFields fields) {
  __shared__ double memory[3 * 32];
  if (control->end != SolveEnd::none) return;
  const int nx = coefficients.nx, cells = nx * coefficients.ny;
  for (int i = static_cast<int>(threadIdx.x); i < cells; i += sweep_threads) {
    const Tangent p = fields.traction[i];
    fields.before.set(i, p);
    fields.moving.set(i, rolling && (i + 1) % nx != 0 ? p - fields.traction[i + 1] : p);
  }
  __syncthreads();
  BlockSlips slips(coefficients, fields, reinterpret_cast<TangentSum*>(memory));
  const SweepProblem problem{nx, coefficients.ny, control->tolerance, fields.bound};
  const auto block = [&](int k) { return coefficients.at(coefficients.place(k, 0, 0, 0)); };
  if constexpr (rolling) sweep_rolling(problem, block, slips, fields.traction, fields.state);
  else sweep_shift(problem, block(0), slips, fields.traction, fields.state);
  // Sums of squares of changes and tractions, and the number of addends.
  CellSums<3> own;
  for (int i = static_cast<int>(threadIdx.x); i < cells; i += sweep_threads) {
    if (fields.state[i] == CellState::exterior) continue;
    const Tangent p = fields.traction[i], change = p - fields.before[i];
    own.join({{dot(change, change), dot(p, p), 2}});
  }
  const CellSums<3> sums = block_tree(own, reinterpret_cast<CellSums<3>*>(memory));
  if (threadIdx.x != 0) return;
  ++control->iterations;
  const double numbers = fmax(1.0, sums[2]), change = sqrt(sums[0] / numbers),
               size = fmax(1e-6, sqrt(sums[1] / numbers));
  control->relative = change / size;
  if (change <= control->tolerance * size) control->end = SolveEnd::solved;
  else if (control->iterations >= control->limit) control->end = SolveEnd::limit;
}

}  // namespace jam::elastic
