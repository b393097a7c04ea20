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

/// Whether centre [mm] and edges [mm] of a box are in the range in which sums and products stay finite, and
/// its edges above 0.
[[nodiscard]] inline bool is_box(Vec3d centre, Vec3d edge) {
  constexpr double limit = 1e9;
  const auto within = [](double value) {
    return std::fabs(value) <= limit;
  };  // Not so a number that is none.
  return within(centre.x) && within(centre.y) && within(centre.z) && within(edge.x) && within(edge.y) &&
         within(edge.z) && edge.x > 0 && edge.y > 0 && edge.z > 0;
}

/// Whether the square of a length is that of a unit vector, for which rounding in floats is allowed.
[[nodiscard]] inline bool is_unit_square(double square) { return std::fabs(square - 1) <= 1e-2; }

/// Reads boxes that StateWriter::write(boxes) wrote. Throws StateError for a value that is not a box.
[[nodiscard]] inline std::vector<PlacedBox> read_boxes(io::StateReader& state) {
  std::vector<PlacedBox> boxes = state.read_vector<PlacedBox>();
  for (const auto& [centre, rotation, edge, tag, corner_radius] : boxes) {
    const double square =
        rotation.w * rotation.w + rotation.x * rotation.x + rotation.y * rotation.y + rotation.z * rotation.z;
    if (!is_box(centre, edge) || !is_unit_square(square) || !std::isfinite(corner_radius))
      io::fail_state("a box is out of range");
  }
  return boxes;
}

/// Throws StateError if a row of a state is not a box.
inline void require_boxes(const std::vector<BoxRow>& rows) {
  for (const BoxRow& row : rows) {
    if (!is_box(row.centre, row.edge) || !is_unit_square(dot(row.first_axis, row.first_axis)) ||
        !is_unit_square(dot(row.second_axis, row.second_axis)) ||
        !(std::fabs(dot(row.first_axis, row.second_axis)) <= 1e-2))
      io::fail_state("a box is out of range");
  }
}

}  // namespace jam::trunk
