// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Text of CIRCLES and Packomania-like files.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "jam/circles/io/circle_files.hpp"
#include "jam/io/number_text.hpp"

namespace jam::circles {

using io::number_text;

std::string circles_text(const Packing& packing, const Annotations& annotations) {
  std::string text = "# enclosing-radius: " + number_text(packing.enclosing_radius) + "\n# enclosing-centre: 0 0\n";
  for (const auto& [key, value] : annotations) {
    if (key == "enclosing-radius" || key == "enclosing-centre") continue;
    std::string line = fmt::format("# {}: {}", key, value);
    for (const char end : {'\n', '\r'}) std::replace(line.begin(), line.end(), end, ' ');
    text += line + "\n";
  }
  text += fmt::format("{}\n", packing.count());
  for (const Circle& circle : packing.circles)
    text += fmt::format("{} {} {}\n", number_text(circle.radius), number_text(circle.x), number_text(circle.y));
  return text;
}

std::string packomania_text(const Packing& packing) {
  const std::string family = problem_from_radii(sorted_radii(packing.circles)).family;
  const double exponent = family_exponent(family).value_or(1.0);

  std::vector<int> order(packing.circles.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    const double first = packing.circles[a].radius;
    const double second = packing.circles[b].radius;
    return exponent < 0 ? first > second : first < second;
  });

  const double unit = packing.enclosing_radius;
  std::string text;
  for (std::size_t k = 0; k < order.size(); ++k) {
    const Circle& circle = packing.circles[order[k]];
    text += fmt::format("{} {} {}", k + 1, number_text(circle.x / unit), number_text(circle.y / unit));
    if (family == "file") text += " " + number_text(circle.radius / unit);
    text += "\n";
  }
  return text;
}

}  // namespace jam::circles
