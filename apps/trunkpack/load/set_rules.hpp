// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Rules of a set that only a whole load can keep or break: the least number of each item, and the mass that
// may rest on a box.
#pragma once

#include <optional>
#include <vector>

#include "jam/trunk/model/trunk_problem.hpp"
#include "jam/trunk/model/wall_triangles.hpp"

namespace jam::app {

class SetRules {
 public:
  /// The problem must outlive it.
  explicit SetRules(const trunk::TrunkProblem& problem);

  /// The numbers of the boxes that a load has to leave out to keep all limits of mass, ascending.
  [[nodiscard]] std::vector<int> boxes_beyond(const std::vector<trunk::BoxRow>& rows) const;
  [[nodiscard]] bool keeps_limits(const std::vector<trunk::BoxRow>& rows) const;

  /// Adds what a whole load breaks: pieces that it lacks, boxes that carry too much.
  void add_violations(const std::vector<trunk::BoxRow>& rows, trunk::LoadVerdict& verdict) const;

 private:
  const trunk::TrunkProblem& problem_;
  std::optional<trunk::WallTriangles> walls_;  ///< None where the set has no limits.
};

}  // namespace jam::app
