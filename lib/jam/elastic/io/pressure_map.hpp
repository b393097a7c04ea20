// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Pressures as a picture (SVG) with a colour bar.
#pragma once

#include <string>
#include <vector>

#include "jam/elastic/io/result_text.hpp"

namespace jam::elastic {

/// A text at a place of a map [mm].
struct MapLabel {
  double x = 0, y = 0;
  std::string text;
};

/// Pressures on a grid, white where there are none, with a colour bar up to their peak, and labels.
[[nodiscard]] std::string pressure_svg(const std::string& title, const Grid& grid,
                                       const std::vector<double>& pressure, double peak,
                                       const std::vector<MapLabel>& labels);

/// The pressures of a result; white where there is no contact. For a paraboloid, a dashed line shows the
/// patch of Hertz; with friction, a dark line shows the border between stick and slip. Grids of more than 256
/// cells along an axis are drawn coarser, with the mean of neighbouring cells.
[[nodiscard]] std::string pressure_map_svg(const ContactResult& result);

}  // namespace jam::elastic
