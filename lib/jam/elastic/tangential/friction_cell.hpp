// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Friction in one cell: states and tractions, for host and device, and the element of the Gauss-Seidel
// solvers (Kalker 1990; specification 2.7.1).
#pragma once

#include <cmath>

#include "jam/core/macros.hpp"

namespace jam::elastic {

/// State of a cell: no pressure; the surfaces stick, |p| <= g; or they slip, |p| = g and p opposes the
/// slip.
enum class CellState : unsigned char { exterior, adhesion, slip };

/// Two components along the surface.
struct Tangent {
  double x = 0, y = 0;

  JAM_HD_INLINE friend Tangent operator+(Tangent a, Tangent b) { return {a.x + b.x, a.y + b.y}; }
  JAM_HD_INLINE friend Tangent operator-(Tangent a, Tangent b) { return {a.x - b.x, a.y - b.y}; }
  JAM_HD_INLINE friend bool operator==(Tangent a, Tangent b) { return a.x == b.x && a.y == b.y; }
  JAM_HD_INLINE friend Tangent operator*(double s, Tangent a) { return {s * a.x, s * a.y}; }
};

[[nodiscard]] JAM_HD_INLINE double dot(Tangent a, Tangent b) { return a.x * b.x + a.y * b.y; }
[[nodiscard]] JAM_HD_INLINE double length(Tangent a) { return std::sqrt(dot(a, a)); }

/// Displacement of the cell by its own traction [mm/MPa]; symmetric.
struct SelfBlock {
  double xx = 0, xy = 0, yy = 0;

  [[nodiscard]] Tangent operator*(Tangent p) const { return {xx * p.x + xy * p.y, xy * p.x + yy * p.y}; }
  [[nodiscard]] Tangent solve(Tangent s) const {
    const double determinant = xx * yy - xy * xy;
    return {(yy * s.x - xy * s.y) / determinant, (xx * s.y - xy * s.x) / determinant};
  }
};

/// p on the circle |p| = g that is antiparallel to s = s0 + c p: Newton's method from -g s0 / |s0| on p_y s_x
/// - p_x s_y = 0 and |p|^2 = g^2, until both are below `rest`.
[[nodiscard]] inline Tangent slipping_traction(const SelfBlock& c, Tangent s0, double g, double rest) {
  const double size = length(s0);
  Tangent p = size > 0 ? (-g / size) * s0 : Tangent{g, 0};
  for (int k = 0; k < 10; ++k) {
    const Tangent s = s0 + c * p;
    const double f1 = p.y * s.x - p.x * s.y, f2 = dot(p, p) - g * g;
    if (k > 0 && std::fabs(f1) + std::fabs(f2) < rest) break;
    const double a = -2 * c.xy * p.x - s0.y + (c.xx - c.yy) * p.y,
                 b = 2 * c.xy * p.y + s0.x + (c.xx - c.yy) * p.x;
    const double determinant = 2 * (a * p.y - b * p.x);
    if (determinant == 0) break;
    p = {p.x - (2 * p.y * f1 - b * f2) / determinant, p.y - (a * f2 - 2 * p.x * f1) / determinant};
  }
  const double now = length(p);
  return now > 0 ? (g / now) * p : p;
}

/// The traction of a cell with the bound g, given its traction, its state, which is updated, and its slip s
/// with that traction. `tolerance` is that of the solver [-].
[[nodiscard]] inline Tangent solve_cell(const SelfBlock& c, double g, Tangent s, Tangent before,
                                        double tolerance, CellState& state) {
  if (!(g > 0)) {
    state = CellState::slip;
    return {};
  }
  const Tangent s0 = s - c * before;
  Tangent p = before;
  for (int attempt = 0; attempt < 4; ++attempt) {
    if (state != CellState::slip) {
      p = before - c.solve(s);
      if (dot(p, p) <= g * g) return p;
      state = CellState::slip;
    } else {
      p = slipping_traction(c, s0, g, 1e-4 * tolerance * g);
      if (dot(p, s0 + c * p) <= 0) return p;
      state = CellState::adhesion;
    }
  }
  const double size = length(p);
  return size > g ? (g / size) * p : p;
}

}  // namespace jam::elastic
