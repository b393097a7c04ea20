// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The formulas of influence.hpp for one coefficient, for host and device.
#pragma once

#include <cmath>
#include <numbers>

#include "jam/core/macros.hpp"
#include "jam/elastic/model/influence.hpp"

namespace jam::elastic {

/// x ln((y2 + r2) / (y1 + r1)) with r_k = hypot(x, y_k), y1 < y2; 0 at x = 0.
[[nodiscard]] JAM_HD_INLINE double edge_term(double x, double y1, double y2) {
  if (x == 0) return 0;
  if (y2 <= 0) {
    const double mirrored = -y2;
    y2 = -y1, y1 = mirrored;
  }
  const double size = std::fabs(x);
  if (y1 < 0) return x * (std::asinh(y2 / size) + std::asinh(-y1 / size));
  const double r1 = std::hypot(x, y1), r2 = std::hypot(x, y2);
  return x * std::log1p(((y2 - y1) + (y2 * y2 - y1 * y1) / (r1 + r2)) / (y1 + r1));
}

/// The corners of a source cell as seen from the receiver.
struct Corners {
  double xm, xp, ym, yp;
};

[[nodiscard]] JAM_HD_INLINE double corner_j1(const Corners& c) {
  return edge_term(c.yp, c.xm, c.xp) - edge_term(c.ym, c.xm, c.xp);
}
[[nodiscard]] JAM_HD_INLINE double corner_j2(const Corners& c) {
  return edge_term(c.xp, c.ym, c.yp) - edge_term(c.xm, c.ym, c.yp);
}

/// [[-r]] as one quotient of sums without cancellation.
[[nodiscard]] JAM_HD_INLINE double corner_j4(const Corners& c, double x, double y) {
  const double pp = std::hypot(c.xp, c.yp), pm = std::hypot(c.xp, c.ym), mp = std::hypot(c.xm, c.yp),
               mm = std::hypot(c.xm, c.ym);
  return 4 * x * y * (c.xp - c.xm) * (c.yp - c.ym) * (1 / (pp + pm) + 1 / (mp + mm)) /
         ((pp + mp) * (pm + mm));
}

/// [[J5]], the integral of x / r^2 over the cell: the primitive near the source, Gauss-Legendre with 4 x 4
/// points beyond eight cells, where the primitive would cancel.
[[nodiscard]] JAM_HD_INLINE double corner_j5(const Corners& c, double x, double y) {
  const double dx = c.xp - c.xm, dy = c.yp - c.ym;
  if (std::fabs(x) <= 8 * dx && std::fabs(y) <= 8 * dy) {
    const auto primitive = [](double u, double v) {
      const double r = std::hypot(u, v);
      return (r > 0 ? v * std::log(r) : 0) + (u != 0 ? u * std::atan(v / u) : 0);
    };
    return primitive(c.xp, c.yp) - primitive(c.xm, c.yp) - primitive(c.xp, c.ym) + primitive(c.xm, c.ym);
  }
  constexpr double point[] = {-0.86113631159405257522, -0.33998104358485626480, 0.33998104358485626480,
                              0.86113631159405257522};
  constexpr double weight[] = {0.34785484513745385737, 0.65214515486254614263, 0.65214515486254614263,
                               0.34785484513745385737};
  double sum = 0;
  for (int j = 0; j < 4; ++j) {
    for (int i = 0; i < 4; ++i) {
      const double u = x + 0.5 * dx * point[i], v = y + 0.5 * dy * point[j];
      sum += weight[i] * weight[j] * u / (u * u + v * v);
    }
  }
  return 0.25 * dx * dy * sum;
}

/// The coefficient of a cell with these corners, from its centre to the receiver (x, y).
[[nodiscard]] JAM_HD_INLINE double from_corners(Block block, const MaterialPair& pair, const Corners& c,
                                                double x, double y) {
  const double scale = 1 / (std::numbers::pi * pair.shear), nu = pair.poisson,
               coupling = pair.coupling * scale;
  const Corners exchanged{c.ym, c.yp, c.xm, c.xp};
  switch (block) {
    case Block::nn: return (1 - nu) * scale * (corner_j1(c) + corner_j2(c));
    case Block::xx: return scale * (corner_j1(c) + (1 - nu) * corner_j2(c));
    case Block::yy: return scale * (corner_j2(c) + (1 - nu) * corner_j1(c));
    case Block::xy: return nu * scale * corner_j4(c, x, y);
    case Block::xn: return -coupling * corner_j5(c, x, y);
    case Block::nx: return coupling * corner_j5(c, x, y);
    case Block::yn: return -coupling * corner_j5(exchanged, y, x);
    case Block::ny: return coupling * corner_j5(exchanged, y, x);
  }
  return 0;
}

/// The coefficient of the offset (kx, ky) of cells with edges dx, dy.
[[nodiscard]] JAM_HD_INLINE double offset_influence(Block block, const MaterialPair& pair, double dx,
                                                    double dy, int kx, int ky) {
  return from_corners(block, pair, {(kx - 0.5) * dx, (kx + 0.5) * dx, (ky - 0.5) * dy, (ky + 0.5) * dy},
                      kx * dx, ky * dy);
}

/// The coefficient of an offset receiver - source of any sign, with the liner.
[[nodiscard]] JAM_HD_INLINE double offset_influence(const InfluenceKernel& kernel, int kx, int ky) {
  const double value =
      offset_influence(kernel.block, kernel.pair, kernel.dx, kernel.dy, kx < 0 ? -kx : kx, ky < 0 ? -ky : ky);
  return value * (kx < 0 ? x_sign(kernel.block) : 1) * (ky < 0 ? y_sign(kernel.block) : 1) +
         (kx == 0 && ky == 0 ? kernel.liner : 0);
}

}  // namespace jam::elastic
