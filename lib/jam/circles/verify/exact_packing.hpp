// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A circle packing in exact decimals and its tests in integer arithmetic. A pair is first tested in double
// with a rigorous bound on the rounding error; only undecided cases are computed in integers, so that only
// touching pairs cost more than a few operations. Shares no code with the searches. Lengths are in the
// unit of the radii.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "jam/circles/model/packing.hpp"
#include "jam/circles/verify/decimal.hpp"
#include "jam/core/stop_query.hpp"

namespace jam::circles {

/// One circle as printed.
struct ExactCircle {
  Decimal radius;
  Decimal x;
  Decimal y;
};

/// A violated constraint.
struct ExactViolation {
  int first;     ///< Index of a circle.
  int second;    ///< Index of a circle > first, or -1 for the enclosing circle.
  double depth;  ///< Overlap, or how far the circle leaves the enclosing one; > 0, correct to a few digits.
};

/// How many broken constraints are looked for.
inline constexpr std::size_t violation_limit = 1000;

/// Circles and the enclosing circle, by default about the origin.
class ExactPacking {
 public:
  ExactPacking(std::vector<ExactCircle> circles, Decimal enclosing_radius, Decimal centre_x = {},
               Decimal centre_y = {});

  /// Depth by which circles `i` and `j` overlap; 0 exactly when (xi-xj)^2 + (yi-yj)^2 >= (ri+rj)^2.
  [[nodiscard]] double pair_depth(int i, int j) const;

  /// Depth by which circle `i` leaves the enclosing circle; 0 exactly when r <= R and, from its centre, x^2 +
  /// y^2 <= (R-r)^2.
  [[nodiscard]] double escape_depth(int i) const;

  /// Violated constraints, at most violation_limit of them (all circles may overlap all others): first
  /// circles that leave the enclosing circle, then pairs, each ascending. A sorted sweep: about n^1.5
  /// operations when the circles are spread over a disc. Where a stop ended the sweep, the result must not be
  /// used.
  [[nodiscard]] std::vector<ExactViolation> violations(const StopQuery& stop = {}) const;

  /// All pairs (i < j, ascending) whose circles, each grown by `margin` / 2, may overlap. Never misses one
  /// that does.
  [[nodiscard]] std::vector<std::pair<int, int>> near_pairs(double margin, const StopQuery& stop = {}) const;

  /// Moves circle `i`.
  void set_centre(int i, Decimal x, Decimal y);

  /// Replaces the enclosing radius.
  void set_enclosing_radius(Decimal radius);

  [[nodiscard]] int count() const { return static_cast<int>(circles_.size()); }

 private:
  /// Calls visit(i, j) for the pairs of near_pairs, in the order of the sweep, until it returns false.
  template <class Visit>
  void visit_near_pairs(double margin, const StopQuery& stop, const Visit& visit) const;
  void refresh(int i);

  std::vector<ExactCircle> circles_;
  Decimal enclosing_radius_, centre_x_, centre_y_;
  std::vector<double> radius_, x_, y_;  // nearest doubles
  double magnitude_ = 0;                // bound on the absolute value of every number
};

/// A packing in doubles as it is printed: each number as its shortest decimal. After a stop it must not be
/// used.
[[nodiscard]] ExactPacking exact_packing(const Packing& packing, const StopQuery& stop = {});

}  // namespace jam::circles
