// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// From a packing that is legal up to rounding errors to one that is legal as printed.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "jam/circles/verify/exact_packing.hpp"
#include "jam/circles/verify/verify.hpp"
#include "jam/core/error.hpp"

namespace jam::circles {
namespace {

// Where moves of single circles do not remove the overlaps within this many rounds, the packing is spread
// further.
constexpr int repair_round_limit = 24;

// Distance from |x| to the next larger double.
double spacing(double x) {
  return std::nextafter(std::abs(x), std::numeric_limits<double>::infinity()) - std::abs(x);
}

// The least factor, minus one, by which all centres have to be multiplied so that no pair overlaps.
double needed_growth(const std::vector<Circle>& circles, const ExactPacking& exact,
                     const std::vector<std::pair<int, int>>& pairs) {
  double growth = 0;
  for (const auto& [i, j] : pairs) {
    const double depth = exact.pair_depth(i, j);
    if (depth == 0) continue;
    const Circle &a = circles[i], &b = circles[j];
    growth = std::max(growth,
                      depth / std::max(std::hypot(a.x - b.x, a.y - b.y), std::numeric_limits<double>::min()));
  }
  return growth;
}

// Moves one circle of each overlapping pair away from the other by the depth and one unit in the last place:
// the smaller one, in every third round the larger one. True when no pair of `pairs` overlaps any more.
bool repair(std::vector<Circle>& circles, ExactPacking& exact,
            const std::vector<std::pair<int, int>>& pairs) {
  std::vector<std::pair<int, int>> suspects = pairs;
  for (int round = 0; round < repair_round_limit; ++round) {
    std::vector<char> moved(circles.size(), 0);
    for (const auto& [i, j] : suspects) {
      const double depth = exact.pair_depth(i, j);
      if (depth == 0) continue;
      const bool first = (circles[i].radius < circles[j].radius) == (round % 3 != 2);
      const int mover = first ? i : j;
      Circle& a = circles[mover];
      const Circle& b = circles[first ? j : i];
      const double dx = a.x - b.x, dy = a.y - b.y, distance = std::hypot(dx, dy);
      const double step = depth + spacing(std::max(std::abs(a.x), std::abs(a.y)));
      if (distance > 0) {
        a.x += step * dx / distance;
        a.y += step * dy / distance;
      } else {
        a.x += step;
      }
      exact.set_centre(mover, Decimal::shortest(a.x), Decimal::shortest(a.y));
      moved[mover] = 1;
    }
    // Only pairs with a circle that moved can have changed.
    suspects.clear();
    for (const auto& [i, j] : pairs)
      if (moved[i] || moved[j]) suspects.emplace_back(i, j);
    if (suspects.empty()) return true;
  }
  return std::none_of(suspects.begin(), suspects.end(),
                      [&](const auto& pair) { return exact.pair_depth(pair.first, pair.second) > 0; });
}

// The smallest double whose decimal encloses all circles about the origin.
double smallest_enclosing_radius(const std::vector<Circle>& circles, ExactPacking& exact) {
  std::vector<double> reach;
  for (const Circle& circle : circles) reach.push_back(std::hypot(circle.x, circle.y) + circle.radius);
  const double largest = *std::max_element(reach.begin(), reach.end());
  std::vector<int> rim;
  for (int i = 0; i < exact.count(); ++i)
    if (reach[i] >= largest * (1 - 1e-14)) rim.push_back(i);

  // hypot and the sum are off by at most two units in the last place.
  double radius = largest;
  for (int i = 0; i < 3; ++i) radius = std::nextafter(radius, 0.0);
  for (;; radius = std::nextafter(radius, std::numeric_limits<double>::infinity())) {
    exact.set_enclosing_radius(Decimal::shortest(radius));
    if (std::none_of(rim.begin(), rim.end(), [&](int i) { return exact.escape_depth(i) > 0; })) return radius;
  }
}

[[noreturn]] void fail(double needed, double limit) {
  throw UnverifiedError(
      fmt::format("the packing overlaps: it would have to grow by at least {:.3e} to be legal, the limit is "
                  "{:.3e}; polish it first",
                  needed, limit));
}

}  // namespace

Packing round_outwards(const Packing& packing, double largest_growth, const StopQuery& stop) {
  if (const std::string unusable = unusable_number(packing); !unusable.empty())
    throw UnverifiedError(unusable);
  const auto require_running = [&] {
    if (stop.stopped()) throw UnverifiedError("the packing was not verified: the search was stopped");
  };

  // Only pairs this near can start to overlap while circles move by rounding errors and by the overlaps to be
  // removed.
  double extent = 0;
  for (const Circle& circle : packing.circles)
    extent = std::max({extent, circle.radius, std::abs(circle.x), std::abs(circle.y)});
  // Growth increases no distance of two centres by more than 4 * extent * largest_growth. If two circles
  // overlap by more, the packing fails without a test of all pairs.
  if (const double overlap = overlap_along_x(packing.circles); overlap > 4 * extent * largest_growth)
    fail(overlap / (4 * extent), largest_growth);
  ExactPacking exact = exact_packing({packing.circles, 0}, stop);
  require_running();
  const std::vector<std::pair<int, int>> pairs =
      exact.near_pairs(std::max(1e-6, 100 * largest_growth) * extent, stop);
  require_running();
  const double needed = needed_growth(packing.circles, exact, pairs);
  if (needed > largest_growth) fail(needed, largest_growth);

  for (double growth = 0;; growth = std::min(largest_growth, growth > 0 ? 2 * growth : 1e-15)) {
    std::vector<Circle> circles = packing.circles;
    for (Circle& circle : circles) {
      circle.x += growth * circle.x;
      circle.y += growth * circle.y;
    }
    if (growth > 0) exact = exact_packing({circles, 0}, stop);
    require_running();
    if (repair(circles, exact, pairs)) {
      const double radius = smallest_enclosing_radius(circles, exact);
      Packing result{std::move(circles), radius};
      if (verify_exact(result, stop).legal) return result;
    }
    require_running();
    if (growth >= largest_growth) fail(largest_growth, largest_growth);
  }
}

}  // namespace jam::circles
