// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The opening of a container through which it is loaded, and the walls that are left when it is open. Lengths
// in mm, z up.
#pragma once

#include "jam/core/vec.hpp"
#include "jam/trunk/io/loading_plan.hpp"
#include "jam/trunk/model/container.hpp"
#include "jam/trunk/model/wall_triangles.hpp"

namespace jam::loading {

using trunk::LoadingOpening;

/// Openings that are tried if the user names none. z is up, and x points to the rear of the car.
[[nodiscard]] LoadingOpening top_opening();
[[nodiscard]] LoadingOpening rear_opening();

/// A container that is open.
struct OpenContainer {
  LoadingOpening opening;
  trunk::WallTriangles walls;  ///< Walls that are left; both sides of a triangle are wall.
  double outside = 0;  ///< A point farther along `outward` than this is outside of the container [mm].
};

/// Opens a container. Everything beyond the planes of the opening is open; walls that cross them are cut
/// there. Without planes the lid is open: every wall that faces within 60 degrees of `outward` and has no
/// other wall beyond it. Throws InputError if there is no wall to be opened,
/// or none would be left.
[[nodiscard]] OpenContainer open_container(const trunk::Container& container, const LoadingOpening& opening);

}  // namespace jam::loading
