// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/lattice/grid.hpp"

#include <algorithm>
#include <bit>

namespace jam::trunk {
namespace {

/// Calls step(s) with shifts whose runs add up to a run of `length` cells: 1, 2, 4 ... and the rest, at most
/// 63 each.
template <class Step>
void for_each_shift(int length, const Step& step) {
  for (int run = 1; run < length;) {
    const int shift = std::min({run, length - run, 63});
    step(shift);
    run += shift;
  }
}

}  // namespace

BitGrid::BitGrid(CellVector size)
    : size_(size),
      row_words_((size.x + 63) / 64 + 1),
      words_(static_cast<std::size_t>(size.y) * size.z * row_words_) {}

void BitGrid::assign(int x0, int x1, int y, int z, bool value) {
  std::uint64_t* words = row(y, z);
  for (int x = x0; x < x1;) {
    const int bit = x & 63;
    const int length = std::min(64 - bit, x1 - x);
    const std::uint64_t mask = (~std::uint64_t{0} >> (64 - length)) << bit;
    words[x >> 6] = value ? words[x >> 6] | mask : words[x >> 6] & ~mask;
    x += length;
  }
}

void BitGrid::assign_block(CellVector low, CellVector extent, bool value) {
  for (int z = low.z; z < low.z + extent.z; ++z) {
    for (int y = low.y; y < low.y + extent.y; ++y) assign(low.x, low.x + extent.x, y, z, value);
  }
}

bool BitGrid::all_set(CellVector low, CellVector extent) const {
  for (int axis = 0; axis < 3; ++axis) {
    if (low[axis] < 0 || low[axis] + extent[axis] > size_[axis]) return false;
  }
  for (int z = low.z; z < low.z + extent.z; ++z) {
    for (int y = low.y; y < low.y + extent.y; ++y) {
      const std::uint64_t* words = row(y, z);
      for (int x = low.x; x < low.x + extent.x;) {
        const int bit = x & 63;
        const int length = std::min(64 - bit, low.x + extent.x - x);
        const std::uint64_t mask = (~std::uint64_t{0} >> (64 - length)) << bit;
        if ((words[x >> 6] & mask) != mask) return false;
        x += length;
      }
    }
  }
  return true;
}

long long BitGrid::count() const {
  long long sum = 0;
  for (const std::uint64_t word : words_) sum += std::popcount(word);
  return sum;
}

BitGrid legal_positions(const BitGrid& free, CellVector extent) {
  BitGrid grid = free;
  const CellVector size = grid.size();
  std::vector<std::uint64_t>& words = grid.words();
  if (extent.x > size.x || extent.y > size.y || extent.z > size.z) {
    std::fill(words.begin(), words.end(), 0);
    return grid;
  }
  // Along x the word after the last of a row is 0, which also keeps rows apart.
  for_each_shift(extent.x, [&](int shift) {
    for (std::size_t i = 0; i + 1 < words.size(); ++i)
      words[i] &= words[i] >> shift | words[i + 1] << (64 - shift);
  });
  // Across rows: a row is ANDed with a later one, which is still unchanged.
  const auto shift_rows = [&](std::size_t stride) {
    for (std::size_t i = 0; i + stride < words.size(); ++i) words[i] &= words[i + stride];
  };
  const std::size_t row_words = grid.row_words();
  for_each_shift(extent.y, [&](int shift) { shift_rows(row_words * shift); });
  for_each_shift(extent.z, [&](int shift) { shift_rows(row_words * size.y * shift); });
  // Positions from which a box leaves the grid at the high end were ANDed with unrelated rows.
  for (int z = 0; z < size.z; ++z) {
    const int first = z > size.z - extent.z ? 0 : size.y - extent.y + 1;
    std::fill(grid.row(first, z), grid.row(size.y - 1, z) + row_words, 0);
  }
  return grid;
}

std::vector<long long> count_by_phase(const BitGrid& grid, CellVector f) {
  std::vector<long long> counts(static_cast<std::size_t>(f.x) * f.y * f.z);
  std::uint64_t comb = 0;
  for (int bit = 0; bit < 64; bit += f.x) comb |= std::uint64_t{1} << bit;
  for (int z = 0; z < grid.size().z; ++z) {
    for (int y = 0; y < grid.size().y; ++y) {
      const std::uint64_t* words = grid.row(y, z);
      long long* cells = &counts[static_cast<std::size_t>((z % f.z) * f.y + y % f.y) * f.x];
      for (int i = 0; i < grid.row_words(); ++i) {
        if (words[i] == 0) continue;
        for (int x = 0; x < f.x; ++x) cells[x] += std::popcount(words[i] & comb << x);
      }
    }
  }
  return counts;
}

}  // namespace jam::trunk
