// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "jam/io/number_text.hpp"
#include "jam/trunk/io/load_cad.hpp"
#include "load_formats.hpp"
#include "modes.hpp"

namespace jam::app {
namespace {

using trunk::BoxRow;
using trunk::LoadReport;
using Boxes = std::vector<BoxRow>;

/// A direction of view: its name, and the two axes of the picture.
struct View {
  const char* name;
  double Vec3d::*right;
  double Vec3d::*up;
};
constexpr View views[] = {
    {"top", &Vec3d::x, &Vec3d::y}, {"side", &Vec3d::x, &Vec3d::z}, {"rear", &Vec3d::y, &Vec3d::z}};

/// The least box along the axes that holds all boxes; a point where there are none.
struct Extent {
  Vec3d low{1e300, 1e300, 1e300}, high{-1e300, -1e300, -1e300};

  void add(const Boxes& boxes) {
    for (const BoxRow& box : boxes) {
      for (const Vec3d& corner : trunk::cad_corners(box, {})) {
        low = {std::min(low.x, corner.x), std::min(low.y, corner.y), std::min(low.z, corner.z)};
        high = {std::max(high.x, corner.x), std::max(high.y, corner.y), std::max(high.z, corner.z)};
      }
    }
  }
};

/// Loads from the top, the side and the rear, one view below the other; translucent, each in its colour.
std::string views_svg(const std::vector<std::pair<const Boxes*, const char*>>& loads, Extent extent) {
  auto& [low, high] = extent;
  if (low.x > high.x) low = high = {};
  const double margin = 0.04 * std::max({high.x - low.x, high.y - low.y, high.z - low.z, 1.0});
  double height = 0, width = 0;
  std::string text;
  for (const View& view : views) {
    const double top = height + 2 * margin;
    text += fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"#5b6975\">{}</text>\n",
                        io::fixed_text(margin, 2), io::fixed_text(top - margin / 2, 2),
                        io::fixed_text(margin, 2), view.name);
    for (const auto& [boxes, colour] : loads) {
      text += fmt::format("<g fill=\"{0}\" fill-opacity=\"0.05\" stroke=\"{0}\" stroke-opacity=\"0.6\">\n",
                          colour);
      for (const BoxRow& box : *boxes) {
        const std::array<Vec3d, 8> corners = trunk::cad_corners(box, {});
        text += "<path d=\"";
        for (const auto& face : trunk::cad_faces) {
          for (int k = 0; k < 4; ++k) {
            const Vec3d& corner = corners[face[k]];
            text += fmt::format("{}{} {}", k == 0 ? "M" : "L",
                                io::fixed_text(margin + corner.*view.right - low.*view.right, 2),
                                io::fixed_text(top + high.*view.up - corner.*view.up, 2));
          }
          text += "Z";
        }
        text += "\"/>\n";
      }
      text += "</g>\n";
    }
    height = top + (high.*view.up - low.*view.up) + margin;
    width = std::max(width, high.*view.right - low.*view.right + 2 * margin);
  }
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" "
      "stroke-width=\"{}\">\n{}</svg>\n",
      io::fixed_text(width, 2), io::fixed_text(height, 2), io::fixed_text(0.05 * margin, 2), text);
}

/// Boxes of `a` that stand in `b` unchanged.
std::string shared_boxes(const Boxes& a, const Boxes& b) {
  return std::to_string(std::count_if(
      a.begin(), a.end(), [&](const BoxRow& box) { return std::find(b.begin(), b.end(), box) != b.end(); }));
}

}  // namespace

Comparison compare(const Result& first, const Result& second) {
  const LoadReport &a = load_of(first), &b = load_of(second);
  const trunk::LoadTotals totals_a = trunk::totals_of(a), totals_b = trunk::totals_of(b);
  const auto percent = [](double part) { return part > 0 ? io::fixed_text(100 * part, 2) + " %" : "-"; };
  const auto verdict = [](const LoadReport& load) {
    return load.verification.legal ? "legal" : "illegal: " + load.verification.failure;
  };
  Comparison comparison;
  comparison.facts = {
      {"boxes", std::to_string(totals_a.count), std::to_string(totals_b.count)},
      {"litres", io::fixed_text(totals_a.litres, 2), io::fixed_text(totals_b.litres, 2)},
      {"fill ratio", percent(totals_a.fill_ratio), percent(totals_b.fill_ratio)},
      {"verdict", verdict(a), verdict(b)},
      {"boxes that are the same", shared_boxes(a.boxes, b.boxes), shared_boxes(b.boxes, a.boxes)}};
  Extent extent;
  extent.add(a.boxes);
  extent.add(b.boxes);
  comparison.first = views_svg({{&a.boxes, first_colour}}, extent);
  comparison.second = views_svg({{&b.boxes, second_colour}}, extent);
  comparison.overlay = views_svg({{&a.boxes, first_colour}, {&b.boxes, second_colour}}, extent);
  return comparison;
}

}  // namespace jam::app
