// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The coarser grids on which bound-cg begins, and how fields go from one to the next, for host and device.
#pragma once

#include <algorithm>
#include <cstddef>

#include "jam/core/macros.hpp"
#include "jam/elastic/model/grid.hpp"

namespace jam::elastic {

/// Grids of fewer cells along an axis are not made coarser.
inline constexpr int least_cells = 32;
/// Tolerance of solutions that only start others.
inline constexpr double coarse_tolerance = 1e-4;

[[nodiscard]] inline bool has_coarser(const Grid& grid) {
  return std::min(grid.nx, grid.ny) >= 2 * least_cells;
}

/// Half as many cells along each axis of the same rectangle.
[[nodiscard]] inline Grid coarser(const Grid& grid) {
  return centred_grid((grid.nx + 1) / 2, (grid.ny + 1) / 2, grid.nx * grid.dx, grid.ny * grid.dy);
}

/// Where a point lies between the centres of two cells.
struct Between {
  int first = 0, second = 0;
  double weight = 0;  ///< Weight of the second cell [-].
};

/// The centre of cell k of `to` cells on a line of `from` cells; beyond the outer centres fields are
/// constant.
[[nodiscard]] JAM_HD_INLINE Between between_cells(int from, int to, int k) {
  double at = (k + 0.5) * from / to - 0.5;
  at = at < 0 ? 0 : at > from - 1 ? from - 1 : at;
  const int cell = static_cast<int>(at), first = cell < from - 1 ? cell : from - 1;
  return {first, first + 1 < from ? first + 1 : first, at - first};
}

/// A field with rows of nx cells at such a place, linear between centres.
template <class Real>
[[nodiscard]] JAM_HD_INLINE double resampled_value(const Real* field, int nx, const Between& x,
                                                   const Between& y) {
  const Real *const low = field + static_cast<std::ptrdiff_t>(y.first) * nx, *const high =
                                                                                 field +
                                                                                 static_cast<std::ptrdiff_t>(
                                                                                     y.second) *
                                                                                     nx;
  const double a = static_cast<double>(low[x.first]) +
                   x.weight * (static_cast<double>(low[x.second]) - static_cast<double>(low[x.first]));
  const double b = static_cast<double>(high[x.first]) +
                   x.weight * (static_cast<double>(high[x.second]) - static_cast<double>(high[x.first]));
  return a + y.weight * (b - a);
}

}  // namespace jam::elastic
