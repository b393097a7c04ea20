// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Cubic bins that find the pairs of shapes whose bounds meet (Negrut 2.6, with its corrections a-f), for host
// and device. A shape is entered in every bin that its bounds touch. The bounds of a pair
// intersect in a cuboid. The pair is found in one bin only: the bin that contains the middle of this cuboid.
// Both shapes are entered there, since the middle lies in both bounds, and all stages round to bins alike.
//
// Sizes may differ: bins come in levels, each for shapes whose sizes differ by `size_ratio` at most, with an
// edge 1.5 times as long as the longest of these. A shape is entered in the bins of its own level and of all
// coarser ones, and a pair is searched at the coarser of its two levels. So a shape is in at most 8 bins of
// each level: at most 8 x 8 entries per shape, of 12 bytes each and 12 more in the scratch memory of the
// sort, whatever the sizes are. (More than 8 levels would be needed for sizes that differ by a factor above
// 3^8 = 6561; then the last level takes all larger shapes.)
//
// Large scenes are searched slab after slab, the first of Negrut's two levels: a slab has some of the
// layers of bins of each level, across its longest axis, and its entries are those of its bins only. Each bin
// belongs to one slab, so that pairs are found once as before.
#pragma once

#include <cstddef>
#include <cstdint>

#include "jam/dynamics/collide/bounds.hpp"

namespace jam::dynamics {

inline constexpr int bin_level_limit = 8;
inline constexpr double size_ratio = 3;
inline constexpr int bins_per_axis_limit = 1 << 19;  ///< All bins of all levels then have keys below 2^60.

/// The bins of one level: all points whose coordinates, less the origin and divided by the edge, have the
/// same integer parts.
struct BinLevel {
  double size_limit = 0;        ///< Largest size of the shapes whose own level this is [m].
  double inverse_edge = 0;      ///< [1/m]
  int bins[3] = {};             ///< Number of bins along x, y, z.
  std::uint64_t first_key = 0;  ///< Key of bin (0, 0, 0).
};

struct Bins {
  Vec3d origin = {};
  int level_count = 0;
  BinLevel level[bin_level_limit];
  std::uint64_t key_count = 0;  ///< Keys are smaller.

  /// Number of the bin with the coordinate x; points outside belong to the outermost bins.
  [[nodiscard]] JAM_HD_INLINE int bin_along(int at_level, int axis, double x) const {
    const double number = (x - component(origin, axis)) * level[at_level].inverse_edge;
    const int last = level[at_level].bins[axis] - 1;
    return number <= 0 ? 0 : number >= last ? last : static_cast<int>(number);
  }
  [[nodiscard]] JAM_HD_INLINE std::uint64_t key(int at_level, int i, int j, int k) const {
    const BinLevel& here = level[at_level];
    return here.first_key +
           (static_cast<std::uint64_t>(k) * here.bins[1] + static_cast<std::uint64_t>(j)) * here.bins[0] + i;
  }
  [[nodiscard]] JAM_HD_INLINE int own_level(double size) const {
    int own = 0;
    while (own + 1 < level_count && size > level[own].size_limit) ++own;
    return own;
  }
};

/// Largest number of entries of a slab of more than one layer; they take 6.4 GB.
inline constexpr std::size_t slab_entries = std::size_t{1} << 28;

/// Slab `number` of `count` slabs.
struct Slab {
  int number = 0, count = 1;
};

/// The bins at one level that bounds touch; along one axis there may be none.
struct BinRange {
  int low[3];
  int high[3];

