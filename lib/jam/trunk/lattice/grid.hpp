// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// One bit for each cell of a lattice, 64 neighbours along x in a machine word, and the places of a box in it.
// A box that fills whole cells is legal exactly where all its cells are free: the positions of its low corner
// are the erosion of the free cells by its size, computed with shifts and ANDs in O(log size) passes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "jam/core/macros.hpp"

namespace jam::trunk {

/// A size or a position in cells.
struct CellVector {
  int x = 0;
  int y = 0;
  int z = 0;

  [[nodiscard]] JAM_HD_INLINE int operator[](int axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
  friend bool operator==(const CellVector&, const CellVector&) = default;
};

/// nx * ny * nz bits. A row of cells along x takes row_words() words, the last of which is always 0, so that
/// the 64 cells from any cell of a row on can be read from two words.
class BitGrid {
 public:
  BitGrid() = default;
  explicit BitGrid(CellVector size);

  [[nodiscard]] CellVector size() const { return size_; }
  [[nodiscard]] int row_words() const { return row_words_; }
  [[nodiscard]] std::uint64_t* row(int y, int z) { return words_.data() + row_start(y, z); }
  [[nodiscard]] const std::uint64_t* row(int y, int z) const { return words_.data() + row_start(y, z); }
  [[nodiscard]] std::vector<std::uint64_t>& words() { return words_; }
  [[nodiscard]] const std::vector<std::uint64_t>& words() const { return words_; }

  [[nodiscard]] bool test(int x, int y, int z) const { return (row(y, z)[x >> 6] >> (x & 63) & 1) != 0; }

  /// Sets the cells x0 <= x < x1 of a row to `value`. The range must lie in the row.
  void assign(int x0, int x1, int y, int z, bool value);

  /// Assigns `value` to all cells of a block, which must lie in the grid.
  void assign_block(CellVector low, CellVector extent, bool value);

  /// True when the block lies in the grid and all its cells are set.
  [[nodiscard]] bool all_set(CellVector low, CellVector extent) const;

  /// Number of bits that are set.
  [[nodiscard]] long long count() const;

 private:
  [[nodiscard]] std::size_t row_start(int y, int z) const {
    return (static_cast<std::size_t>(z) * size_.y + y) * static_cast<std::size_t>(row_words_);
  }

  CellVector size_;
  int row_words_ = 0;
  std::vector<std::uint64_t> words_;
};

/// The cells at which a box of `extent` cells (each >= 1) may have its low corner so that all its cells are
/// set in `free`.
[[nodiscard]] BitGrid legal_positions(const BitGrid& free, CellVector extent);

/// Counts the set bits by (x mod f.x, y mod f.y, z mod f.z), f.x a power of two up to 64: entry (z * f.y + y)
/// * f.x + x.
[[nodiscard]] std::vector<long long> count_by_phase(const BitGrid& grid, CellVector f);

}  // namespace jam::trunk
