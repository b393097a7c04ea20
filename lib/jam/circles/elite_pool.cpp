// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The best dissimilar packings met so far.
#include "jam/circles/elite_pool.hpp"

#include <algorithm>
#include <utility>

namespace jam::circles {

void ElitePool::offer(Elite elite) {
  auto place = std::lower_bound(elites_.begin(), elites_.end(), elite.radius, [](const Elite& e, double r) { return e.radius < r; });
  const double width = distinct_ * elite.radius;
  if (place != elites_.begin() && elite.radius - std::prev(place)->radius < width) return;
  if (place != elites_.end() && place->radius - elite.radius < width) {
    *place = std::move(elite);
    return;
  }
  if (size() >= capacity_ && place == elites_.end()) return;
  elites_.insert(place, std::move(elite));
  if (size() > capacity_) elites_.pop_back();
}

}  // namespace jam::circles
