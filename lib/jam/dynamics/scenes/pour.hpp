// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Boxes that are poured into a closed container, which has no opening. From time to time, at a look, waiting
// boxes enter under its ceiling, if there is room, and fall. So the container fills in layers, and fallen
// boxes make up the load. SI units.
#pragma once

#include <cstdint>
#include <vector>

#include "jam/dynamics/scenes/mesh_container.hpp"
#include "jam/dynamics/step/simulation.hpp"

namespace jam::dynamics {

/// One look: for the bodies of the world that are not in the scene, in their order, places where they enter.
/// Each is a box with edges x >= y >= z; all others of the scene are boxes, or walls. A place is tried at
/// random in plan, along x or along y, as high as the container holds the lying box. A box keeps `gap` [m]
/// from the surface and from all boxes. A look ends after 200 consecutive tries without a free place; random
/// numbers follow from `seed` and `look`.
[[nodiscard]] std::vector<Entrance> pour(const MeshContainer& container, const World& world, double gap,
                                         std::uint64_t seed, std::uint64_t look);

}  // namespace jam::dynamics
