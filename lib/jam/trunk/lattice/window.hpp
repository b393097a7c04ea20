// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The window of one round (rounds.hpp): free cells and legal positions of each orientation, and greedy
// filling. A set of cells is an array of columns: the first word of every row, then the second word of every
// row, and so on; a row is along x. So a mask of bits along x is the same for many rows that follow each
// other in memory, whether rows have one word or several, and loops over rows fill vector registers.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "jam/core/macros.hpp"
#include "jam/trunk/lattice/rounds.hpp"

/// Before a loop whose iterations do not depend on each other: the compiler may take many at once.
#if defined(__clang__)
#define JAM_INDEPENDENT
#else
#define JAM_INDEPENDENT JAM_PRAGMA(GCC ivdep)
#endif

namespace jam::trunk {
namespace {

/// In which order boxes are placed: by the place, first along axis(0), then axis(1), then axis(2), from the
/// high end where reversed; at the same place by rank of the orientation.
struct FillOrder {
  std::uint32_t axes = 0;        ///< Two bits each.
  std::uint32_t directions = 0;  ///< A bit for each of x, y, z.
  std::uint64_t ranks = 0;       ///< Eight bits for each orientation.

  [[nodiscard]] JAM_HD_INLINE int axis(int i) const { return static_cast<int>(axes >> (2 * i) & 3U); }
  [[nodiscard]] JAM_HD_INLINE bool reverse(int axis) const { return (directions >> axis & 1U) != 0; }
  [[nodiscard]] JAM_HD_INLINE std::uint64_t rank(int o) const { return ranks >> (8 * o) & 255U; }
};

/// The bits of word number `word` that stand for cells from <= x < to.
[[nodiscard]] JAM_HD_INLINE std::uint64_t word_mask(int word, int from, int to) {
  const int first = from > word * 64 ? from - word * 64 : 0;
  const int end = to < word * 64 + 64 ? to - word * 64 : 64;
  return (~std::uint64_t{0} >> (64 - (end - first))) << first;
}

class Window {
 public:
  JAM_HD_INLINE Window(CellVector low, CellVector size, RoundScratch& scratch)
      : scratch_(scratch), low_(low), size_(size), rows_(size.y * size.z), columns_((size.x + 63) >> 6) {}

  /// Copies the free cells out of the grid.
  JAM_HD_INLINE void read(const std::uint64_t* grid, const RoundProblem& problem) const {
    const int bit = low_.x & 63;
    const int ny = size_.y;
    const int row_words = problem.row_words;
    const std::ptrdiff_t layer_words = static_cast<std::ptrdiff_t>(problem.cells.y) * row_words;
    for (int column = 0; column < columns_; ++column) {
      const std::uint64_t mask = word_mask(column, 0, size_.x);
      const std::uint64_t* corner = grid + low_.z * layer_words +
                                    static_cast<std::ptrdiff_t>(low_.y) * row_words + (low_.x >> 6) + column;
      std::uint64_t* free = scratch_.free + column * rows_;
      for (int z = 0; z < size_.z; ++z) {
        JAM_INDEPENDENT
        for (int y = 0; y < ny; ++y) {
          const std::uint64_t* row = corner + z * layer_words + static_cast<std::ptrdiff_t>(y) * row_words;
          // The word after the last of a row exists and is 0.
          const std::uint64_t high = bit == 0 ? 0 : row[1] << (64 - bit);
          free[z * ny + y] = (row[0] >> bit | high) & mask;
        }
      }
    }
  }

  /// Legal positions of each orientation.
  JAM_HD_INLINE void erode(const RoundProblem& problem) const {
    for (int o = 0; o < problem.orientation_count; ++o) {
      const CellVector n = problem.extent[o];
      std::uint64_t* const out = scratch_.legal[o];
      if (n.x > size_.x || n.y > size_.y || n.z > size_.z) {
        for (int r = 0; r < words(); ++r) out[r] = 0;
        continue;
      }
      std::uint64_t* const a = scratch_.eroded[0];
      std::uint64_t* const b = scratch_.eroded[1];
      if (columns_ == 1) {
        erode_bits(scratch_.free, a, n.x);
      } else {
        erode_columns(scratch_.free, a, b, n.x);
      }
      // Rows that would reach beyond the window read what lies in other layers; they are cleared at the end.
      const std::uint64_t* in = erode_rows(a, a, b, n.y, 1);
      in = erode_rows(in, a, b, n.z, size_.y);
      const int ny = size_.y;
      const int last_y = size_.y - n.y;
      const int last_z = size_.z - n.z;
      for (int column = 0; column < columns_; ++column) {
        const int base = column * rows_;
        for (int z = 0; z < size_.z; ++z) {
          JAM_INDEPENDENT
          for (int y = 0; y < ny; ++y) {
            const int r = base + z * ny + y;
            out[r] = z <= last_z && y <= last_y ? in[r] : 0;
          }
        }
      }
    }
  }

