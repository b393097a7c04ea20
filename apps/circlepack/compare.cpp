// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "jam/circles/io/circle_files.hpp"
#include "jam/io/number_text.hpp"
#include "modes.hpp"
#include "packing_formats.hpp"
#include "task.hpp"

namespace jam::app {
namespace {

using circles::Circle;
using circles::Packing;

/// Circles at the same place: to this times R [-].
constexpr double same_place = 1e-6;

/// The packing with its largest circle that is not in the centre on the positive x axis, and the next one off that axis above it. Two
/// packings that differ by a rotation or a reflection only look the same then.
Packing aligned(Packing packing) {
  std::stable_sort(packing.circles.begin(), packing.circles.end(), [](const Circle& a, const Circle& b) { return a.radius > b.radius; });
  const double least = same_place * packing.enclosing_radius;
  const auto first =
      std::find_if(packing.circles.begin(), packing.circles.end(), [&](const Circle& c) { return std::hypot(c.x, c.y) > least; });
  if (first == packing.circles.end()) return packing;
  const double length = std::hypot(first->x, first->y), cosine = first->x / length, sine = first->y / length;
  for (Circle& c : packing.circles) {
    const double x = cosine * c.x + sine * c.y;
    c.y = cosine * c.y - sine * c.x;
    c.x = x;
  }
  const auto second = std::find_if(packing.circles.begin(), packing.circles.end(), [&](const Circle& c) { return std::abs(c.y) > least; });
  if (second != packing.circles.end() && second->y < 0) {
    for (Circle& c : packing.circles) c.y = -c.y;
  }
  return packing;
}

/// How many circles of `a` have one of `b` in the same place. Sorted by x, since packings may have two million circles.
std::ptrdiff_t shared_circles(const Packing& a, const Packing& b) {
  const double distance = same_place * std::max(a.enclosing_radius, b.enclosing_radius);
  std::vector<Circle> others = b.circles;
  std::ranges::sort(others, {}, &Circle::x);
  return std::ranges::count_if(a.circles, [&](const Circle& one) {
    const auto first = std::ranges::lower_bound(others, one.x - distance, {}, &Circle::x);
    const auto last = std::ranges::upper_bound(first, others.end(), one.x + distance, {}, &Circle::x);
    return std::any_of(first, last, [&](const Circle& other) {
      return std::abs(one.radius - other.radius) < distance && std::hypot(one.x - other.x, one.y - other.y) < distance;
    });
  });
}

std::string outlines(const Packing& packing, const char* colour) {
  std::string text = fmt::format("<g fill=\"{0}\" fill-opacity=\"0.08\" stroke=\"{0}\" vector-effect=\"non-scaling-stroke\">\n", colour);
  const auto add = [&](double x, double y, double radius) {
    text += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"/>\n", io::number_text(x), io::number_text(y), io::number_text(radius));
  };
  add(0, 0, packing.enclosing_radius);
  for (const Circle& c : packing.circles) add(c.x, c.y, c.radius);
  return text + "</g>\n";
}

}  // namespace

Comparison compare(const Result& first, const Result& second) {
  const Packing a = aligned(circles_of(first).packing), b = aligned(circles_of(second).packing);
  const circles::ContactGraph graph_a = circles::contact_graph(a), graph_b = circles::contact_graph(b);
  const auto rattlers = [](const circles::ContactGraph& graph) {
    return std::to_string(std::count(graph.rattler.begin(), graph.rattler.end(), 1));
  };
  const double size = 1.02 * std::max(a.enclosing_radius, b.enclosing_radius);
  Comparison comparison;
  comparison.facts = {{"circles", std::to_string(a.count()), std::to_string(b.count())},
                      {"R", radius_text(a.enclosing_radius), radius_text(b.enclosing_radius)},
                      {"density", io::fixed_text(circles::density(a), 9), io::fixed_text(circles::density(b), 9)},
                      {"contacts", std::to_string(graph_a.contacts.size()), std::to_string(graph_b.contacts.size())},
                      {"rattlers", rattlers(graph_a), rattlers(graph_b)},
                      {"circles at the same place", std::to_string(shared_circles(a, b)), std::to_string(shared_circles(b, a))}};
  comparison.first = circles::packing_svg(a, graph_a, problem_text(circles::problem_from_radii(radii_of(a))));
  comparison.second = circles::packing_svg(b, graph_b, problem_text(circles::problem_from_radii(radii_of(b))));
  comparison.overlay = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{0} {0} {1} {1}\"><g transform=\"scale(1,-1)\" "
      "stroke-width=\"{2}\">\n{3}{4}</g></svg>\n",
      io::number_text(-size), io::number_text(2 * size), io::number_text(0.004 * size), outlines(a, first_colour),
      outlines(b, second_colour));
  return comparison;
}

}  // namespace jam::app
