// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The best dissimilar packings met so far.
#include "jam/circles/islands/elite_pool.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace jam::circles {

bool ElitePool::offer(Packing packing) {
  const double radius = packing.enclosing_radius;
  const double width = distinct_ * radius;
  const auto place =
      std::lower_bound(elites_.begin(), elites_.end(), radius, [](const Packing& p, double r) { return p.enclosing_radius < r; });
  if (place != elites_.begin() && radius - std::prev(place)->enclosing_radius < width) return false;
  if (place != elites_.end() && place->enclosing_radius - radius < width) {
    *place = std::move(packing);
    return false;
  }
  if (size() >= capacity_ && place == elites_.end()) return false;
  elites_.insert(place, std::move(packing));
  if (size() > capacity_) elites_.pop_back();
  return true;
}

Packing ElitePool::take_best() {
  Packing best = std::move(elites_.front());
  elites_.erase(elites_.begin());
  return best;
}

}  // namespace jam::circles
