// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Contacts that several tests use: the material M1 and the parabolic gap of the specification's acceptance
// tests, for which Hertz gives a patch of radius 1 (section 6).
#pragma once

#include <vector>

#include "jam/elastic/normal/normal.hpp"

namespace jam::test {

using namespace elastic;

/// G = 200, nu = 0.42, E* = 344.827586.
inline MaterialPair m1() {
  const Material material{2 * 200 * 1.42, 0.42};
  return combine(material, material);
}

inline constexpr double hertz_force = 9.195402298850574, hertz_peak = 4.390481, hertz_approach = 0.02;

/// a x^2 + b y^2 at the centres of cells.
inline std::vector<double> parabolic_gap(const Grid& grid, double a, double b) {
  std::vector<double> gap;
  for (int iy = 0; iy < grid.ny; ++iy) {
    for (int ix = 0; ix < grid.nx; ++ix)
      gap.push_back(a * grid.x(ix) * grid.x(ix) + b * grid.y(iy) * grid.y(iy));
  }
  return gap;
}

inline NormalLoad by_force(double value) { return {true, value}; }
inline NormalLoad by_approach(double value) { return {false, value}; }

/// The Hertz problem of the acceptance tests on n x n cells of [-1.25, 1.25]^2.
inline NormalSolution hertz_on(int n, NormalLoad load, const NormalSettings& settings = {}) {
  const Grid grid = centred_grid(n, n, 2.5, 2.5);
  return solve_normal(grid, m1(), 0, parabolic_gap(grid, 0.01, 0.01), load, settings);
}

}  // namespace jam::test
