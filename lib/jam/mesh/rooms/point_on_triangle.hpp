// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Points that cover triangles evenly, without random numbers.
#pragma once

#include <array>
#include <cmath>

#include "jam/core/vec.hpp"

namespace jam::mesh {

/// The point with this index in a triangle: a sequence of low discrepancy (powers of the plastic number),
/// whose unit square is folded to a triangle.
[[nodiscard]] inline Vec3d point_on_triangle(const std::array<Vec3d, 3>& corner, int index) {
  const auto part = [&](double step) {
    const double at = 0.5 + step * index;
    return at - std::floor(at);
  };
  double u = part(0.7548776662466927), v = part(0.5698402909980532);
  if (u + v > 1) u = 1 - u, v = 1 - v;
  return corner[0] + u * (corner[1] - corner[0]) + v * (corner[2] - corner[0]);
}

}  // namespace jam::mesh
