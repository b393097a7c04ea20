// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
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

/// How many circles of `a` have one of `b` in the same place. Sorted by x, since packings may have two
/// million circles.
std::ptrdiff_t shared_circles(const Packing& a, const Packing& b) {
  const double distance = same_place * std::max(a.enclosing_radius, b.enclosing_radius);
  std::vector<Circle> others = b.circles;
  std::ranges::sort(others, {}, &Circle::x);
  return std::ranges::count_if(a.circles, [&](const Circle& one) {
    const auto first = std::ranges::lower_bound(others, one.x - distance, {}, &Circle::x);
    const auto last = std::ranges::upper_bound(first, others.end(), one.x + distance, {}, &Circle::x);
    return std::any_of(first, last, [&](const Circle& other) {
      return std::abs(one.radius - other.radius) < distance &&
             std::hypot(one.x - other.x, one.y - other.y) < distance;
    });
  });
}

/// The packing turned so that the direction of `first` is that of the positive x axis, and reflected there or
/// not.
Packing turned(Packing packing, const Circle& first, bool reflected) {
  const double length = std::hypot(first.x, first.y), cosine = first.x / length, sine = first.y / length;
  for (Circle& c : packing.circles) {
    const double x = cosine * c.x + sine * c.y;
    const double y = cosine * c.y - sine * c.x;
    c.x = x;
    c.y = reflected ? -y : y;
  }
  return packing;
}

/// Among the largest circles, one that lies farthest from the centre.
const Circle& outermost(const Packing& packing) {
  return *std::ranges::max_element(packing.circles, {},
                                   [](const Circle& c) { return std::pair(c.radius, std::hypot(c.x, c.y)); });
}

/// Rotates both packings, and reflects `b` where that is better, so that the largest number of circles lies
/// in the same places: an outermost circle of `a` is laid over each that `b` has at the same distance from
/// the centre.
void align(Packing& a, Packing& b) {
  constexpr std::size_t most_work = 20'000'000;  // Circles that are compared, all trials together.
  const double distance = same_place * std::max(a.enclosing_radius, b.enclosing_radius);
  const Circle first = outermost(a), own = outermost(b);
  const double length = std::hypot(first.x, first.y);
  if (length <= distance || std::hypot(own.x, own.y) <= distance) return;
  std::vector<Circle> partners;
  for (const Circle& c : b.circles) {
    if (std::abs(c.radius - first.radius) < distance && std::abs(std::hypot(c.x, c.y) - length) < distance)
      partners.push_back(c);
  }
  if (partners.empty()) partners.push_back(own);
  partners.resize(std::min(partners.size(), 1 + most_work / b.circles.size()));
  std::ptrdiff_t most = shared_circles(a, b);
  const Packing turned_a = turned(a, first, false), given_b = b;
  for (const Circle& partner : partners) {
    for (const bool reflected : {false, true}) {
      if (most == a.count()) return;
      Packing candidate = turned(given_b, partner, reflected);
      const std::ptrdiff_t shared = shared_circles(turned_a, candidate);
      if (shared <= most) continue;
      most = shared;
      a = turned_a;
      b = std::move(candidate);
    }
  }
}

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
  comparison.first = circles::packing_svg(a, graph_a, problem_text(circles::problem_from_radii(radii_of(a))));
  comparison.second =
      circles::packing_svg(b, graph_b, problem_text(circles::problem_from_radii(radii_of(b))));
  comparison.overlay = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{0} {0} {1} {1}\"><g transform=\"scale(1,-1)\" "
      "stroke-width=\"{2}\">\n{3}{4}</g></svg>\n",
      io::number_text(-size), io::number_text(2 * size), io::number_text(0.004 * size),
      outlines(a, first_colour), outlines(b, second_colour));
  return comparison;
}

}  // namespace jam::app
