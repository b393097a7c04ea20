// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Drawings: flat shapes and labels in the order in which they are painted. One description serves both
// formats, so an SVG and a PNG of a drawing show the same. Lengths in pixels, x to the right, y downwards.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace jam::io {

/// A colour (sRGB) with its opacity.
struct Ink {
  std::uint8_t red = 0, green = 0, blue = 0;
  double opacity = 1;  ///< From 0, which draws nothing, to 1.

  friend bool operator==(const Ink&, const Ink&) = default;
};
inline constexpr Ink no_ink{0, 0, 0, 0};

struct DrawnPoint {
  double x = 0, y = 0;
};

/// Lines through points, or the areas that they enclose.
struct DrawnShape {
  std::vector<std::vector<DrawnPoint>> paths;
  bool closed = true;  ///< The last point of a path is joined to the first one.
  Ink fill = no_ink;
  Ink stroke = no_ink;
  double width = 1;  ///< Width of the stroke.
};

/// A line of text (UTF-8, plain).
struct DrawnLabel {
  DrawnPoint at;  ///< Left end of the base line.
  double size = 16;
  std::string text;
  Ink ink;
};

struct Drawing {
  double width = 0, height = 0;
  std::vector<std::variant<DrawnShape, DrawnLabel>> items;

  /// Paints another drawing into this one, with its upper left corner at a point.
  void add(const Drawing& part, DrawnPoint corner);
};

/// The drawing as an SVG element. `paper` fills the background; without opacity it is left out. `title` is
/// plain text for those who do not see the picture.
[[nodiscard]] std::string svg_text(const Drawing& drawing, const Ink& paper, const std::string& title);

/// The drawing as the bytes of a PNG file on opaque paper. Labels are drawn with single strokes
/// (stroke_font.hpp). The sides are rounded up to whole pixels.
[[nodiscard]] std::string png_bytes(const Drawing& drawing, const Ink& paper);

/// The index of the item that is seen at each pixel of a drawing, row by row; -1: none. Only filled areas
/// count, as if they were opaque. `scale` is the number of samples for a pixel, along each side.
[[nodiscard]] std::vector<int> seen_items(const Drawing& drawing, double scale);

}  // namespace jam::io
