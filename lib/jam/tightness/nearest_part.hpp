// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Which named part of its file each wall of a container comes from.
#pragma once

#include <span>
#include <vector>

#include "jam/trunk/model/triangle_mesh.hpp"

namespace jam::tightness {

/// For each triangle of `surface` the number of the part that is nearest to its middle: its own part, unless
/// an alpha wrap or a plane closes the room there. `mesh` holds the triangles of all parts, at least one, in
/// the order of the parts; `counts` has their numbers (mesh/parted_mesh.hpp).
[[nodiscard]] std::vector<int> nearest_parts(const trunk::TriangleMesh& surface,
                                             const trunk::TriangleMesh& mesh, std::span<const int> counts);

}  // namespace jam::tightness
