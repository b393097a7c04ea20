// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A load with a gap (--gap) as physics sees it: each box has its half of the gap around it, like padding, and
// walls have the other half before them. So boxes stand, slide and pass each other at the distance of the
// gap.
#pragma once

#include <optional>
#include <vector>

#include "jam/trunk/search/allowance.hpp"

namespace jam::app {

class PaddedLoad {
 public:
  /// The problem must outlive it. Without a gap, nothing is padded.
  explicit PaddedLoad(const trunk::TrunkProblem& problem) : bare_(problem) {
    if (problem.gap > 0) allowance_.emplace(problem);
  }

  [[nodiscard]] const trunk::TrunkProblem& problem() const {
    return allowance_ ? allowance_->packed() : bare_;
  }
  /// Boxes with their padding; and the way back.
  [[nodiscard]] std::vector<trunk::BoxRow> padded(const std::vector<trunk::BoxRow>& rows) const {
    return allowance_ ? allowance_->packed(rows) : rows;
  }
  [[nodiscard]] std::vector<trunk::BoxRow> bare(const std::vector<trunk::BoxRow>& rows) const {
    return allowance_ ? allowance_->published(rows) : rows;
  }

 private:
  const trunk::TrunkProblem& bare_;
  std::optional<trunk::Allowance> allowance_;
};

}  // namespace jam::app
