// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A start made of two packings of the same circles: on one side of a line the places of the first parent, on the other those of the second.
// Relaxation then ends the overlaps at the line.
#pragma once

#include <vector>

#include "jam/circles/model/packing.hpp"
#include "jam/core/philox.hpp"

namespace jam::circles {

/// Order crossover (L. Davis 1985) in the plane. The first parent gives the circles on one side of a line in a random direction, between a
/// quarter and three quarters of all, with their places. The second one, turned at random and perhaps mirrored, gives the places on the
/// other side of a parallel line that leaves as many there as are missing. A missing circle that lies there keeps its place; the others
/// take the free ones, in the order of their radii. Both hold their circles in the same order. Lengths in the unit of the radii.
[[nodiscard]] std::vector<Circle> cross(const std::vector<Circle>& first, const std::vector<Circle>& second, RandomStream& random);

}  // namespace jam::circles
