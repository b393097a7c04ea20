// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/collide/pair_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "jam/core/error.hpp"
#include "jam/dynamics/collide/chunks.hpp"

namespace jam::dynamics {
namespace {

constexpr std::size_t shapes_per_search_chunk = 4096;
constexpr std::size_t entries_per_chunk = 1 << 16;
constexpr std::size_t bins_per_chunk = 128;

/// Edge of a bin over the longest size of its level. 1 suffices; a little more halves the number of entries,
/// and the number of tests of pairs stays the same.
constexpr double edge_share = 1.5;

bool active(const Bounds& bounds) { return (bounds.flags & body_inactive) == 0; }

/// The shapes of one bin, as a thread reads them.
struct BinShapes {
  std::vector<Bounds> bounds;
  std::vector<std::uint32_t> shapes;
  std::size_t owners = 0;  ///< Number of shapes of the bin's own level, which come first.

  void load(std::span<const Bounds> all, const KeyedValues& entries, const ActiveBin& bin) {
    bounds.clear();
    shapes.clear();
    for (const bool own : {true, false}) {
      for (std::size_t i = bin.first; i < bin.first + bin.count; ++i) {
        const std::uint32_t value = entries.values[i];
        if (((value & own_level_bit) != 0) != own) continue;
        shapes.push_back(value & ~own_level_bit);
        bounds.push_back(all[shapes.back()]);
      }
      if (own) owners = shapes.size();
    }
  }
};

}  // namespace

double largest_size(const Shape& shape) {
  constexpr double rounding = 1 + 1e-6;
  switch (shape.kind) {
    case ShapeKind::box: return rounding * 2 * length(shape.half);
    case ShapeKind::capsule: return rounding * 2 * (shape.half.x + shape.radius);
    case ShapeKind::triangle:
      return rounding * std::max({shape.half.x, std::hypot(shape.half.y, shape.half.z),
                                  std::hypot(shape.half.x - shape.half.y, shape.half.z)});
    default: return rounding * 2 * shape.radius;
  }
}

Bins make_bins(std::span<const Bounds> bounds) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Vec3d low{infinity, infinity, infinity};
  Vec3d high{-infinity, -infinity, -infinity};
  std::vector<double> sizes;
  for (const Bounds& b : bounds) {
    if (!active(b)) continue;
    const Vec3d l = b.low();
    const Vec3d h = b.high();
    low = {std::min(low.x, l.x), std::min(low.y, l.y), std::min(low.z, l.z)};
    high = {std::max(high.x, h.x), std::max(high.y, h.y), std::max(high.z, h.z)};
    sizes.push_back(b.size());
  }
  return make_bins(low, high, level_sizes(sizes));
}

std::vector<double> level_sizes(std::span<const double> sizes) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::vector<double> levels;
  double below = -1;
  while (levels.size() < bin_level_limit) {
    double smallest = infinity;
    for (const double size : sizes) {
      if (size > below) smallest = std::min(smallest, size);
    }
    if (smallest == infinity) break;
    const double limit = levels.size() + 1 == bin_level_limit ? infinity : size_ratio * smallest;
    double largest = smallest;
    for (const double size : sizes) {
      if (size <= limit) largest = std::max(largest, size);
    }
    levels.push_back(below = largest);
  }
  return levels;
}

Bins make_bins(Vec3d low, Vec3d high, std::span<const double> levels) {
  Bins bins;
  if (!(low.x <= high.x)) return bins;
  bins.origin = low;
  const Vec3d span = high - low;
  for (const double largest : levels) {
    BinLevel& level = bins.level[bins.level_count++];
    level.size_limit = largest;
    const double edge = edge_share * std::max({largest, span.x / bins_per_axis_limit,
                                               span.y / bins_per_axis_limit, span.z / bins_per_axis_limit});
    level.inverse_edge = 1 / edge;
    for (int axis = 0; axis < 3; ++axis) {
      level.bins[axis] = std::min(
          bins_per_axis_limit, 1 + static_cast<int>(std::floor(component(span, axis) * level.inverse_edge)));
    }
    level.first_key = bins.key_count;
    bins.key_count += static_cast<std::uint64_t>(level.bins[0]) * level.bins[1] * level.bins[2];
  }
  return bins;
}

std::vector<ActiveBin> active_bins(const KeyedValues& entries, int thread_count) {
  const std::size_t count = entries.keys.size();
  const auto& keys = entries.keys;
  std::vector<std::vector<ActiveBin>> found((count + entries_per_chunk - 1) / entries_per_chunk);
  // A run belongs to the chunk in which it begins.
  for_chunks(count, entries_per_chunk, thread_count,
             [&](std::size_t chunk, std::size_t first, std::size_t last) {
               std::size_t begin = first;
               if (begin > 0) {
                 while (begin < last && keys[begin] == keys[begin - 1]) ++begin;
               }
               while (begin < last) {
                 std::size_t end = begin;
                 bool owned = false;
                 for (; end < count && keys[end] == keys[begin]; ++end)
                   owned = owned || (entries.values[end] & own_level_bit) != 0;
                 if (end - begin > 1 && owned) found[chunk].push_back({begin, end - begin});
                 begin = end;
               }
             });
  std::vector<ActiveBin> bins;
  append_lists(found, thread_count, bins);
  return bins;
}

