// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A load of boxes in a container, as a world. SI units.
#pragma once

#include <cstddef>
#include <span>

#include "jam/dynamics/model/bodies.hpp"
#include "jam/dynamics/scenes/mesh_container.hpp"

namespace jam::dynamics {

/// A load in a container.
struct Load {
  std::span<const Shape> walls;  ///< See wall_shapes.hpp.
  std::span<const BoxAt> boxes;
  std::size_t fixed = 0;  ///< Number of boxes at the beginning that cannot move.
};

/// Body 0 is the wall, body 1 + k is box k, at rest. `density` is that of boxes without a mass
/// [kg/m^3].
[[nodiscard]] World load_world(const Load& load, Surface surface, double density);

/// Largest distance of a corner of a box from its place before [m]. `half`: half of its edges [m].
[[nodiscard]] double largest_way(const Vec3d& half, const Pose& before, const Pose& now);

}  // namespace jam::dynamics
