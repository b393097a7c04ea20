// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Contacts, rattlers and layouts.
#include "jam/circles/model/contact_graph.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <numeric>
#include <tuple>

#include "jam/circles/model/near_pairs.hpp"

namespace jam::circles {
namespace {

// Two contacts count as facing each other up to this angle [rad]: gaps of 1e-10 R tilt the direction to a
// small circle by less.
constexpr double angle_tolerance = 1e-6;

// True when no open half plane holds all directions: no angle between neighbouring ones exceeds pi.
bool surround(std::vector<double>& angles) {
  if (angles.size() < 2) return false;
  std::sort(angles.begin(), angles.end());
  double widest = angles.front() + 2 * std::numbers::pi - angles.back();
  for (std::size_t k = 1; k < angles.size(); ++k) widest = std::max(widest, angles[k] - angles[k - 1]);
  return widest <= std::numbers::pi + angle_tolerance;
}

}  // namespace

ContactGraph contact_graph(const Packing& packing, double tolerance) {
  const std::vector<Circle>& circles = packing.circles;
  const double limit = tolerance * packing.enclosing_radius;
  ContactGraph graph;
  for (int i = 0; i < packing.count(); ++i) {
    const Circle& circle = circles[i];
    if (packing.enclosing_radius - circle.radius - std::hypot(circle.x, circle.y) < limit)
      graph.contacts.push_back({i, -1});
  }
  NearPairs(circles, limit).for_each([&](int i, int j) {
    const Circle &a = circles[i], &b = circles[j];
    if (std::hypot(a.x - b.x, a.y - b.y) - a.radius - b.radius < limit)
      graph.contacts.push_back({std::min(i, j), std::max(i, j)});
  });
  std::sort(graph.contacts.begin(), graph.contacts.end(), [](const auto& a, const auto& b) {
    return std::tie(a.first, a.second) < std::tie(b.first, b.second);
  });

  // Directions to the contacts of every circle; the enclosing circle lies outwards.
  struct Side {
    int other;
    double angle;
  };
  std::vector<std::vector<Side>> sides(circles.size());
  for (const auto& [i, j] : graph.contacts) {
    const Circle& a = circles[i];
    if (j < 0) {
      sides[i].push_back({-1, std::atan2(a.y, a.x)});
      continue;
    }
    const Circle& b = circles[j];
    sides[i].push_back({j, std::atan2(b.y - a.y, b.x - a.x)});
    sides[j].push_back({i, std::atan2(a.y - b.y, a.x - b.x)});
  }

  // A circle that is not held is removed, and its partners are examined again.
  graph.rattler.assign(circles.size(), 0);
  std::vector<int> open(circles.size());
  std::iota(open.begin(), open.end(), 0);
  std::vector<double> angles;
  while (!open.empty()) {
    const int i = open.back();
    open.pop_back();
    if (graph.rattler[i]) continue;
    angles.clear();
    for (const Side& side : sides[i])
      if (side.other < 0 || !graph.rattler[side.other]) angles.push_back(side.angle);
    if (surround(angles)) continue;
    // A single circle fills its enclosing circle.
    if (circles.size() == 1 && !sides[i].empty()) continue;
    graph.rattler[i] = 1;
    for (const Side& side : sides[i])
      if (side.other >= 0) open.push_back(side.other);
  }

  angles.clear();
  for (const auto& [i, j] : graph.contacts)
    if (j < 0 && !graph.rattler[i]) angles.push_back(std::atan2(circles[i].y, circles[i].x));
  graph.minimum = surround(angles) || (circles.size() == 1 && !graph.contacts.empty());
  return graph;
}

std::string rattler_count(const ContactGraph& graph) {
  if (!graph.minimum) return "not determined (no local minimum)";
  return std::to_string(std::count(graph.rattler.begin(), graph.rattler.end(), 1));
}

std::uint64_t layout_hash(std::span<const float> radius, std::span<const float> x, std::span<const float> y) {
  const std::size_t n = radius.size();
  std::vector<std::pair<std::size_t, std::size_t>> touching;
  std::vector<std::uint64_t> colour(n);
  for (std::size_t i = 0; i < n; ++i) {
    const float clearance = 1.0F - radius[i];
    const bool outmost = x[i] * x[i] + y[i] * y[i] > clearance * clearance;
    colour[i] = mixed(2ULL * std::bit_cast<std::uint32_t>(radius[i]) + (outmost ? 1 : 0));
    for (std::size_t j = i + 1; j < n; ++j) {
      const float dx = x[i] - x[j];
      const float dy = y[i] - y[j];
      const float reach = radius[i] + radius[j];
      if (dx * dx + dy * dy < reach * reach) touching.emplace_back(i, j);
    }
  }
  constexpr int refinement_count = 3;
  std::vector<std::uint64_t> around(n);
  for (int k = 0; k < refinement_count; ++k) {
    around.assign(n, 0);
    for (const auto& [i, j] : touching) {
      around[i] += mixed(colour[j]);
      around[j] += mixed(colour[i]);
    }
    for (std::size_t i = 0; i < n; ++i) colour[i] = mixed(colour[i] + 3 * around[i]);
  }
  std::uint64_t sum = 0;
  for (const std::uint64_t one : colour) sum += mixed(one);
  return sum;
}

}  // namespace jam::circles
