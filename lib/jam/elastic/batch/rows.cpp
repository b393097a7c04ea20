// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Compiled once per instruction set (jam/core/isa.hpp). SerialWorkers have internal linkage, and so has every
// template over them.
#include "jam/elastic/batch/rows.hpp"

#include "jam/elastic/batch/solver.hpp"

namespace jam::elastic {
namespace {

// 64 bytes: one register of AVX-512, two of AVX2, four of SSE2.
using Lanes = double __attribute__((vector_size(64)));

class SerialWorkers : public OneThread {
 public:
  static constexpr int tile_padding = tile_width;

  template <class Sums, class F>
  [[nodiscard]] JAM_HD_INLINE Sums joined(int count, const F& f) const {
    Sums lane[lane_count];
    for (int i = 0; i < count; ++i) lane[i % lane_count].join(f(i));
    for (int distance = 1; distance < lane_count; distance *= 2) {
      for (int k = 0; k < lane_count; k += 2 * distance) lane[k].join(lane[k + distance]);
    }
    return lane[0];
  }

  static JAM_HD_INLINE void multiply(const KernelView<double>& kernel, const double* in, double* out) {
    constexpr int lanes = sizeof(Lanes) / sizeof(double), count = tile_width / lanes;
    for (int iy = 0; iy < kernel.ny; ++iy) {
      Lanes sum[count];
      toeplitz_tile<Lanes, count>(kernel, in, kernel.nx - 1, iy, sum);
      for (int t = 0; t < kernel.nx; ++t) out[iy * kernel.nx + kernel.nx - 1 - t] = sum[t / lanes][t % lanes];
    }
  }
};

}  // namespace

void JAM_ISA_FUNCTION(small_row)(const SmallBatch& batch, int k) {
  constexpr SmallLayout largest(small_edge, small_edge, SerialWorkers::tile_padding);
  alignas(64) static thread_local double memory[largest.total];
  const SerialWorkers workers;
  SmallSolver<SerialWorkers> solver(workers, batch.contacts[k], batch.tolerance, batch.iteration_limit,
                                    memory);
  batch.results[k] = solver.solve();
  if (batch.pressures.empty()) return;
  const Grid& grid = batch.contacts[k].grid;
  double* const to = batch.pressures.data() + static_cast<std::ptrdiff_t>(k) * small_cells;
  for (int i = 0; i < grid.nx * grid.ny; ++i) to[i] = solver.pressure()[i];
}

}  // namespace jam::elastic
