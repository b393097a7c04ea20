// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Boxes as bytes, for the state of a search (io/binary_state.hpp).
#pragma once

#include <cmath>
#include <vector>

#include "jam/io/binary_state.hpp"
#include "jam/trunk/model/box_row.hpp"

namespace jam::trunk {

static_assert(sizeof(PlacedBox) == 11 * 8 + 2 * 4, "boxes are written as they lie in memory: no gaps");
static_assert(sizeof(BoxRow) == 12 * 8 + 2 * 4, "rows are written as they lie in memory: no gaps");

/// What StateWriter::write(boxes) wrote. InputError for a box with a number that is not finite.
[[nodiscard]] inline std::vector<PlacedBox> read_boxes(io::StateReader& state) {
  std::vector<PlacedBox> boxes = state.read_vector<PlacedBox>();
  for (const auto& [centre, rotation, edge, tag, corner_radius] : boxes) {
    const double sum =
        centre.x + centre.y + centre.z + edge.x + edge.y + edge.z + corner_radius + rotation.w + rotation.x + rotation.y + rotation.z;
    if (!std::isfinite(sum)) io::fail_state("a box has a number that is not finite");
  }
  return boxes;
}

}  // namespace jam::trunk
