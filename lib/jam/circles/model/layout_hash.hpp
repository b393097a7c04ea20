// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A hash of the contact graph of a packing: the same for packings that are rotated, mirrored, or have circles of equal radius exchanged.
// Different graphs share it only by accident.
#pragma once

#include <cstdint>
#include <span>

namespace jam::circles {

/// Of circles with centres (x, y) in a container of radius 1 about the origin, all [n]: a pair touches, and a circle touches the container,
/// where they overlap. For packings relaxed at a target radius a little too small: whatever holds them overlaps, and loose circles do not.
/// Three rounds of colour refinement (B. Weisfeiler, A. Leman 1968) from the radii. O(n^2).
[[nodiscard]] std::uint64_t layout_hash(std::span<const float> radius, std::span<const float> x, std::span<const float> y);

}  // namespace jam::circles
