// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The near circles of a replica of soft circles, so that a move tests these only (near_sweep.hpp). One source
// for CPU and GPU; lengths in units of the enclosing radius.
//
// A replica is a set of sites, each with a centre and a circle. The list of a site holds all others whose gap
// is below two skins. It stays valid while no site has used up its skin: by its distance from where it was
// when the lists were made, plus the growth of its radius since then (L. Verlet, Phys. Rev. 159, 98, 1967).
// Lists are made by means of a square grid, in which jumps look up other places as well.
//
// The work is shared by lanes (SweepLanes): a CPU thread is one lane, a warp 32.
#pragma once

#include <concepts>
#include <cstdint>

#include "jam/core/macros.hpp"
#include "jam/core/simd.hpp"

namespace jam::circles {

using SiteIndex = std::uint16_t;

/// Largest number of circles of a replica with lists.
inline constexpr int near_circle_limit = 65'535;

/// A skin, in units of the mean radius.
inline constexpr float near_skin = 0.25F;

/// Entries of all lists, per site; what does not fit is left out. Relaxed packings of radii 1..n have 10 on
/// average.
inline constexpr int near_list_capacity = 24;

/// The grid. Cells are as wide as the largest radius, but there are at most two for each circle.
struct NearGrid {
  int side = 1;            ///< Number of cells along each axis.
  float edge_inverse = 0;  ///< Cells per length.
  float largest = 0;       ///< Largest radius.
  float skin = 0;

  [[nodiscard]] JAM_HD_INLINE int cell_count() const { return side * side; }
  /// Circles outside the grid belong to its border cells.
  [[nodiscard]] JAM_HD_INLINE int coordinate(float position) const {
    const float cell = (position + 1.0F) * edge_inverse;
    if (!(cell > 0.0F)) return 0;
    return cell < static_cast<float>(side) ? static_cast<int>(cell) : side - 1;
  }
};

/// Arrays of a replica.
struct NearArrays {
  int count = 0;                   ///< Number of circles n, 2 .. near_circle_limit.
  float* x = nullptr;              ///< [n] Centre of each site.
  float* y = nullptr;              ///< [n]
  float* radius = nullptr;         ///< [n] Radius of the circle at each site.
  float* anchor_x = nullptr;       ///< [n] The same when the lists were made.
  float* anchor_y = nullptr;       ///< [n]
  float* anchor_radius = nullptr;  ///< [n]
  SiteIndex* circle = nullptr;     ///< [n] The circle at each site, by its place in the order of radii.
  SiteIndex* site = nullptr;       ///< [n] The site of each circle.
  std::uint8_t* claim = nullptr;  ///< [n] 1 + the lane that moves the circle at a site in this step; 0: none.
  std::uint32_t* row = nullptr;   ///< [n + 1] Where the list of each site begins.
  SiteIndex* list = nullptr;      ///< [near_list_capacity * n]
  std::uint32_t* cell = nullptr;  ///< [cells + 1] Where each cell of the grid begins in
  SiteIndex* sorted = nullptr;    ///< [n] the sites, cell by cell, ascending in each.
};

/// Stands for the function that is handed to each(). A type of its own, for nvcc rejects a lambda in a
/// concept.
struct AnyLane {
  JAM_HD_INLINE void operator()(int) const {}
};

/// Lanes that work on a replica. `PerLane<V>` holds one value per lane.
template <class T>
concept SweepLanes = requires(const T lanes, std::uint32_t* counter,
                              const typename T::template PerLane<float> values,
                              typename T::template PerLane<std::uint32_t> counts,
                              const typename T::template PerLane<bool> flags) {
  { T::lane_count } -> std::convertible_to<int>;
  lanes.each(AnyLane());                              // f(lane) for the lanes of this thread.
  lanes.sync();                                       // Makes the earlier writes of all lanes visible to all.
  { lanes.value(values, 0) } -> std::same_as<float>;  // Value of one lane, the same in all threads.
  { lanes.sum(values) } -> std::same_as<float>;       // Sum in a fixed order, the same in all threads.
  {
    lanes.sum_before(counts)
    } -> std::same_as<std::uint32_t>;  // Replaces each by the sum of the counts before it; returns the total.
  {
    lanes.first(flags)
    } -> std::same_as<int>;  // The first lane whose flag is set, lane_count where there is none.
  {
    lanes.add(counter)
    } -> std::same_as<std::uint32_t>;  // Adds 1, safely from several lanes; returns the previous value.
};

/// Several lanes of one CPU thread, one after the other.
template <int lanes>
class SerialLanes {
 public:
  static constexpr int lane_count = lanes;

