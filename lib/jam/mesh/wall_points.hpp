// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The points on the walls that the contact simulation sees. Lengths in mm.
#pragma once

#include <vector>

#include "jam/core/vec.hpp"
#include "jam/mesh/watch.hpp"
#include "jam/trunk/model/container.hpp"

namespace jam::mesh {

/// More points than this are not taken: on larger trunks they lie wider apart.
inline constexpr int wall_point_limit = 1'000'000;

/// Samples of the container's triangles, `spacing` apart (sample_surface); `used` receives the spacing there is. Of a wrapped
/// container the original triangles are sampled, which stop boxes, and the wrap only where none of these is near: where it closes an
/// opening.
[[nodiscard]] std::vector<Vec3d> wall_points(const trunk::Container& container, double spacing, double& used, const Watch& watch = {});

}  // namespace jam::mesh