  [[nodiscard]] JAM_HD_INLINE int count() const {
    return (high[0] - low[0] + 1) * (high[1] - low[1] + 1) * (high[2] - low[2] + 1);
  }
};

/// The bins of a slab among them.
[[nodiscard]] JAM_HD_INLINE BinRange bins_of(const Bins& bins, int at_level, const Bounds& bounds,
                                             const Slab& slab) {
  BinRange range;
  for (int axis = 0; axis < 3; ++axis) {
    range.low[axis] = bins.bin_along(at_level, axis, component(bounds.low(), axis));
    range.high[axis] = bins.bin_along(at_level, axis, component(bounds.high(), axis));
  }
  if (slab.count == 1) return range;
  const int(&layers)[3] = bins.level[at_level].bins;
  const int axis = layers[0] >= layers[1] && layers[0] >= layers[2] ? 0 : layers[1] >= layers[2] ? 1 : 2;
  const auto border = [&](int number) {
    return static_cast<int>(static_cast<std::int64_t>(layers[axis]) * number / slab.count);
  };
  const int first = border(slab.number), last = border(slab.number + 1) - 1;
  if (range.low[axis] < first) range.low[axis] = first;
  if (range.high[axis] > last) range.high[axis] = last;
  if (range.high[axis] < range.low[axis]) range.high[axis] = range.low[axis] - 1;
  return range;
}

/// Values of entries: the index of a shape, and whether the bin is of its own level.
inline constexpr std::uint32_t own_level_bit = 1U << 31;

/// Stage 1: in how many bins of a slab the shape stands.
[[nodiscard]] JAM_HD_INLINE int entries_of(const Bins& bins, const Bounds& bounds, const Slab& slab = {}) {
  int count = 0;
  for (int at_level = bins.own_level(bounds.size()); at_level < bins.level_count; ++at_level)
    count += bins_of(bins, at_level, bounds, slab).count();
  return count;
}

/// Stage 3: writes its entries in a slab (key of the bin, index of the shape) at keys[0..], values[0..].
JAM_HD_INLINE void write_entries(const Bins& bins, const Bounds& bounds, int shape, std::uint64_t* keys,
                                 std::uint32_t* values, const Slab& slab = {}) {
  const int own = bins.own_level(bounds.size());
  for (int at_level = own; at_level < bins.level_count; ++at_level) {
    const BinRange range = bins_of(bins, at_level, bounds, slab);
    for (int k = range.low[2]; k <= range.high[2]; ++k) {
      for (int j = range.low[1]; j <= range.high[1]; ++j) {
        for (int i = range.low[0]; i <= range.high[0]; ++i) {
          *keys++ = bins.key(at_level, i, j, k);
          *values++ = static_cast<std::uint32_t>(shape) | (at_level == own ? own_level_bit : 0U);
        }
      }
    }
  }
}

/// The level of the bin with this key.
[[nodiscard]] JAM_HD_INLINE int level_of_key(const Bins& bins, std::uint64_t key) {
  int at_level = bins.level_count - 1;
  while (at_level > 0 && key < bins.level[at_level].first_key) --at_level;
  return at_level;
}

/// Key of the bin, at a level, of the middle of what both bounds have in common.
[[nodiscard]] JAM_HD_INLINE std::uint64_t key_of_middle(const Bins& bins, int at_level, const Bounds& a,
                                                        const Bounds& b) {
  int bin[3];
  for (int axis = 0; axis < 3; ++axis) {
    const double low_a = component(a.low(), axis);
    const double low_b = component(b.low(), axis);
    const double high_a = component(a.high(), axis);
    const double high_b = component(b.high(), axis);
    const double middle = 0.5 * ((low_a > low_b ? low_a : low_b) + (high_a < high_b ? high_a : high_b));
    bin[axis] = bins.bin_along(at_level, axis, middle);
  }
  return bins.key(at_level, bin[0], bin[1], bin[2]);
}

/// Stages 7 and 9: whether the pair, both in the bin with this key and one of them at its own level, is a
/// pair of this bin.
[[nodiscard]] JAM_HD_INLINE bool is_pair_of_bin(const Bins& bins, int at_level, std::uint64_t key,
                                                const Bounds& a, const Bounds& b) {
  return bounds_meet(a, b) && may_collide(a, b) && key_of_middle(bins, at_level, a, b) == key;
}

}  // namespace jam::dynamics
