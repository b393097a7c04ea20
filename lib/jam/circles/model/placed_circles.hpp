// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Circles that are placed one after the other, the largest first, in cells by radius, so that the circles
// near a place are found at once.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "jam/circles/model/contact_graph.hpp"
#include "jam/circles/model/packing.hpp"

namespace jam::circles {

class PlacedCircles {
 public:
  void add(const Circle& circle) {
    const int exponent = std::ilogb(circle.radius);
    auto level = std::find_if(levels_.begin(), levels_.end(),
                              [&](const Level& other) { return other.exponent == exponent; });
    if (level == levels_.end())
      level = levels_.insert(levels_.end(), Level{exponent, std::ldexp(1.0, exponent + 2), {}});
    level->cells[key(std::floor(circle.x / level->width), std::floor(circle.y / level->width))].push_back(
        count());
    circles_.push_back(circle);
  }

  /// Calls `visit(index)` for all circles at least as large whose gap to `circle` is at most `margin`, and
  /// for others; ends when it returns false.
  template <class Visit>
  bool around(const Circle& circle, double margin, Visit&& visit) const {
    const int exponent = std::ilogb(circle.radius);
    for (const Level& level : levels_) {
      if (level.exponent < exponent) continue;
      const double reach = circle.radius + margin + std::ldexp(1.0, level.exponent + 1);
      const double left = std::floor((circle.x - reach) / level.width),
                   right = std::floor((circle.x + reach) / level.width);
      const double low = std::floor((circle.y - reach) / level.width),
                   high = std::floor((circle.y + reach) / level.width);
      for (double row = low; row <= high; ++row) {
        for (double column = left; column <= right; ++column) {
          const auto cell = level.cells.find(key(column, row));
          if (cell == level.cells.end()) continue;
          for (const int index : cell->second) {
            if (!visit(index)) return false;
          }
        }
      }
    }
    return true;
  }

  [[nodiscard]] const Circle& operator[](int index) const { return circles_[index]; }
  [[nodiscard]] int count() const { return static_cast<int>(circles_.size()); }
  [[nodiscard]] std::vector<Circle> take() { return std::move(circles_); }

 private:
  struct Level {
    int exponent;  ///< Radii in [2^exponent, 2^(exponent + 1)).
    double width;  ///< Edge of a cell: the largest diameter.
    std::unordered_map<std::uint64_t, std::vector<int>> cells;
  };

  static std::uint64_t key(double column, double row) {
    return mixed(static_cast<std::uint64_t>(static_cast<std::int64_t>(column))) +
           3 * static_cast<std::uint64_t>(static_cast<std::int64_t>(row));
  }

  std::vector<Circle> circles_;
  std::vector<Level> levels_;
};

}  // namespace jam::circles
