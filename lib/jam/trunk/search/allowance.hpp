// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// How a search uses a tolerance t: it packs other boxes without one. Their edges are shorter by t and, as all
// phases know rounded boxes, their edges and corners have a radius that is smaller by t/2, negative for sharp
// boxes: a box shrinks to its points that lie t/2 or more below each of its tangent planes. So two of them
// that touch are boxes that penetrate by t, face to face or edge to edge. At a wall hardly more than t/2 is
// used. Loads get their edges back before they are verified and published: edges of the problem to the last
// bit, other edges (a start may have them) up to rounding.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "jam/trunk/model/trunk_problem.hpp"

namespace jam::trunk {

class Allowance {
 public:
  /// The problem must outlive it.
  explicit Allowance(const TrunkProblem& problem);
  Allowance(const Allowance&) = delete;
  Allowance& operator=(const Allowance&) = delete;

  /// Whether there is a tolerance. If not, packed() is the problem, and rows stay as they are.
  [[nodiscard]] bool any() const { return packed_.has_value(); }
  /// The problem whose loads are published.
  [[nodiscard]] const TrunkProblem& problem() const { return problem_; }
  /// The problem that is searched.
  [[nodiscard]] const TrunkProblem& packed() const { return packed_ ? *packed_ : problem_; }
  /// Boxes of the problem as those of packed().
  [[nodiscard]] std::vector<BoxRow> smaller(std::vector<BoxRow> rows) const;
  /// Boxes of packed() as those of the problem.
  [[nodiscard]] std::vector<BoxRow> larger(std::vector<BoxRow> rows) const;

 private:
  const TrunkProblem& problem_;
  std::optional<TrunkProblem> packed_;
  std::map<double, double> full_;  ///< Edges of the problem [mm], by those of packed().
};

}  // namespace jam::trunk
