// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The hierarchical cell grid of the large search, one source for CPU and GPU. Circles are classed into levels
// by radius (factor 2); every level has its own square grid whose cells are at least as wide as two of its
// largest circles with their skins. A circle looks for partners in its own level and in the levels above
// (where circles are larger): at most 3 x 3 cells each, so that no circle ever visits the many small ones
// around it; the pairs that those find are added to its list by transposition. Circles outside the grid
// belong to its border cells. Lengths are in the search's unit.
#pragma once

#include "jam/circles/large/physics.hpp"

namespace jam::circles::large {

/// Levels at most: a ratio of radii of 2^24. Still smaller circles share the lowest level.
inline constexpr int level_limit = 24;

struct GridLevel {
  double edge_inverse = 1;  ///< Cells per length.
  float reach = 0;          ///< Largest radius + skin of the level.
  float largest = 0;        ///< Largest radius of the level.
  int side = 1;             ///< Number of cells along each axis.
  int first_cell = 0;       ///< Index of the level's first cell among the cells of all levels.
  int count = 0;            ///< Number of circles in the level.
};

/// Passed by value to kernels.
struct Grid {
  double origin = 0;     ///< Lowest coordinate, both axes.
  float least_skin = 0;  ///< Skin of circles smaller than the mean spacing.
  float skin_ratio = 0;  ///< Skin over radius of the others [-].
  int level_count = 1;
  int cell_count = 1;  ///< Number of cells of all levels.
  GridLevel levels[level_limit];
};

/// Skin of a circle: proportional to its radius, but at least that of a circle of the mean spacing, so that
/// small circles that are carried along by large ones do not make the lists stale in every step.
JAM_HD inline float skin_of(const Grid& grid, float radius) {
  const float skin = grid.skin_ratio * radius;
  return skin > grid.least_skin ? skin : grid.least_skin;
}

JAM_HD inline int cell_coordinate(const Grid& grid, const GridLevel& level, double position) {
  const double cell = (position - grid.origin) * level.edge_inverse;
  if (!(cell > 0.0)) return 0;
  return cell < static_cast<double>(level.side) ? static_cast<int>(cell) : level.side - 1;
}

JAM_HD inline int cell_of(const Grid& grid, const Site& site) {
  const GridLevel& level = grid.levels[site.level];
  return level.first_cell + cell_coordinate(grid, level, site.y) * level.side +
         cell_coordinate(grid, level, site.x);
}

/// Calls visit(slot) for every circle of `level_index` that may come within `reach` of (x, y): sites of a
/// cell are contiguous, cell c holds the slots [cell_begin[c], cell_begin[c + 1]).
template <class Visit>
JAM_HD inline void visit_level(const Grid& grid, int level_index, const int* cell_begin, double x, double y,
                               float reach, const Visit& visit) {
  const GridLevel& level = grid.levels[level_index];
  if (level.count == 0) return;
  const double range = static_cast<double>(reach + level.reach);
  const int left = cell_coordinate(grid, level, x - range);
  const int right = cell_coordinate(grid, level, x + range);
  const int bottom = cell_coordinate(grid, level, y - range);
  const int top = cell_coordinate(grid, level, y + range);
  for (int row = bottom; row <= top; ++row) {
    // The cells of a row are neighbours in memory: one run of slots.
    const int first = level.first_cell + row * level.side;
    const int end = cell_begin[first + right + 1];
    for (int slot = cell_begin[first + left]; slot < end; ++slot) visit(slot);
  }
}

/// Calls found(slot, above) for every partner of circle `self` in its own level and above: closer than the
/// radii and skins of both. `above` tells that the partner lies in a higher level, so that it does not find
/// `self` on its own.
template <class Found>
JAM_HD inline void find_partners(const Grid& grid, const Site* sites, const int* cell_begin, int self,
                                 const Found& found) {
  const Site site = sites[self];
  const float reach = site.radius + site.skin;
  for (int level = site.level; level < grid.level_count; ++level) {
    visit_level(grid, level, cell_begin, site.x, site.y, reach, [&](int slot) {
      if (slot == self) return;
      const Site& other = sites[slot];
      const float dx = static_cast<float>(site.x - other.x);
      const float dy = static_cast<float>(site.y - other.y);
      const float limit = reach + other.radius + other.skin;
      if (dx * dx + dy * dy < limit * limit) found(slot, level > site.level);
    });
  }
}

}  // namespace jam::circles::large
