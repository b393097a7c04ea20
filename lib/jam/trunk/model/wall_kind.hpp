// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#pragma once

namespace jam::trunk {

/// The walls in the contact simulation of the annealing: triangles of the mesh, or points on them
/// (point_grid.hpp). Polish and verification use the triangles in either case.
enum class WallKind { triangles, points };

}  // namespace jam::trunk
