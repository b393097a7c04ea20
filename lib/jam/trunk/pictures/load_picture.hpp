// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A load from fixed views: the walls as faint lines, boxes coloured by their orientation, or by their item
// where the set has several.
#pragma once

#include <string>
#include <vector>

#include "jam/io/pictures/drawing.hpp"
#include "jam/trunk/io/load_report.hpp"
#include "jam/trunk/pictures/view_axes.hpp"

namespace jam::trunk {

inline constexpr io::Ink white_paper{255, 255, 255};

/// Boxes of one colour.
struct ColourClass {
  std::string name;
  io::Ink ink;
  int count = 0;
};

struct BoxColours {
  std::vector<ColourClass> classes;  ///< Those that occur.
  std::vector<int> of_box;           ///< Index of the class of each box.
};

[[nodiscard]] BoxColours colours_of(const LoadReport& report);

/// Sizes of views of a load with its walls, in two columns (one for a single view) [mm].
struct ViewGrid {
  std::vector<double> widths;   ///< The widest view of each column.
  std::vector<double> heights;  ///< The highest view of each row.
};

[[nodiscard]] ViewGrid grid_of(const LoadReport& report, const std::vector<View>& shown);

/// The load in one view, at `scale` [pixels/mm]. Faces that no sample of 1200 along
/// the longer side sees are left out: most boxes of a full trunk are hidden.
[[nodiscard]] io::Drawing draw_view(const LoadReport& report, const BoxColours& colours, const View& view,
                                    double scale);

/// Several views in one picture, at one scale, with a heading, captions and a legend; 1600 pixels wide.
[[nodiscard]] io::Drawing draw_load(const LoadReport& report, const std::vector<View>& shown);

/// The heading as plain text: `sedan.off: 411 boxes, 411.00 l`.
[[nodiscard]] std::string picture_title(const LoadReport& report);

}  // namespace jam::trunk
