// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Gaps of a contact file: rows of numbers from low to high y, or points `x y z` on a regular grid in any
// order, `x z` along a line.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <vector>

#include "jam/elastic/io/units.hpp"
#include "jam/elastic/model/grid.hpp"

namespace jam::elastic {

struct GapRaster {
  int nx = 0, ny = 0;
  std::vector<double> gap;  ///< nx * ny numbers, x fastest [mm]; no_surface where there is none.
  /// Grid of points; a cell edge is 0 along an axis with one place, whose length they do not say.
  std::optional<Grid> grid;
};

/// Reads `rows` or `file` (relative to `folder`) of a surface. Lines of two or three numbers are ambiguous:
/// they are points where their coordinates fill a regular grid. `cells` are the cells that the contact file
/// states for the grid; a raster with other cells is refused. Throws InputError that names the place.
[[nodiscard]] GapRaster read_gaps(const io::JsonNode& surface, const std::filesystem::path& folder,
                                  const Units& units, const std::optional<io::JsonNode>& cells);

}  // namespace jam::elastic
