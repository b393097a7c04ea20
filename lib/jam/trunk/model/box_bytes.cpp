// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/model/box_bytes.hpp"

#include <cmath>

#include "jam/trunk/model/box_row.hpp"

namespace jam::trunk {

static_assert(sizeof(PlacedBox) == 11 * 8 + 2 * 4, "boxes are written as they lie in memory: no gaps");
static_assert(sizeof(BoxRow) == 12 * 8 + 2 * 4, "rows are written as they lie in memory: no gaps");

void write_boxes(io::StateWriter& state, const std::vector<PlacedBox>& boxes) { state.write(boxes); }

std::vector<PlacedBox> read_boxes(io::StateReader& state) {
  std::vector<PlacedBox> boxes = state.read_vector<PlacedBox>();
  for (const PlacedBox& box : boxes) {
    const double sum = box.centre.x + box.centre.y + box.centre.z + box.edge.x + box.edge.y + box.edge.z + box.corner_radius +
                       box.rotation.w + box.rotation.x + box.rotation.y + box.rotation.z;
    if (!std::isfinite(sum)) io::fail_state("a box is nowhere");
  }
  return boxes;
}

}  // namespace jam::trunk
