// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The colours of boxes in pictures: that of their item where the set gives it one (Piece::colour), else by
// their orientation (orientation_class.hpp).
#pragma once

#include <array>
#include <string>
#include <vector>

#include "jam/trunk/model/box_row.hpp"
#include "jam/trunk/model/box_sets.hpp"

namespace jam::trunk {

/// Red, green, blue in 0..255 of "#rrggbb".
[[nodiscard]] std::array<int, 3> components_of(const std::string& colour);

/// Boxes of one colour.
struct BoxClass {
  std::string name;             ///< For legends: the item, or the orientation.
  std::array<int, 3> colour{};  ///< Red, green, blue in 0..255 (sRGB).
  bool item = false;            ///< The name is that of an item.
};

struct BoxClasses {
  std::vector<BoxClass> classes;  ///< Items with a colour in the order of the set, then all orientations.
  std::vector<int> of_box;        ///< Class of each box.
};

[[nodiscard]] BoxClasses box_classes(const BoxSet& set, const std::vector<BoxRow>& boxes);

}  // namespace jam::trunk
