// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The best dissimilar packings met so far, from which meta-stable instances continue. Ordered by enclosing radius, in the unit of the
// radii; the packings need not be legal, and their radius may be an estimate.
#pragma once

#include <utility>
#include <vector>

#include "jam/circles/model/packing.hpp"

namespace jam::circles {

/// At most `capacity` packings; two whose radii differ by less than `distinct` (relative) count as the same.
class ElitePool {
 public:
  explicit ElitePool(int capacity, double distinct = 1e-7) : capacity_(capacity), distinct_(distinct) {}

  /// Enters a packing unless it is worse than a full pool, or the same as one that is there; of the same, the smaller radius stays.
  /// True where it entered as one that was not there before.
  bool offer(Packing packing);

  /// Removes the best one; there must be one.
  [[nodiscard]] Packing take_best();

  /// Holds what another pool held: its packings in its order.
  void restore(std::vector<Packing> elites) { elites_ = std::move(elites); }

  [[nodiscard]] int size() const { return static_cast<int>(elites_.size()); }
  [[nodiscard]] const Packing& operator[](int k) const { return elites_[static_cast<std::size_t>(k)]; }

 private:
  int capacity_;
  double distinct_;
  std::vector<Packing> elites_;
};

}  // namespace jam::circles
