// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Two loads over each other, for comparisons.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "jam/trunk/model/box_row.hpp"

namespace jam::trunk {

/// A load and the colour in which it is drawn, as SVG has it.
struct DrawnLoad {
  const std::vector<BoxRow>& boxes;
  const char* colour;
};

/// Loads from the top, the side and the rear, one view below the other; boxes are translucent. The
/// frame holds all boxes of `framed`, too, so that pictures can be compared.
[[nodiscard]] std::string views_svg(std::span<const DrawnLoad> loads, std::span<const DrawnLoad> framed);

}  // namespace jam::trunk
