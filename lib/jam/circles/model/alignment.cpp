// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/circles/model/alignment.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace jam::circles {
namespace {

/// Largest distance of two circles in the same place, divided by R [-].
constexpr double same_place = 1e-6;

/// The packing rotated so that `first` lies on the positive x axis, then reflected there if `reflected`.
Packing turned(const Packing& packing, const Circle& first, bool reflected) {
  const double length = std::hypot(first.x, first.y);
  return {rotated(packing.circles, first.x / length, -first.y / length, reflected), packing.enclosing_radius};
}

/// Among the largest circles, one that lies farthest from the centre.
const Circle& outermost(const Packing& packing) {
  return *std::ranges::max_element(packing.circles, {},
                                   [](const Circle& c) { return std::pair(c.radius, std::hypot(c.x, c.y)); });
}

}  // namespace

std::vector<Circle> rotated(std::vector<Circle> circles, double cosine, double sine, bool mirrored) {
  for (Circle& c : circles) {
    const double x = c.x * cosine - c.y * sine;
    const double y = c.x * sine + c.y * cosine;
    c.x = x;
    c.y = mirrored ? -y : y;
  }
  return circles;
}

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

}  // namespace jam::circles
