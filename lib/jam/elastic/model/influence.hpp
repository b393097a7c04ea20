// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Influence coefficients of a half-space: the displacement difference at the centre of a cell by a unit
// traction on another cell (Boussinesq, Cerruti; integrated by Love 1929). The formulas are double
// differences of primitives over the corners of the cell, written so that nothing cancels: the relative
// error of nn, xx, yy and xy stays below 2e-12 up to offsets of 1024 cells, where the textbook form in double
// precision has lost nine digits.
//
// With x and y the receiver minus the source, [[F]] the double difference and G, nu, K of the pair of
// materials:
//   nn = (1-nu)/(pi G) [[J1 + J2]]     xy = yx = nu/(pi G) [[J4]]
//   xx = 1/(pi G) [[J1 + (1-nu) J2]]   yy = 1/(pi G) [[J2 + (1-nu) J1]]
//   nx = -xn = K/(pi G) [[J5]]         ny = -yn = K/(pi G) [[J6]]
//   J1 = y ln(x + r), J2 = x ln(y + r), J4 = -r, J5 = y ln r + x atan(y/x), J6 = x ln r + y atan(x/y)
// The first index is the displacement, the second the traction; n is the normal, tractions act on the upper
// body. nn, xx, yy are even in x and in y; xy is odd in both; xn and nx are odd in x and even in y, yn and ny
// the other way round.
#pragma once

#include <vector>

#include "jam/core/macros.hpp"
#include "jam/elastic/model/material.hpp"

namespace jam::elastic {

enum class Block { nn, xx, yy, xy, xn, nx, yn, ny };

/// The coefficient of one offset (x, y) [mm] for cells of edges dx, dy [mm]: mm/MPa.
[[nodiscard]] double influence(Block block, const MaterialPair& pair, double dx, double dy, double x,
                               double y);

/// Coefficients of all offsets (kx dx, ky dy) with 0 <= kx < nx, 0 <= ky < ny; the others follow by parity.
struct InfluenceTable {
  int nx = 0, ny = 0;
  double x_sign = 1, y_sign = 1;  ///< -1 where the block is odd.
  std::vector<double> values;     ///< ny rows of nx [mm/MPa].

  /// For |kx| < nx, |ky| < ny.
  [[nodiscard]] double at(int kx, int ky) const {
    const double value = values[static_cast<std::size_t>(ky < 0 ? -ky : ky) * nx + (kx < 0 ? -kx : kx)];
    return value * (kx < 0 ? x_sign : 1) * (ky < 0 ? y_sign : 1);
  }
};

/// 1 or -1: what a block is multiplied by when x, or y, changes its sign.
[[nodiscard]] JAM_HD_INLINE constexpr double x_sign(Block block) {
  return block == Block::xy || block == Block::xn || block == Block::nx ? -1 : 1;
}
[[nodiscard]] JAM_HD_INLINE constexpr double y_sign(Block block) {
  return block == Block::xy || block == Block::yn || block == Block::ny ? -1 : 1;
}

/// Parameters of the coefficients of a grid.
struct InfluenceKernel {
  MaterialPair pair;
  double dx = 0, dy = 0;  ///< Edges of a cell [mm].
  double liner = 0;  ///< Only for nn: displacement of a layer under a unit pressure, where it acts [mm/MPa].
  Block block = Block::nn;
};

/// The table of a block on `thread_count` threads (0: all), which change no bit.
[[nodiscard]] InfluenceTable influence_table(Block block, const MaterialPair& pair, double dx, double dy,
                                             int nx, int ny, int thread_count = 0);

}  // namespace jam::elastic