  template <class V>
  struct PerLane {
    V values[lanes]{};
    JAM_HD_INLINE V& operator[](int lane) { return values[lane]; }
    JAM_HD_INLINE const V& operator[](int lane) const { return values[lane]; }
  };

  template <class F>
  JAM_HD_INLINE void each(const F& f) const {
    for (int lane = 0; lane < lanes; ++lane) f(lane);
  }
  JAM_HD_INLINE void sync() const {}
  template <class V>
  [[nodiscard]] JAM_HD_INLINE V value(const PerLane<V>& values, int lane) const {
    return values[lane];
  }
  [[nodiscard]] JAM_HD_INLINE float sum(const PerLane<float>& values) const {
    float all = 0;
    for (const float value : values.values) all += value;
    return all;
  }
  [[nodiscard]] JAM_HD_INLINE std::uint32_t sum_before(PerLane<std::uint32_t>& counts) const {
    std::uint32_t all = 0;
    for (std::uint32_t& count : counts.values) {
      const std::uint32_t own = count;
      count = all;
      all += own;
    }
    return all;
  }
  [[nodiscard]] JAM_HD_INLINE int first(const PerLane<bool>& flags) const {
    int lane = 0;
    while (lane < lanes && !flags[lane]) ++lane;
    return lane;
  }
  JAM_HD_INLINE std::uint32_t add(std::uint32_t* counter) const { return (*counter)++; }
};

namespace near_detail {

/// Replaces the counts [count] by the sums of those before each; entry `count` becomes the sum of all.
template <class Lanes>
JAM_HD_INLINE void sum_up(const Lanes& lanes, std::uint32_t* counts, int count) {
  const int part = (count + Lanes::lane_count - 1) / Lanes::lane_count;
  typename Lanes::template PerLane<std::uint32_t> sums;
  lanes.each([&](int lane) {
    sums[lane] = 0;
    for (int k = lane * part; k < (lane + 1) * part && k < count; ++k) sums[lane] += counts[k];
  });
  const std::uint32_t all = lanes.sum_before(sums);
  lanes.each([&](int lane) {
    std::uint32_t before = sums[lane];
    for (int k = lane * part; k < (lane + 1) * part && k < count; ++k) {
      const std::uint32_t own = counts[k];
      counts[k] = before;
      before += own;
    }
    if (lane == 0) counts[count] = all;
  });
  lanes.sync();
}

}  // namespace near_detail

/// Sorts the sites into the cells of the grid, for their centres as they are.
template <class Lanes>
JAM_HD_INLINE void sort_sites(const Lanes& lanes, const NearGrid& grid, const NearArrays& arrays) {
  constexpr int step = Lanes::lane_count;
  const int n = arrays.count;
  const int cells = grid.cell_count();
  const auto cell_of = [&](int i) {
    return grid.coordinate(arrays.y[i]) * grid.side + grid.coordinate(arrays.x[i]);
  };
  lanes.each([&](int lane) {
    for (int c = lane; c < cells; c += step) arrays.cell[c] = 0;
  });
  lanes.sync();
  lanes.each([&](int lane) {
    for (int i = lane; i < n; i += step) lanes.add(&arrays.cell[cell_of(i)]);
  });
  lanes.sync();
  near_detail::sum_up(lanes, arrays.cell, cells);
  // Each cell's beginning moves to its end, which is the beginning of the next one.
  lanes.each([&](int lane) {
    for (int i = lane; i < n; i += step)
      arrays.sorted[lanes.add(&arrays.cell[cell_of(i)])] = static_cast<SiteIndex>(i);
  });
  lanes.sync();
  // Lanes filled the cells in any order.
  if constexpr (step > 1) {
    lanes.each([&](int lane) {
      for (int c = lane; c < cells; c += step) {
        const auto begin = static_cast<int>(c == 0 ? 0 : arrays.cell[c - 1]);
        const auto end = static_cast<int>(arrays.cell[c]);
        for (int k = begin + 1; k < end; ++k) {
          const SiteIndex own = arrays.sorted[k];
          int to = k;
          for (; to > begin && arrays.sorted[to - 1] > own; --to) arrays.sorted[to] = arrays.sorted[to - 1];
          arrays.sorted[to] = own;
        }
      }
    });
    lanes.sync();
  }
}

/// Calls visit(k) for the sites whose circles may come within `reach` of a point, and some more, until it
/// returns false.
template <class Visit>
JAM_HD_INLINE void visit_near(const NearGrid& grid, const NearArrays& arrays, float x, float y, float reach,
                              const Visit& visit) {
  const float range = reach + grid.largest;
  const int left = grid.coordinate(x - range);
  const int right = grid.coordinate(x + range);
  const int top = grid.coordinate(y + range);
  for (int row = grid.coordinate(y - range); row <= top; ++row) {
    // The cells of a row follow each other. sort_sites() left in each cell the beginning of the next cell.
    const int first = row * grid.side + left;
    const auto end = static_cast<int>(arrays.cell[row * grid.side + right]);
    for (int k = first == 0 ? 0 : static_cast<int>(arrays.cell[first - 1]); k < end; ++k) {
      if (!visit(static_cast<int>(arrays.sorted[k]))) return;
    }
  }
}

/// Makes the lists, after sort_sites(); the anchors are where the sites are now.
template <class Lanes>
JAM_HD_INLINE void make_lists(const Lanes& lanes, const NearGrid& grid, const NearArrays& arrays) {
  constexpr int step = Lanes::lane_count;
  const int n = arrays.count;
  const auto each_near = [&](int i, const auto& found) {
    const float x = arrays.x[i];
    const float y = arrays.y[i];
    const float reach = arrays.radius[i] + 2.0F * grid.skin;
    visit_near(grid, arrays, x, y, reach, [&](int k) {
      const float dx = x - arrays.x[k];
      const float dy = y - arrays.y[k];
      const float limit = reach + arrays.radius[k];
      if (k != i && dx * dx + dy * dy < limit * limit) found(k);
      return true;
    });
  };
  lanes.each([&](int lane) {
    for (int i = lane; i < n; i += step) {
      std::uint32_t found = 0;
      each_near(i, [&](int) { ++found; });
      arrays.row[i] = found;
      arrays.anchor_x[i] = arrays.x[i];
      arrays.anchor_y[i] = arrays.y[i];
      arrays.anchor_radius[i] = arrays.radius[i];
    }
  });
  lanes.sync();
  near_detail::sum_up(lanes, arrays.row, n);
  const auto capacity = static_cast<std::uint32_t>(near_list_capacity) * static_cast<std::uint32_t>(n);
  lanes.each([&](int lane) {
    for (int i = lane; i < n; i += step) {
      std::uint32_t end = arrays.row[i];
      each_near(i, [&](int k) {
        if (end < capacity) arrays.list[end++] = static_cast<SiteIndex>(k);
      });
    }
  });
  lanes.sync();
  if (arrays.row[n] <= capacity) return;
  lanes.sync();
  lanes.each([&](int lane) {
    for (int i = lane; i <= n; i += step) arrays.row[i] = arrays.row[i] < capacity ? arrays.row[i] : capacity;
  });
  lanes.sync();
}

}  // namespace jam::circles
