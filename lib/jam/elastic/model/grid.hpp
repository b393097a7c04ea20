// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The cells of a contact: nx x ny rectangles in the contact plane. Fields have one number per cell, x
// fastest: cell (ix, iy) is number iy * nx + ix. Pressures are constant in a cell, displacements and gaps are
// those at its centre. Any consistent set of units; the programs use mm, N and MPa.
#pragma once

namespace jam::elastic {

struct Grid {
  int nx = 0, ny = 0;        ///< Numbers of cells along x and y, at least 1.
  double dx = 0, dy = 0;     ///< Edges of a cell [mm].
  double left = 0, low = 0;  ///< Centre of cell (0, 0) [mm].

  [[nodiscard]] int count() const { return nx * ny; }
  [[nodiscard]] double area() const { return dx * dy; }  ///< Area of a cell [mm^2].
  [[nodiscard]] double x(int ix) const { return left + ix * dx; }
  [[nodiscard]] double y(int iy) const { return low + iy * dy; }
};

/// nx x ny cells that fill a rectangle of these edges [mm] around the origin.
[[nodiscard]] inline Grid centred_grid(int nx, int ny, double width, double height) {
  const double dx = width / nx, dy = height / ny;
  return {nx, ny, dx, dy, -0.5 * (nx - 1) * dx, -0.5 * (ny - 1) * dy};
}

}  // namespace jam::elastic
