// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Centres with as few decimals as exact verification allows.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "jam/circles/verify/exact_packing.hpp"
#include "jam/circles/verify/verify.hpp"
#include "jam/io/number_text.hpp"

namespace jam::circles {
namespace {

// No centre moves further than reach / 2, in units of R. So a circle has to be compared only with circles
// whose gap to it is below `reach`.
constexpr double reach = 1e-3;

// Overlaps up to this, in units of R, may be rounding errors of the estimate below: exact arithmetic decides.
constexpr double estimate_error = 1e-14;

// Every double of a magnitude from 0.1 has fewer.
constexpr int most_decimals = 17;

using Neighbours = std::vector<std::vector<int>>;

Neighbours neighbours_of(const ExactPacking& exact, double margin, const StopQuery& stop) {
  Neighbours neighbours(exact.count());
  for (const auto& [i, j] : exact.near_pairs(margin, stop)) {
    neighbours[i].push_back(j);
    neighbours[j].push_back(i);
  }
  return neighbours;
}

// Whether circle `i` of `packing` may be legal, up to rounding errors.
bool may_be_legal(const Packing& packing, const std::vector<int>& neighbours, const Circle& circle) {
  const double error = estimate_error * packing.enclosing_radius;
  if (std::hypot(circle.x, circle.y) + circle.radius > packing.enclosing_radius + error) return false;
  return std::all_of(neighbours.begin(), neighbours.end(), [&](int j) {
    const Circle& other = packing.circles[j];
    return std::hypot(circle.x - other.x, circle.y - other.y) >= circle.radius + other.radius - error;
  });
}

void set_centre(ExactPacking& exact, int i, const Circle& circle) {
  exact.set_centre(i, Decimal::shortest(circle.x), Decimal::shortest(circle.y));
}

// Replaces the centre of circle `i` by the legal one with the fewest decimals near by, or leaves it.
void shorten(Packing& packing, ExactPacking& exact, const std::vector<int>& neighbours, int i) {
  Circle& circle = packing.circles[i];
  const double farthest = reach / 2 * packing.enclosing_radius;
  for (int decimals = 0; decimals <= most_decimals; ++decimals) {
    Circle candidate = circle;
    candidate.x = io::rounded_to_decimals(circle.x, decimals);
    candidate.y = io::rounded_to_decimals(circle.y, decimals);
    if (candidate.x == circle.x && candidate.y == circle.y) break;
    if (std::hypot(candidate.x - circle.x, candidate.y - circle.y) > farthest ||
        !may_be_legal(packing, neighbours, candidate))
      continue;
    set_centre(exact, i, candidate);
    const bool legal =
        exact.escape_depth(i) == 0 &&
        std::all_of(neighbours.begin(), neighbours.end(), [&](int j) { return exact.pair_depth(i, j) == 0; });
    if (legal) {
      circle = candidate;
      return;
    }
  }
  set_centre(exact, i, circle);
}

}  // namespace

Packing shorten_decimals(const Packing& packing, const StopQuery& stop) {
  if (packing.count() > shortening_limit) return packing;
  Packing shorter = packing;
  ExactPacking exact = exact_packing(packing, stop);
  const Neighbours neighbours = neighbours_of(exact, reach * packing.enclosing_radius, stop);
  for (int i = 0; i < packing.count() && !stop.stopped(); ++i) shorten(shorter, exact, neighbours[i], i);
  return verify_exact(shorter, stop).legal ? shorter : packing;
}

}  // namespace jam::circles
