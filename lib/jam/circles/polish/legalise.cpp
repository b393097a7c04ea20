// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Projections on overlapping pairs and on the enclosing circle.
#include "jam/circles/polish/polish.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "jam/circles/model/near_pairs.hpp"

namespace jam::circles {
namespace {

constexpr int sweep_limit = 3000;
constexpr int check_interval = 20;  // sweeps between two checks of the progress
constexpr double relative_tolerance = 1e-11;
constexpr double list_margin = 0.4;  // gap up to which pairs are listed, in mean radii

// Unit vector from b to a; coinciding centres separate along x.
std::pair<double, double> direction(const Circle& a, const Circle& b, double distance) {
  if (distance == 0) return {1, 0};
  return {(a.x - b.x) / distance, (a.y - b.y) / distance};
}

double distance_between(const Circle& a, const Circle& b) {
  return std::sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

class Sweeper {
 public:
  explicit Sweeper(std::vector<Circle> circles)
      : circles_(std::move(circles)), limit_(enclosing_radius_about_origin(circles_)) {
    double sum = 0;
    for (const Circle& circle : circles_) sum += circle.radius;
    margin_ = list_margin * sum / static_cast<double>(circles_.size());
    list();
  }

  // One sweep; the worst overlap relative to the radii involved.
  double sweep() {
    double worst = 0;
    for (const auto& [i, j] : pairs_) {
      Circle &a = circles_[i], &b = circles_[j];
      const double distance = distance_between(a, b), sum = a.radius + b.radius, overlap = sum - distance;
      if (overlap <= 0) continue;
      worst = std::max(worst, overlap / sum);
      const auto [nx, ny] = direction(a, b, distance);
      const double share = b.radius / sum * overlap;
      a.x += share * nx;
      a.y += share * ny;
      b.x -= (overlap - share) * nx;
      b.y -= (overlap - share) * ny;
    }
    double moved = 0;
    for (std::size_t i = 0; i < circles_.size(); ++i) {
      Circle& circle = circles_[i];
      const double distance = std::hypot(circle.x, circle.y), excess = distance + circle.radius - limit_;
      if (excess > 0 && distance > 0) {
        worst = std::max(worst, excess / circle.radius);
        const double factor = std::max(0.0, 1 - excess / distance);
        circle.x *= factor;
        circle.y *= factor;
      }
      moved = std::max(moved, distance_between(circle, anchor_[i]));
    }
    if (2 * moved > margin_) list();
    return worst;
  }

  void grow(double factor) { limit_ *= factor; }

  [[nodiscard]] std::vector<Circle>& circles() { return circles_; }

 private:
  void list() {
    pairs_.clear();
    anchor_ = circles_;
    NearPairs(circles_, margin_).for_each([&](int i, int j) {
      const Circle &a = circles_[i], &b = circles_[j];
      if (distance_between(a, b) - a.radius - b.radius < margin_) pairs_.emplace_back(i, j);
    });
  }

  std::vector<Circle> circles_, anchor_;
  std::vector<std::pair<int, int>> pairs_;
  double limit_;
  double margin_ = 0;
};

}  // namespace

Packing spread_apart(Packing packing, const StopQuery& stop) {
  double factor = 1;
  NearPairs(packing.circles, 0, stop).for_each([&](int i, int j) {
    const Circle &a = packing.circles[i], &b = packing.circles[j];
    const double distance = std::hypot(a.x - b.x, a.y - b.y);
    if (distance > 0) factor = std::max(factor, (a.radius + b.radius) / distance);
  });
  for (Circle& circle : packing.circles) {
    circle.x *= factor;
    circle.y *= factor;
  }
  packing.enclosing_radius = enclosing_radius_about_origin(packing.circles);
  return packing;
}

Packing legalise(const Packing& start) {
  if (start.circles.empty()) return start;
  Sweeper sweeper(start.circles);
  double previous = std::numeric_limits<double>::infinity();
  double growth = 1e-6;
  for (int i = 1; i <= sweep_limit; ++i) {
    const double worst = sweeper.sweep();
    if (worst <= relative_tolerance) break;
    if (i % check_interval != 0) continue;
    // If the overlap was not halved since the last check, the enclosing circle grows, twice as much at each
    // consecutive check.
    const bool stalled = worst > 0.5 * previous;
    growth = stalled ? std::min(2 * growth, 0.01) : 1e-6;
    if (stalled) sweeper.grow(1 + growth);
    previous = worst;
  }
  Packing result = spread_apart({std::move(sweeper.circles()), 0});
  assert(largest_overlap(result) <= 1e-12 * result.enclosing_radius);
  return result;
}

}  // namespace jam::circles
