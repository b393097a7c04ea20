// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "jam/circles/io/circle_files.hpp"
#include "jam/circles/model/alignment.hpp"
#include "jam/io/number_text.hpp"
#include "modes.hpp"
#include "packing_formats.hpp"
#include "task.hpp"

namespace jam::app {
namespace {

using circles::Circle;
using circles::Packing;

std::string outlines(const Packing& packing, const char* colour) {
  std::string text = fmt::format(
      "<g fill=\"{0}\" fill-opacity=\"0.08\" stroke=\"{0}\" vector-effect=\"non-scaling-stroke\">\n", colour);
  const auto add = [&](double x, double y, double radius) {
    text += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"/>\n", io::number_text(x), io::number_text(y),
                        io::number_text(radius));
  };
  add(0, 0, packing.enclosing_radius);
  for (const Circle& c : packing.circles) add(c.x, c.y, c.radius);
  return text + "</g>\n";
}

}  // namespace

Comparison compare(const Result& first, const Result& second) {
  Packing a = circles_of(first).packing, b = circles_of(second).packing;
  align(a, b);
  const circles::ContactGraph graph_a = circles::contact_graph(a), graph_b = circles::contact_graph(b);
  const double size = 1.02 * std::max(a.enclosing_radius, b.enclosing_radius);
  Comparison comparison;
  comparison.facts = {
      {"circles", std::to_string(a.count()), std::to_string(b.count())},
      {"R", radius_text(a.enclosing_radius), radius_text(b.enclosing_radius)},
      {"density", io::fixed_text(circles::density(a), 9), io::fixed_text(circles::density(b), 9)},
      {"contacts", std::to_string(graph_a.contacts.size()), std::to_string(graph_b.contacts.size())},
      {"rattlers", circles::rattler_count(graph_a), circles::rattler_count(graph_b)},
      {"circles at the same place", std::to_string(shared_circles(a, b)),
       std::to_string(shared_circles(b, a))}};
  comparison.first = circles::packing_svg(
      a, graph_a, problem_text(circles::problem_from_radii(circles::sorted_radii(a.circles))));
  comparison.second = circles::packing_svg(
      b, graph_b, problem_text(circles::problem_from_radii(circles::sorted_radii(b.circles))));
  comparison.overlay = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{0} {0} {1} {1}\"><g transform=\"scale(1,-1)\" "
      "stroke-width=\"{2}\">\n{3}{4}</g></svg>\n",
      io::number_text(-size), io::number_text(2 * size), io::number_text(0.004 * size),
      outlines(a, first_colour), outlines(b, second_colour));
  return comparison;
}

}  // namespace jam::app
