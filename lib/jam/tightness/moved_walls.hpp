// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A container of which one region of walls is moved outwards. Lengths in mm.
#pragma once

#include <span>
#include <string>

#include "jam/tightness/wall_regions.hpp"
#include "jam/trunk/model/container.hpp"

namespace jam::tightness {

struct MovedContainer {
  trunk::Container container;  ///< As it was where `obstacle` is not empty.
  std::string obstacle;        ///< Why the region cannot be moved; empty: it was.
};

/// Moves a region by `distance` along its mean normal, in one piece. The walls around it are prolonged in
/// their planes, so that the surface stays closed. Triangles beside it that are narrower than four times the
/// distance, such as those of a fillet, go with it instead, less the farther they are; where walls would then
/// cross, other multiples are tried. A vertex that could only move inwards stays. So no wall moves inwards.
/// Sheets that lie on the region go with it; others stay. A region is not moved if some of its walls face the
/// other way, or would then cross others. Alpha wraps are not moved.
[[nodiscard]] MovedContainer move_outwards(const trunk::Container& container, const WallRegion& region,
                                           double distance);

}  // namespace jam::tightness
