// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// How a search uses a tolerance t: it packs other boxes without one. Their edges are shorter by t and, as all
// phases know rounded boxes, their edges and corners have a radius that is smaller by t/2, negative for sharp
// boxes: a box shrinks to its points that lie t/2 or more below each of its tangent planes. So two of them
// that touch are boxes that penetrate by t, face to face or edge to edge. At a wall hardly more than t/2 is
// used. A gap g is the other way round: edges are longer by g, the radius of rounded ones is larger by g/2,
// and the walls are moved inwards by g/2 (model/inset_container.hpp), so that boxes that touch keep the gap
// to each other and to the walls as they are. Pieces of a set keep their values, or their litres. Loads get
// their edges back before they are verified and published: edges of the problem to the last bit, other edges
// (a start may have them) up to rounding.
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

  /// Whether there is a tolerance or a gap. If not, packed() is the problem, and rows stay as they are.
  [[nodiscard]] bool any() const { return packed_.has_value(); }
  /// The problem whose loads are published.
  [[nodiscard]] const TrunkProblem& problem() const { return problem_; }
  /// The problem that is searched.
  [[nodiscard]] const TrunkProblem& packed() const { return packed_ ? *packed_ : problem_; }
  /// The problem for proofs that no box fits: packed(), but for a gap, whose moved walls prove nothing.
  [[nodiscard]] const TrunkProblem& provable() const { return problem_.gap > 0 ? problem_ : packed(); }
  /// Boxes of the problem as those of packed().
  [[nodiscard]] std::vector<BoxRow> packed(std::vector<BoxRow> rows) const;
  /// Boxes of packed() as those of the problem.
  [[nodiscard]] std::vector<BoxRow> published(std::vector<BoxRow> rows) const;

 private:
  const TrunkProblem& problem_;
  double growth_;  ///< Growth of each edge, from the problem to packed() [mm].
  std::optional<TrunkProblem> packed_;
  std::map<double, double> full_;  ///< Edges of the problem [mm], by those of packed().
};

}  // namespace jam::trunk
