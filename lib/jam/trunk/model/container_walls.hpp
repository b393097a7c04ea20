// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// All walls of a container in one mesh, for the search on lattices.
#pragma once

#include "jam/trunk/model/container.hpp"

namespace jam::trunk {

/// The closed surface and, where it is a wrap, the original triangles, each in both orientations: what is inside, the volume enclosed and
/// the parity of crossings are those of the surface alone, and no free cell is touched by an original triangle.
[[nodiscard]] TriangleMesh container_walls(const Container& container);

}  // namespace jam::trunk
