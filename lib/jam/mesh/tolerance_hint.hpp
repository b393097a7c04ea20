// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What --tolerance would bring in a room whose walls lie a hair's breadth nearer to each other than rows of
// boxes need: CAD kernels and single precision move vertices by that much. Lengths in mm.
#pragma once

#include <string>

#include "jam/trunk/model/trunk_problem.hpp"

namespace jam::mesh {

/// For a cuboid along the axes with the number of boxes in rows; for other rooms with the distances of plane
/// walls that face each other. Empty if no row gains, for sets of several sizes, with a tolerance, and for
/// wraps, whose walls are not exact.
[[nodiscard]] std::string tolerance_hint(const trunk::TrunkProblem& problem);

}  // namespace jam::mesh
