// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Edges and corners between the planes of a cloud of points. Inside of jam_mesh only. Lengths in mm.
#pragma once

#include <vector>

#include "jam/mesh/clouds/fit_planes.hpp"

namespace jam::mesh {

/// Planes meet if their points lie as near to each other [mm].
[[nodiscard]] inline double edge_reach(const PlanarCloud& cloud) { return 2.5 * cloud.spacing; }

/// Adds points on the edges in which two planes meet, half a spacing apart, and on the corners of three.
/// `near` holds for each given point, in ascending order, the planes that have a point within edge_reach().
/// Given points beside a new one are marked as replaced.
void add_edges(PlanarCloud& cloud, const std::vector<std::vector<int>>& near);

}  // namespace jam::mesh
