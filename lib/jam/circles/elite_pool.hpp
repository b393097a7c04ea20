// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The best dissimilar packings met so far, from which meta-stable instances continue. Kept in the unit of the radii, ordered by radius.
#pragma once

#include <vector>

#include "jam/circles/packing.hpp"

namespace jam::circles {

/// A packing (not necessarily legal) and the enclosing radius it stands for: polished, or estimated from its energy.
struct Elite {
  double radius = 0;
  std::vector<double> x;
  std::vector<double> y;
};

/// At most `capacity` packings; two whose radii differ by less than `distinct` (relative) count as the same.
class ElitePool {
 public:
  explicit ElitePool(int capacity, double distinct = 1e-7) : capacity_(capacity), distinct_(distinct) {}

  /// Enters a packing unless it is worse than a full pool, or the same as one that is there; of the same, the smaller radius stays.
  void offer(Elite elite);

  [[nodiscard]] int size() const { return static_cast<int>(elites_.size()); }
  [[nodiscard]] const Elite& operator[](int k) const { return elites_[static_cast<std::size_t>(k)]; }

 private:
  int capacity_;
  double distinct_;
  std::vector<Elite> elites_;
};

}  // namespace jam::circles