void add_pairs_one_by_one(std::span<const Bounds> bounds, std::vector<std::uint64_t>& pairs) {
  const std::size_t n = bounds.size();
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = a + 1; b < n; ++b) {
      if (may_collide(bounds[a], bounds[b]) && bounds_meet(bounds[a], bounds[b]))
        pairs.push_back(pair_key(a, b, n));
    }
  }
}

void BinnedPairs::add(std::span<const Bounds> bounds, int thread_count, std::vector<std::uint64_t>& pairs) {
  add(bounds, make_bins(bounds), thread_count, pairs);
}

int slabs_for(const Bins& bins, std::size_t shapes, std::size_t limit) {
  // A shape is in at most 8 bins of each level.
  const std::size_t entries = 8 * static_cast<std::size_t>(bins.level_count) * shapes;
  return static_cast<int>(std::clamp<std::size_t>((entries + limit - 1) / limit, 1, bins_per_axis_limit));
}

int layers_of(const Bins& bins) {
  int layers = 1;
  for (int k = 0; k < bins.level_count; ++k)
    layers = std::max({layers, bins.level[k].bins[0], bins.level[k].bins[1], bins.level[k].bins[2]});
  return layers;
}

void BinnedPairs::add(std::span<const Bounds> bounds, const Bins& bins, int thread_count,
                      std::vector<std::uint64_t>& pairs) {
  const std::size_t n = bounds.size();
  if (n >= own_level_bit)
    throw OverflowError(
        fmt::format("collision detection: {} shapes; at most {} are possible", n, own_level_bit - 1));
  entry_count_ = 0;
  for_slabs(bins, slabs_for(bins, n, entry_limit_),
            [&](Slab slab, bool splits) { return add(bounds, bins, slab, splits, thread_count, pairs); });
}

bool BinnedPairs::add(std::span<const Bounds> bounds, const Bins& bins, Slab slab, bool splits,
                      int thread_count, std::vector<std::uint64_t>& pairs) {
  const std::size_t n = bounds.size();
  // Stages 1 to 3: the place of the entries of each shape, and the entries.
  places_.assign(n, 0);
  for_chunks(n, shapes_per_search_chunk, thread_count, [&](std::size_t, std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i)
      places_[i] = active(bounds[i]) ? static_cast<std::size_t>(entries_of(bins, bounds[i], slab)) : 0;
  });
  const std::size_t entry_count = exclusive_scan_in_place(places_);
  if (splits && entry_count > entry_limit_) return false;
  entry_count_ = std::max(entry_count_, entry_count);
  entries_.keys.resize(entry_count);
  entries_.values.resize(entry_count);
  for_chunks(n, shapes_per_search_chunk, thread_count, [&](std::size_t, std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      if (active(bounds[i])) {
        write_entries(bins, bounds[i], static_cast<int>(i), entries_.keys.data() + places_[i],
                      entries_.values.data() + places_[i], slab);
      }
    }
  });

  // Stages 4 to 6.
  radix_sort(entries_, scratch_, bins.key_count, thread_count);
  const std::vector<ActiveBin> found_bins = active_bins(entries_, thread_count);

  // Stages 7 to 9.
  std::vector<std::vector<std::uint64_t>> found((found_bins.size() + bins_per_chunk - 1) / bins_per_chunk);
  for_chunks(found_bins.size(), bins_per_chunk, thread_count,
             [&](std::size_t chunk, std::size_t first, std::size_t last) {
               BinShapes here;
               for (std::size_t bin = first; bin < last; ++bin) {
                 here.load(bounds, entries_, found_bins[bin]);
                 const std::uint64_t key = entries_.keys[found_bins[bin].first];
                 const int at_level = level_of_key(bins, key);
                 for (std::size_t p = 0; p < here.owners; ++p) {
                   for (std::size_t q = p + 1; q < here.shapes.size(); ++q) {
                     if (!is_pair_of_bin(bins, at_level, key, here.bounds[p], here.bounds[q])) continue;
                     const std::uint32_t a = std::min(here.shapes[p], here.shapes[q]);
                     const std::uint32_t b = std::max(here.shapes[p], here.shapes[q]);
                     found[chunk].push_back(pair_key(a, b, n));
                   }
                 }
               }
             });
  append_lists(found, thread_count, pairs);
  return true;
}

}  // namespace jam::dynamics
