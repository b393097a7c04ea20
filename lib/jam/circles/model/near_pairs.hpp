// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// All pairs of circles whose gap is at most a margin, for radii of any spread: a hierarchy of cell grids. The
// circles whose radius lies in [2^k, 2^(k+1)) share a grid whose cells are wide enough that a circle of the
// same or a smaller grid finds its partners in the 3 x 3 cells around its centre. Cells are kept as a sorted
// list, so empty space costs nothing. Lengths are in the unit of the radii.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "jam/circles/model/packing.hpp"
#include "jam/core/stop_query.hpp"

namespace jam::circles {

/// The grids over a set of circles; the circles must outlive it and stay unchanged.
class NearPairs {
 public:
  /// Prepares for gaps up to `margin` >= 0. O(n log n). After a stop, pairs are missing.
  NearPairs(const std::vector<Circle>& circles, double margin, StopQuery stop = {})
      : circles_(circles), stop_(stop) {
    for (int i = 0; i < static_cast<int>(circles.size()); ++i) {
      const int exponent = std::ilogb(circles[i].radius);
      auto level = std::find_if(levels_.begin(), levels_.end(),
                                [&](const Level& other) { return other.exponent == exponent; });
      if (level == levels_.end())
        level = levels_.insert(levels_.end(), Level{exponent, std::ldexp(1.0, exponent + 2) + margin, {}});
      level->entries.push_back({0, 0, i});
    }
    std::sort(levels_.begin(), levels_.end(),
              [](const Level& a, const Level& b) { return a.exponent < b.exponent; });
    for (Level& level : levels_) {
      for (Entry& entry : level.entries)
        entry = {cell(circles[entry.index].y, level), cell(circles[entry.index].x, level), entry.index};
      if (stop_.stopped()) return;
      std::sort(level.entries.begin(), level.entries.end());
    }
  }

  /// Calls `visit(i, j)` once for every pair with gap <= margin, and for some pairs that are a little
  /// farther; the order of i and j is not specified, but the same input gives the same sequence.
  template <typename Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t small = 0; small < levels_.size(); ++small) {
      for (std::size_t large = small; large < levels_.size(); ++large) {
        int until_asked = 0;
        for (const Entry& entry : levels_[small].entries) {
          if (until_asked-- == 0) {
            if (stop_.stopped()) return;
            until_asked = entries_between_questions;
          }
          visit_around(entry.index, levels_[large], small == large, visit);
        }
      }
    }
  }

 private:
  /// A circle in its cell. Cell numbers are doubles: they never overflow, however small the cells.
  struct Entry {
    double row;
    double column;
    int index;
    bool operator<(const Entry& other) const {
      return std::pair(row, column) < std::pair(other.row, other.column) ||
             (row == other.row && column == other.column && index < other.index);
    }
  };
  struct Level {
    int exponent;  ///< Radii in [2^exponent, 2^(exponent + 1)).
    double width;  ///< Cell width: twice the largest radius, plus the margin.
    std::vector<Entry> entries;
  };

  static double cell(double coordinate, const Level& level) { return std::floor(coordinate / level.width); }

  template <typename Visit>
  void visit_around(int i, const Level& level, bool same_level, Visit& visit) const {
    const double row = cell(circles_[i].y, level);
    const double column = cell(circles_[i].x, level);
    double previous_row = std::numeric_limits<double>::quiet_NaN();
    for (double offset = -1; offset <= 1; ++offset) {
      // Beyond 2^53 neighbouring cell numbers coincide; a row is visited once.
      if (row + offset == previous_row) continue;
      previous_row = row + offset;
      auto entry =
          std::lower_bound(level.entries.begin(), level.entries.end(), Entry{previous_row, column - 1, -1});
      for (; entry != level.entries.end() && entry->row == previous_row && entry->column <= column + 1;
           ++entry) {
        if (!same_level || i < entry->index) visit(i, entry->index);
      }
    }
  }

  static constexpr int entries_between_questions = 1000;

  const std::vector<Circle>& circles_;
  StopQuery stop_;
  std::vector<Level> levels_;
};

}  // namespace jam::circles
