// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Fewer triangles for the same surface. Inside of jam_mesh only.
#pragma once

#include <vector>

#include "jam/trunk/model/triangle_mesh.hpp"

namespace jam::mesh {

/// The closed 2-manifold `surface` without vertices that its shape does not need: those all of whose
/// triangles lie in one plane, those on a straight edge between two, and those of curved walls that lie
/// within `allowed` [mm] of the surface without them. `plane_of` holds the plane of each triangle, -1 for a
/// curved wall; triangles of one plane lie in it to rounding, and stay in it. `surface` itself if the result
/// would cross itself.
[[nodiscard]] trunk::TriangleMesh thinned(const trunk::TriangleMesh& surface,
                                          const std::vector<int>& plane_of, double allowed);

}  // namespace jam::mesh
