// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Several items pressed onto one wall: their patches lie on one grid, and each item sinks into the hollow
// that the others press into the wall (specification 7.4). Forces are given, approaches are found. With A_w
// the coefficients of the wall alone, A_k those of item k, and chi_k the cells nearest to item k,
// displacements are u = A_w p + sum over k of chi_k A_k (chi_k p) + liner p: items meet through the wall
// only.
#pragma once

#include <string>
#include <vector>

#include "jam/elastic/normal/press.hpp"

namespace jam::elastic {

/// An item that touches the wall in a point.
struct WallItem {
  double x = 0, y = 0;  ///< Position of the contact point [mm].
  Curvature curvature;  ///< Curvature of the gap along x and y [1/mm].
  Material material;
  double force = 0;  ///< Normal force, above 0 [N].
};

struct WallPatch {
  double approach = 0;  ///< [mm]
  double peak = 0;      ///< [MPa]
  int cells = 0;        ///< Number of cells with pressure.
  Extent half;          ///< Half extents of these cells [mm].
  /// The patch reaches the border of the grid, or of the cells that belong to the item.
  bool clipped = false;
  std::vector<std::string> warnings;  ///< Why the result may be wrong.
};

struct WallSolution {
  std::vector<double> pressure;  ///< Pressure on each cell of the wall [MPa].
  std::vector<int> item;         ///< Item whose pressure a cell may bear; -1: none.
  std::vector<WallPatch> patches;
  int iterations = 0;
  bool solved = true;   ///< False: the limit of iterations came first.
  double residual = 0;  ///< Largest |e| where there is pressure or -e where an item might touch, over the
                        ///< largest displacement.
};

/// A grid that holds all patches with a margin: 13 cells along the smallest semi-axis, 1024 at most along an
/// axis.
[[nodiscard]] Grid wall_grid(const Material& wall, const Liner& liner, const std::vector<WallItem>& items);

/// Solves by conjugate gradients with bounds, all means and scales taken per item. Throws InputError for
/// items that lie outside of the grid or have no force, and as combine().
[[nodiscard]] WallSolution solve_wall(const Grid& grid, const Material& wall, const Liner& liner,
                                      const std::vector<WallItem>& items, const NormalSettings& settings);

}  // namespace jam::elastic
