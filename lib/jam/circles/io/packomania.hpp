// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// From Packomania's coordinates (container radius 1, often without radii) to a packing in the unit of the
// radii. Packomania numbers the circles so that number i has radius i^p; other sources sort by size. Both
// orders are tried: the one that allows the larger radii is right.
#pragma once

#include <string>
#include <vector>

#include "jam/circles/model/packing.hpp"
#include "jam/circles/model/problem.hpp"

namespace jam::circles {

/// The packing of `points` (x, y; radius 0) in a container of radius 1, in the unit of `problem`: the radii
/// are the problem's, as large as the gaps allow. Without a problem every family is tried, and the densest is
/// taken if it leaves at least one contact per circle. `name` is for messages. Throws InputError if the
/// number of circles differs from the problem's, a centre lies outside of the container, two centres
/// coincide, or no family fits.
[[nodiscard]] Packing packing_from_points(const std::vector<Circle>& points, const Problem* problem,
                                          const std::string& name);

/// Scales circles in a container of radius 1 to the unit of `problem`. Throws InputError unless their radii
/// are proportional to those of the problem (to a relative 1e-6). Without a problem: to the unit of the first
/// family whose radii fit (to 1e-9); if none fits, the radii are not changed.
[[nodiscard]] Packing packing_from_unit_circles(const std::vector<Circle>& circles, const Problem* problem,
                                                const std::string& name);

}  // namespace jam::circles
