// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The shape of the gap between two surfaces before they are pressed together.
#pragma once

#include <array>
#include <vector>

#include "jam/elastic/model/grid.hpp"
#include "jam/elastic/model/hertz.hpp"

namespace jam::elastic {

enum class SurfaceKind {
  paraboloid,  ///< a x^2 + b y^2: what Hertz solves.
  line,        ///< a x^2, the same all along the line.
  punch,       ///< 0 within a circle, nothing beyond it.
  raster       ///< Numbers, one per cell.
};

/// Gap from which on surfaces never touch [mm].
inline constexpr double no_surface = 1e30;

struct Surface {
  SurfaceKind kind = SurfaceKind::paraboloid;
  Curvature curvature;                  ///< Curvature of a paraboloid or a line [1/mm].
  std::array<BodyCurvature, 2> bodies;  ///< Upper and lower body, where they are known.
  double radius = 0;                    ///< Radius of a punch [mm].
  double length = 0;                    ///< Length of a line, along y [mm].
  std::vector<double> raster;           ///< Gaps [mm]; no_surface where there is none.
};

/// Whether closed formulas are known for it without a liner.
[[nodiscard]] inline bool is_quadratic(const Surface& surface) {
  return surface.kind == SurfaceKind::paraboloid || surface.kind == SurfaceKind::line;
}

/// The gaps at the centres of the cells; a raster has as many numbers as the grid has cells.
[[nodiscard]] inline std::vector<double> sampled_gap(const Surface& surface, const Grid& grid) {
  if (surface.kind == SurfaceKind::raster) return surface.raster;
  std::vector<double> gap;
  gap.reserve(grid.count());
  for (int iy = 0; iy < grid.ny; ++iy) {
    for (int ix = 0; ix < grid.nx; ++ix) {
      const double x2 = grid.x(ix) * grid.x(ix), y2 = grid.y(iy) * grid.y(iy);
      if (surface.kind == SurfaceKind::punch)
        gap.push_back(x2 + y2 <= surface.radius * surface.radius ? 0 : no_surface);
      else gap.push_back(surface.curvature.a * x2 + surface.curvature.b * y2);
    }
  }
  return gap;
}

}  // namespace jam::elastic
