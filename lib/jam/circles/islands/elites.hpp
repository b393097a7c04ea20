// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The best dissimilar packings so far, from which meta-stable instances continue. Ordered by enclosing
// radius, in the unit of the radii; the packings need not be legal, and their radius may be an estimate.
#pragma once

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "jam/circles/model/packing.hpp"
#include "jam/core/philox.hpp"

namespace jam::circles {

/// At most `capacity` packings; two whose radii differ by less than `distinct` (relative) count as the same.
class ElitePool {
 public:
  explicit ElitePool(int capacity, double distinct = 1e-7) : capacity_(capacity), distinct_(distinct) {}

  /// Adds a packing unless it is worse than a full pool, or the same as a member with a smaller radius.
  /// Returns true if the packing became a member without replacing the same packing.
  bool offer(Packing packing) {
    const double radius = packing.enclosing_radius;
    const double width = distinct_ * radius;
    const auto place = std::lower_bound(elites_.begin(), elites_.end(), radius,
                                        [](const Packing& p, double r) { return p.enclosing_radius < r; });
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

  /// Removes the best one; there must be one.
  [[nodiscard]] Packing take_best() {
    Packing best = std::move(elites_.front());
    elites_.erase(elites_.begin());
    return best;
  }

  /// Replaces the contents by those of another pool.
  void restore(std::vector<Packing> elites) { elites_ = std::move(elites); }

  [[nodiscard]] int size() const { return static_cast<int>(elites_.size()); }
  [[nodiscard]] const Packing& operator[](int k) const { return elites_[k]; }

 private:
  int capacity_;
  double distinct_;
  std::vector<Packing> elites_;
};

/// A start made of two packings of the same circles: order crossover (L. Davis 1985) in the plane. The first
/// parent gives the circles on one side of a line in a random direction, between a quarter and three
/// quarters of all, with their places. The second one, rotated at random and perhaps mirrored, gives the
/// places on the other side of a parallel line that leaves as many there as are missing. A missing circle
/// that lies there keeps its place; the others take the free places, in the order of their radii. Relaxation
/// then removes the overlaps at the line. Both parents hold their circles in the same order.
[[nodiscard]] std::vector<Circle> cross(const std::vector<Circle>& first, const std::vector<Circle>& second,
                                        RandomStream& random);

}  // namespace jam::circles
