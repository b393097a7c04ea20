// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Triangles of a mesh as the shapes of a wall: closed surfaces and open sheets. SI units.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "jam/dynamics/model/shape.hpp"

namespace jam::dynamics {

/// Shapes of triangles, given by the numbers of their corners, counter-clockwise when seen from the side on
/// which bodies are. A sheet with bodies on both sides has each triangle twice, once in each order. Marks the
/// edges that point to the bodies by more than 1e-3 rad, and the rims of sheets (Shape::edges). Triangles
/// without area are left out.
[[nodiscard]] std::vector<Shape> wall_shapes(std::span<const Vec3d> vertices,
                                             std::span<const std::array<int, 3>> triangles);

}  // namespace jam::dynamics