  /// Fills greedily; returns the number of boxes placed into `boxes`, in cells of the whole lattice.
  JAM_HD_INLINE int fill(const RoundProblem& problem, const FillOrder& order, LatticeBox* boxes) const {
    const int orientations = problem.orientation_count;
    FirstPlace* const places = scratch_.place;
    for (int o = 0; o < orientations; ++o) {
      const std::uint64_t* in = scratch_.legal[o];
      std::uint64_t* out = scratch_.left[o];
      JAM_INDEPENDENT
      for (int r = 0; r < words(); ++r) out[r] = in[r];
      places[o] = find_first(out, problem.extent[o], order, 0);
    }
    int count = 0;
    while (count < window_box_limit) {
      int chosen = -1;
      std::uint64_t chosen_key = ~std::uint64_t{0};
      for (int o = 0; o < orientations; ++o) {
        const std::uint32_t key = places[o].key;
        if (key == none) continue;
        const std::uint64_t full = std::uint64_t{key} << 16 | order.rank(o) << 8 | static_cast<unsigned>(o);
        if (full < chosen_key) {
          chosen_key = full;
          chosen = o;
        }
      }
      if (chosen < 0) break;
      const FirstPlace at = places[chosen];
      boxes[count] = {static_cast<std::int16_t>(low_.x + at.x), static_cast<std::int16_t>(low_.y + at.y),
                      static_cast<std::int16_t>(low_.z + at.z), static_cast<std::int16_t>(chosen)};
      ++count;
      const CellVector n = problem.extent[chosen];
      for (int o = 0; o < orientations; ++o) {
        const FirstPlace place = places[o];
        if (place.key == none) continue;
        std::uint64_t* words = scratch_.left[o];
        clear_overlapping(words, {at.x, at.y, at.z}, n, problem.extent[o]);
        if ((words[(place.x >> 6) * rows_ + place.z * size_.y + place.y] >> (place.x & 63) & 1) == 0)
          places[o] = find_first(words, problem.extent[o], order, place.layer);
      }
    }
    return count;
  }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  [[nodiscard]] JAM_HD_INLINE int words() const { return columns_ * rows_; }

  /// Erosion by runs of `length` <= 64 bits with six shifts, some of them by 0.
  JAM_HD_INLINE void erode_bits(const std::uint64_t* in, std::uint64_t* out, int length) const {
    int shift[6];
    int run = 1;
    for (int& s : shift) {
      s = run < length - run ? run : length - run;
      run += s;
    }
    const int s0 = shift[0];
    const int s1 = shift[1];
    const int s2 = shift[2];
    const int s3 = shift[3];
    const int s4 = shift[4];
    const int s5 = shift[5];
    JAM_INDEPENDENT
    for (int r = 0; r < rows_; ++r) {
      std::uint64_t word = in[r];
      word &= word >> s0;
      word &= word >> s1;
      word &= word >> s2;
      word &= word >> s3;
      word &= word >> s4;
      word &= word >> s5;
      out[r] = word;
    }
  }

  /// Erosion of rows of several words by runs of `length` bits, into `out`; `other` is overwritten.
  JAM_HD_INLINE void erode_columns(const std::uint64_t* in, std::uint64_t* out, std::uint64_t* other,
                                   int length) const {
    int steps = 0;
    for (int run = 1; run < length; run += run < length - run ? run : length - run) ++steps;
    // So that the last step writes to `out`.
    std::uint64_t* to = steps % 2 == 0 ? other : out;
    for (int r = 0; steps == 0 && r < words(); ++r) out[r] = in[r];
    for (int run = 1; run < length;) {
      const int shift = run < length - run ? run : length - run;
      const int bits = shift & 63;
      const int distance = (shift >> 6) * rows_;
      const int count = words();
      const int next = distance + rows_;
      const int both =
          count > next ? count - next : 0;  // Words for which both that they read lie in the row.
      const int one = count > distance ? count - distance : 0;
      const std::uint64_t* const from = in;
      JAM_INDEPENDENT
      for (int r = 0; r < both; ++r)
        to[r] = from[r] & (from[r + distance] >> bits | from[r + next] << 1 << (63 - bits));
      JAM_INDEPENDENT
      for (int r = both; r < one; ++r) to[r] = from[r] & from[r + distance] >> bits;
      for (int r = one; r < count; ++r) to[r] = 0;
      in = to;
      to = to == out ? other : out;
      run += shift;
    }
  }

