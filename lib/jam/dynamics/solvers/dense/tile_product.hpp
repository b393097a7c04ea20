// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Columns of T times impulses, for host and device, in one order for both, so that both give the same bits.
// The columns are cut into strips of equal length and eight strips are a segment. For each row a strip is
// summed from left to right, the strips of a segment in their order, and the segments are added to the row's
// sum in theirs. On a device the eight strips are the warps of a block, so that a GPU has enough reads in
// flight: with a thread for each row (Nuetzi 3.1) it would not.
#pragma once

#include "jam/dynamics/solvers/dense/dense_arrays.hpp"

namespace jam::dynamics {

inline constexpr int segment_strips = 8;
inline constexpr int longest_strip = 64;

/// The strips of columns [first, last).
struct Strips {
  int first = 0, last = 0;
  int length = 1;

  JAM_HD_INLINE Strips(int first_column, int last_column) : first(first_column), last(last_column) {
    const int even = (last - first + segment_strips - 1) / segment_strips;
    length = even < longest_strip ? even : longest_strip;
  }
  [[nodiscard]] JAM_HD_INLINE int segments() const {
    return (last - first + segment_strips * length - 1) / (segment_strips * length);
  }
  /// First column of strip k of a segment; its end is that of strip k + 1.
  [[nodiscard]] JAM_HD_INLINE int begin(int segment, int k) const {
    const int column = first + (segment * segment_strips + k) * length;
    return column < last ? column : last;
  }
};

/// Columns [first, last) of `Rows` rows from `row` on, times their impulses, which begin with the impulse of
/// column `first`. `row` is a multiple of two, unless Rows is odd.
template <int Rows>
JAM_HD_INLINE void strip_product(const DenseArrays& arrays, const double* impulses, int row, int first,
                                 int last, double (&product)[Rows]) {
  constexpr int alignment = Rows % 2 == 0 ? 16 : 8;
  for (int k = 0; k < Rows; ++k) product[k] = 0;
  for (int column = first; column < last; ++column) {
    const double x = impulses[column - first];
    const double* const place = arrays.matrix + row + arrays.stride * column;
    const auto* const entry = static_cast<const double*>(__builtin_assume_aligned(place, alignment));
    for (int k = 0; k < Rows; ++k) product[k] += entry[k] * x;
  }
}

/// Rows whose sums a product leaves alone.
struct SkippedRows {
  int first = 0, last = 0;
  [[nodiscard]] JAM_HD_INLINE bool has(int row) const { return row >= first && row < last; }
  /// Whether a tile from `row` on has no other rows.
  [[nodiscard]] JAM_HD_INLINE bool has_tile(int row) const { return row >= first && row + tile_rows <= last; }
};

}  // namespace jam::dynamics
