// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A sweep of dense-relaxed whose groups are one segment of strips each (tile_product.hpp), with one wait of
// all blocks for each group. Each block projects all contacts of the group by itself, as its product needs
// their impulses, and writes the sums of its rows after the group to memory that no block reads meanwhile:
// two memories change roles from group to group. Before a block waits, it asks for its part of the next
// group's columns, so that memory is read meanwhile. Same bits as the kernel with two waits, and as the CPU.
#pragma once

#include <cooperative_groups.h>

#include "jam/dynamics/solvers/dense/tile_product.hpp"

namespace jam::dynamics {

inline constexpr int strip_threads = 32 * segment_strips;

/// Rows that a block takes at a time, one for each lane: more pieces of work than multiprocessors even where
/// there are few rows.
inline constexpr int group_tile_rows = 32;

/// Whether group_kernel sweeps by this rule.
[[nodiscard]] inline bool takes_group_sweep(const DenseRule& rule, int rows) {
  if (rule.in_turn || group_count(rule, rows) == 1) return false;
  const GroupRows group = group_rows(rule, rows, 0);
  return Strips(group.first, group.last).segments() == 1;
}

/// Prefetches group_tile_rows rows of a group's columns, from `first_row` on.
__device__ inline void prefetch_tile(const DenseArrays& arrays, GroupRows group, int first_row) {
  constexpr int line = 128 / sizeof(double), lines = group_tile_rows / line;
  for (int k = static_cast<int>(threadIdx.x); k < lines * (group.last - group.first); k += strip_threads) {
    const double* const entry =
        arrays.matrix + first_row + line * (k % lines) + arrays.stride * (group.first + k / lines);
    asm volatile("prefetch.global.L2 [%0];" ::"l"(entry));
  }
}

/// Before the sweep the sums are in `arrays.sum`. After it they are there if the number of groups is even,
/// else in `next_sum`.
__global__ void __launch_bounds__(strip_threads)
    group_kernel(DenseArrays arrays, DenseRule rule, double* next_sum) {
  __shared__ double impulses[segment_strips * longest_strip];
  __shared__ double strip_sums[segment_strips][group_tile_rows];
  const auto grid = cooperative_groups::this_grid();
  const int warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32;
  const int groups = group_count(rule, arrays.rows),
            tiles = static_cast<int>(arrays.stride / group_tile_rows);
  for (int k = 0; k < groups; ++k) {
    const GroupRows group = group_rows(rule, arrays.rows, k);
    for (int i = group.first / 3 + static_cast<int>(threadIdx.x); i < group.last / 3; i += strip_threads) {
      const Vec3d r = projected_contact(arrays, rule, i);
      double* const x = impulses + (3 * i - group.first);
      x[0] = r.x, x[1] = r.y, x[2] = r.z;
      if (blockIdx.x != 0) continue;
      for (int c = 0; c < 3; ++c) arrays.impulse[3 * i + c] = x[c];
    }
    __syncthreads();
    const Strips strips(group.first, group.last);
    const int column = strips.begin(0, warp);
    for (int tile = static_cast<int>(blockIdx.x); tile < tiles; tile += static_cast<int>(gridDim.x)) {
      double strip[1];
      strip_product(arrays, impulses + (column - group.first), group_tile_rows * tile + lane, column,
                    strips.begin(0, warp + 1), strip);
      strip_sums[warp][lane] = strip[0];
      __syncthreads();
      if (warp == 0) {
        double sum = strip_sums[0][lane];
        for (int part = 1; part < segment_strips; ++part) sum += strip_sums[part][lane];
        // The sums of contacts that were projected begin at 0 again.
        const int row = group_tile_rows * tile + lane;
        next_sum[row] = (row >= group.first && row < group.last ? 0 : arrays.sum[row]) + sum;
      }
      __syncthreads();
    }
    if (k + 1 == groups) return;
    for (int tile = static_cast<int>(blockIdx.x); tile < tiles; tile += static_cast<int>(gridDim.x)) {
      prefetch_tile(arrays, group_rows(rule, arrays.rows, k + 1), group_tile_rows * tile);
    }
    grid.sync();
    double* const written = next_sum;
    next_sum = arrays.sum;
    arrays.sum = written;
  }
}

}  // namespace jam::dynamics
