// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/circles/io/circle_files.hpp"
#include "jam/circles/model/alignment.hpp"
#include "jam/io/number_text.hpp"
#include "modes.hpp"
#include "packing_formats.hpp"
#include "task.hpp"

namespace jam::app {

Comparison compare(const Result& first, const Result& second) {
  circles::Packing a = circles_of(first).packing, b = circles_of(second).packing;
  align(a, b);
  const circles::ContactGraph graph_a = circles::contact_graph(a), graph_b = circles::contact_graph(b);
  Comparison comparison;
  comparison.facts = {
      {"circles", std::to_string(a.count()), std::to_string(b.count())},
      {"R", radius_text(a.enclosing_radius), radius_text(b.enclosing_radius)},
      {"density", io::fixed_text(circles::density(a), 9), io::fixed_text(circles::density(b), 9)},
      {"contacts", std::to_string(graph_a.contacts.size()), std::to_string(graph_b.contacts.size())},
      {"rattlers", circles::rattler_count(graph_a), circles::rattler_count(graph_b)},
      {"circles at the same place", std::to_string(shared_circles(a, b)),
       std::to_string(shared_circles(b, a))}};
  comparison.first = circles::packing_svg(a, graph_a, problem_text(circles::problem_of(a)));
  comparison.second = circles::packing_svg(b, graph_b, problem_text(circles::problem_of(b)));
  comparison.overlay = circles::overlay_svg(a, first_colour, b, second_colour);
  return comparison;
}

}  // namespace jam::app