  /// Erosion by runs of `length` rows that lie `stride` apart, between the two temporary arrays; returns the
  /// array with the result.
  [[nodiscard]] JAM_HD_INLINE const std::uint64_t* erode_rows(const std::uint64_t* in, std::uint64_t* a,
                                                              std::uint64_t* b, int length,
                                                              int stride) const {
    for (int run = 1; run < length;) {
      const int shift = run < length - run ? run : length - run;
      std::uint64_t* const out = in == a ? b : a;
      const int distance = shift * stride;
      const int count = words();
      const int end = count > distance ? count - distance : 0;
      const std::uint64_t* const from = in;
      JAM_INDEPENDENT
      for (int r = 0; r < end; ++r) out[r] = from[r] & from[r + distance];
      for (int r = end; r < count; ++r) out[r] = 0;
      in = out;
      run += shift;
    }
    return in;
  }

  /// Removes from the positions of boxes of `extent` those that overlap a box of `n` cells at `at`.
  JAM_HD_INLINE void clear_overlapping(std::uint64_t* words, CellVector at, CellVector n,
                                       CellVector extent) const {
    const int x0 = at.x - extent.x + 1 > 0 ? at.x - extent.x + 1 : 0;
    const int x1 = at.x + n.x;
    const int y0 = at.y - extent.y + 1 > 0 ? at.y - extent.y + 1 : 0;
    const int z0 = at.z - extent.z + 1 > 0 ? at.z - extent.z + 1 : 0;
    const int ny = size_.y;
    const int last = (x1 - 1) >> 6;
    for (int column = x0 >> 6; column <= last; ++column) {
      const std::uint64_t keep = ~word_mask(column, x0, x1);
      std::uint64_t* const corner = words + column * rows_ + z0 * ny + y0;
      for (int z = 0; z < at.z + n.z - z0; ++z) {
        JAM_INDEPENDENT
        for (int y = 0; y < at.y + n.y - y0; ++y) corner[z * ny + y] &= keep;
      }
    }
  }

  /// The least i < count for which wanted(i), or count.
  template <class P>
  [[nodiscard]] JAM_HD_INLINE static int first_of(int count, const P& wanted) {
    int i = 0;
    while (i < count && !wanted(i)) ++i;
    return i;
  }

  [[nodiscard]] JAM_HD_INLINE static int first_bit(std::uint64_t word, bool reverse) {
    return reverse ? 63 - std::countl_zero(word) : std::countr_zero(word);
  }

