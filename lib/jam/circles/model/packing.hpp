// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A packing in double precision: circles about the origin and the radius of the circle that encloses them.
// Lengths are in the unit of the radii. This is the form in which packings leave a search, are polished,
// verified, written and read.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace jam {
class RandomStream;
}

namespace jam::circles {

/// One circle: radius > 0 and centre.
struct Circle {
  double radius = 0;
  double x = 0;
  double y = 0;
};

/// Circles and the enclosing radius claimed for them (about the origin).
struct Packing {
  std::vector<Circle> circles;
  double enclosing_radius = 0;

  [[nodiscard]] int count() const { return static_cast<int>(circles.size()); }
};

/// The largest overlap of two circles that follow each other in the order of their x, O(n log n): if
/// circles overlap grossly, so do some of these. Minus infinity for less than two circles.
[[nodiscard]] double overlap_along_x(const std::vector<Circle>& circles);

/// Largest overlap of a pair, or of a circle with the enclosing circle [unit of the radii]; <= 0 for a legal
/// packing: minus the result is then the smallest gap. Minus infinity for no circles. Plain double
/// arithmetic with a hierarchy of cells, O(n log n) for circles that do not overlap grossly, whatever the
/// spread of their radii: a measure for progress and tests, not a verification. May return any overlap above
/// `enough` instead of the largest.
[[nodiscard]] double largest_overlap(const Packing& packing,
                                     double enough = std::numeric_limits<double>::infinity());

/// Whether a saved coordinate [target radius] may belong to a packing; false if it is not a number.
[[nodiscard]] inline bool in_reach(float value) { return std::fabs(value) <= 1e6F; }

/// Smallest R that encloses all circles about the origin: max(|c_i| + r_i).
[[nodiscard]] double enclosing_radius_about_origin(const std::vector<Circle>& circles);

/// The radii in ascending order.
[[nodiscard]] std::vector<double> sorted_radii(const std::vector<Circle>& circles);

/// The numbers 0 to count - 1, sorted stably by before(a, b).
template <class Before>
[[nodiscard]] std::vector<int> order_by(int count, const Before& before) {
  std::vector<int> order(count);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), before);
  return order;
}

/// The circles of these radii with centres unit * (x, y), both of the same length as `radii`, and the
/// smallest enclosing radius about the origin.
template <class Coordinate>
[[nodiscard]] Packing scaled_packing(const std::vector<double>& radii, const Coordinate* x,
                                     const Coordinate* y, double unit) {
  Packing packing;
  packing.circles.reserve(radii.size());
  for (std::size_t i = 0; i < radii.size(); ++i)
    packing.circles.push_back({radii[i], x[i] * unit, y[i] * unit});
  packing.enclosing_radius = enclosing_radius_about_origin(packing.circles);
  return packing;
}

/// Ascending radii; circles of the same radius stay in their order.
void sort_by_radius(std::vector<Circle>& circles);

/// Puts `circle` at a uniformly drawn place of the disc of radius `container` about the origin, inside it.
void place_at_random(Circle& circle, double container, RandomStream& random);

/// Area of the circles over the area of the enclosing circle [-].
[[nodiscard]] double density(const Packing& packing);

/// The smallest circle around all circles, with any centre, to about 1e-14 relative and never too small by
/// more; O(n) per step, a few steps. Deterministic. A zero circle for no circles.
[[nodiscard]] Circle smallest_enclosing_circle(const std::vector<Circle>& circles);

}  // namespace jam::circles
