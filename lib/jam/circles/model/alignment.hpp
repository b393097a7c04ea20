// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// How far two packings are the same up to a rotation and a reflection. Lengths are in the unit of the radii.
#pragma once

#include <cstddef>
#include <vector>

#include "jam/circles/model/packing.hpp"

namespace jam::circles {

/// `circles` rotated by the angle with this cosine and sine, then reflected at the x axis if `mirrored`.
[[nodiscard]] std::vector<Circle> rotated(std::vector<Circle> circles, double cosine, double sine,
                                          bool mirrored);

/// Number of circles of `a` for which `b` has a circle of the same radius in the same place, to 1e-6 R. Takes
/// O(n log n), as packings may have two million circles.
[[nodiscard]] std::ptrdiff_t shared_circles(const Packing& a, const Packing& b);

/// Rotates both packings, and reflects `b` if that is better, so that the largest number of circles lies in
/// the same places: an outermost circle of `a` is laid over each that `b` has at the same distance from the
/// centre.
void align(Packing& a, Packing& b);

}  // namespace jam::circles
