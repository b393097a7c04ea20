// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/pictures/load_views.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "jam/io/number_text.hpp"
#include "jam/trunk/io/load_cad.hpp"
#include "jam/trunk/pictures/view_axes.hpp"

namespace jam::trunk {
namespace {

/// The least box along the axes that holds all boxes; a point where there are none.
struct Extent {
  Vec3d low{1e300, 1e300, 1e300}, high{-1e300, -1e300, -1e300};

  void add(const std::vector<BoxRow>& boxes) {
    for (const BoxRow& box : boxes) {
      for (const Vec3d& corner : cad_corners(box, {})) {
        low = {std::min(low.x, corner.x), std::min(low.y, corner.y), std::min(low.z, corner.z)};
        high = {std::max(high.x, corner.x), std::max(high.y, corner.y), std::max(high.z, corner.z)};
      }
    }
  }
};

}  // namespace

std::string views_svg(std::span<const DrawnLoad> loads, std::span<const DrawnLoad> framed) {
  Extent extent;
  for (const DrawnLoad& load : framed) extent.add(load.boxes);
  auto& [low, high] = extent;
  if (low.x > high.x) low = high = {};
  const double margin = 0.04 * std::max({high.x - low.x, high.y - low.y, high.z - low.z, 1.0});
  using io::fixed_text;
  double height = 0, width = 0;
  std::string text;
  for (const View& view : views()) {
    if (view.name == std::string_view("iso")) continue;
    const io::DrawnPoint corner = view.flat(low), opposite = view.flat(high);  // Lower left, upper right.
    const double top = height + 2 * margin;
    text +=
        fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"#5b6975\">{}</text>\n",
                    fixed_text(margin, 2), fixed_text(top - margin / 2, 2), fixed_text(margin, 2), view.name);
    for (const auto& [boxes, colour] : loads) {
      text += fmt::format("<g fill=\"{0}\" fill-opacity=\"0.05\" stroke=\"{0}\" stroke-opacity=\"0.6\">\n",
                          colour);
      for (const BoxRow& box : boxes) {
        const std::array<Vec3d, 8> corners = cad_corners(box, {});
        text += "<path d=\"";
        for (const auto& face : cad_faces) {
          for (int k = 0; k < 4; ++k) {
            const io::DrawnPoint at = view.flat(corners[face[k]]);
            text += fmt::format("{}{} {}", k == 0 ? "M" : "L", fixed_text(margin + at.x - corner.x, 2),
                                fixed_text(top + at.y - opposite.y, 2));
          }
          text += "Z";
        }
        text += "\"/>\n";
      }
      text += "</g>\n";
    }
    height = top + (corner.y - opposite.y) + margin;
    width = std::max(width, opposite.x - corner.x + 2 * margin);
  }
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" "
      "stroke-width=\"{}\">\n{}</svg>\n",
      fixed_text(width, 2), fixed_text(height, 2), fixed_text(0.05 * margin, 2), text);
}

}  // namespace jam::trunk
