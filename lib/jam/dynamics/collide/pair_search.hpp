// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The broad phase: all pairs of shapes that may collide and whose bounds meet. Small scenes are searched pair
// by pair, others in bins, by the nine stages of Negrut 2.6 with a run-length encoding in place of a table of
// all bins. Stages hand each other arrays of keys and values, sorts and scans, so that each of them can run
// on a GPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "jam/dynamics/collide/bins.hpp"
#include "jam/dynamics/collide/radix_sort.hpp"

namespace jam::dynamics {

/// Pairs (a, b) of n shapes as sortable keys, a * n + b.
[[nodiscard]] JAM_HD_INLINE std::uint64_t pair_key(std::uint64_t a, std::uint64_t b, std::uint64_t n) {
  return a * n + b;
}

/// The entries of a bin in which pairs are looked for.
struct ActiveBin {
  std::size_t first = 0;
  std::size_t count = 0;
};

/// A size that bounds of a shape at rest do not exceed, whatever its rotation [m].
[[nodiscard]] double largest_size(const Shape& shape);

/// Bins for these bounds; inactive bodies are left out.
[[nodiscard]] Bins make_bins(std::span<const Bounds> bounds);

/// The largest size of each level of bins, ascending, for bounds of these sizes; each level begins at the
/// smallest size that is too large for those before.
[[nodiscard]] std::vector<double> level_sizes(std::span<const double> sizes);

/// Bins between two corners, with these levels (at most bin_level_limit).
[[nodiscard]] Bins make_bins(Vec3d low, Vec3d high, std::span<const double> levels);

/// Stages 5 and 6: finds runs of two or more entries with one key among the sorted entries. At least one
/// entry of a run is of the bin's own level.
[[nodiscard]] std::vector<ActiveBin> active_bins(const KeyedValues& entries, int thread_count);

/// Adds the keys of all pairs with a < b, each once, in no particular order, but the same for any number of
/// threads.
void add_pairs_one_by_one(std::span<const Bounds> bounds, std::vector<std::uint64_t>& pairs);

/// Number of slabs of which each has about `limit` entries at most, where shapes are spread evenly.
[[nodiscard]] int slabs_for(const Bins& bins, std::size_t shapes, std::size_t limit);

/// Largest number of layers of bins that slabs are made of.
[[nodiscard]] int layers_of(const Bins& bins);

/// Calls `search(slab, splits)` for each of `slabs` slabs, one after the other. If `splits`, the call may
/// return false for a slab with too many entries; both halves of the slab are then searched in its place.
template <class Search>
void for_slabs(const Bins& bins, int slabs, const Search& search) {
  const int layers = layers_of(bins);
  std::vector<Slab> rest;
  for (int number = slabs; number-- > 0;) rest.push_back({number, slabs});
  while (!rest.empty()) {
    const Slab slab = rest.back();
    rest.pop_back();
    if (search(slab, slab.count < layers)) continue;
    rest.push_back({2 * slab.number + 1, 2 * slab.count});
    rest.push_back({2 * slab.number, 2 * slab.count});
  }
}

class BinnedPairs {
 public:
  /// Searches in slabs of at most `entry_limit` entries; only a slab of one layer of bins may have more.
  explicit BinnedPairs(std::size_t entry_limit = slab_entries) : entry_limit_(entry_limit) {}

  /// Adds the pairs of add_pairs_one_by_one(). Throws OverflowError above 2^31 - 1 shapes.
  void add(std::span<const Bounds> bounds, int thread_count, std::vector<std::uint64_t>& pairs);
  /// Adds the same pairs, found with `bins`.
  void add(std::span<const Bounds> bounds, const Bins& bins, int thread_count,
           std::vector<std::uint64_t>& pairs);

  /// Entries of shapes in bins in the last search, of the slab that had most.
  [[nodiscard]] std::size_t entry_count() const { return entry_count_; }

 private:
  /// False, and nothing is added, where the slab `splits` and has too many entries.
  bool add(std::span<const Bounds> bounds, const Bins& bins, Slab slab, bool splits, int thread_count,
           std::vector<std::uint64_t>& pairs);

  std::size_t entry_limit_;
  std::size_t entry_count_ = 0;
  std::vector<std::size_t> places_;
  KeyedValues entries_;
  KeyedValues scratch_;
};

}  // namespace jam::dynamics