  /// The first position in the order; its key is `none` where there is none. Layers before `first_layer` are
  /// known to be empty: of columns where the order begins with x.
  [[nodiscard]] JAM_HD_INLINE FirstPlace find_first(const std::uint64_t* words, CellVector extent,
                                                    const FillOrder& order, int first_layer) const {
    FirstPlace found;
    found.key = none;
    const int first_axis = order.axis(0);
    const int ny = size_.y;
    CellVector p;
    if (first_axis == 0) {
      std::uint64_t any = 0;
      const std::uint64_t* column_words = words;
      int column = 0;
      for (; first_layer < columns_; ++first_layer) {
        column = order.reverse(0) ? columns_ - 1 - first_layer : first_layer;
        column_words = words + column * rows_;
        for (int r = 0; r < rows_; ++r) any |= column_words[r];
        if (any != 0) break;
      }
      if (any == 0) return found;
      found.layer = static_cast<std::int16_t>(first_layer);
      const int bit = first_bit(any, order.reverse(0));
      p.x = column * 64 + bit;
      const std::uint64_t mask = std::uint64_t{1} << bit;
      words = column_words;
      const bool y_first = order.axis(1) == 1;
      const int outer_count = y_first ? size_.y : size_.z;
      const int inner_count = y_first ? size_.z : size_.y;
      const int outer_stride = y_first ? 1 : ny;
      const int inner_stride = y_first ? ny : 1;
      const bool reverse_outer = order.reverse(y_first ? 1 : 2);
      const bool reverse_inner = order.reverse(y_first ? 2 : 1);
      int outer = first_of(outer_count, [=](int i) {
        const std::uint64_t* row = words + (reverse_outer ? outer_count - 1 - i : i) * outer_stride;
        std::uint64_t bits = 0;
        for (int k = 0; k < inner_count; ++k) bits |= row[k * inner_stride];
        return (bits & mask) != 0;
      });
      outer = reverse_outer ? outer_count - 1 - outer : outer;
      const std::uint64_t* layer_rows = words + outer * outer_stride;
      int inner = first_of(inner_count, [=](int k) {
        return (layer_rows[(reverse_inner ? inner_count - 1 - k : k) * inner_stride] & mask) != 0;
      });
      inner = reverse_inner ? inner_count - 1 - inner : inner;
      p.y = y_first ? outer : inner;
      p.z = y_first ? inner : outer;
    } else {
      const bool layers_of_y = first_axis == 1;
      const int layers = layers_of_y ? size_.y : size_.z;
      const int rows = layers_of_y ? size_.z : size_.y;
      const int layer_stride = layers_of_y ? 1 : ny;
      const int row_stride = layers_of_y ? ny : 1;
      const bool reverse_layers = order.reverse(first_axis);
      const bool reverse_rows = order.reverse(layers_of_y ? 2 : 1);
      // The first column of a layer that has a position; `any` has the bits of its rows.
      const auto look_at_columns = [&](const std::uint64_t* layer_rows, std::uint64_t& any) {
        int column = 0;
        for (int i = 0; i < columns_; ++i) {
          column = order.reverse(0) ? columns_ - 1 - i : i;
          const std::uint64_t* const from = layer_rows + column * rows_;
          for (int k = 0; k < rows; ++k) any |= from[k * row_stride];
          if (any != 0) break;
        }
        return column;
      };
      std::uint64_t any = 0;
      int layer = 0;
      int column = 0;
      const std::uint64_t* layer_rows = words;
      for (; first_layer < layers; ++first_layer) {
        layer = reverse_layers ? layers - 1 - first_layer : first_layer;
        layer_rows = words + layer * layer_stride;
        column = look_at_columns(layer_rows, any);
        if (any != 0) break;
      }
      if (any == 0) return found;
      found.layer = static_cast<std::int16_t>(first_layer);
      const auto row_of = [&](int k) { return (reverse_rows ? rows - 1 - k : k) * row_stride; };
      int row = 0;
      std::uint64_t bits = 0;
      if (order.axis(1) == 0) {
        const std::uint64_t mask = std::uint64_t{1} << first_bit(any, order.reverse(0));
        const std::uint64_t* const from = layer_rows + column * rows_;
        row = first_of(rows, [=](int k) { return (from[row_of(k)] & mask) != 0; });
        bits = mask;
      } else if (columns_ == 1) {
        row = first_of(rows, [=](int k) { return layer_rows[row_of(k)] != 0; });
        bits = layer_rows[row_of(row)];
      } else {
        // The first row with a position in any column, then its first column.
        const int count = columns_;
        const int stride = rows_;
        row = first_of(rows, [=](int k) {
          std::uint64_t some = 0;
          for (int i = 0; i < count; ++i) some |= layer_rows[i * stride + row_of(k)];
          return some != 0;
        });
        for (int i = 0; i < count && bits == 0; ++i) {
          column = order.reverse(0) ? count - 1 - i : i;
          bits = layer_rows[column * stride + row_of(row)];
        }
      }
      row = reverse_rows ? rows - 1 - row : row;
      p.x = column * 64 + first_bit(bits, order.reverse(0));
      p.y = layers_of_y ? layer : row;
      p.z = layers_of_y ? row : layer;
    }
    found.x = static_cast<std::int16_t>(p.x);
    found.y = static_cast<std::int16_t>(p.y);
    found.z = static_cast<std::int16_t>(p.z);
    // Distances of the corner that comes first from the end where filling starts, 10 bits each.
    found.key = 0;
    for (int i = 0; i < 3; ++i) {
      const int axis = order.axis(i);
      const int distance = order.reverse(axis) ? size_[axis] - p[axis] - extent[axis] : p[axis];
      found.key = found.key << 10 | static_cast<std::uint32_t>(distance);
    }
    return found;
  }

  RoundScratch& scratch_;
  CellVector low_;
  CellVector size_;
  int rows_;
  int columns_;  ///< Number of words of a row.
};

}  // namespace
}  // namespace jam::trunk
