// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "set_rules.hpp"

#include "jam/loading/mass_limits.hpp"

namespace jam::app {

SetRules::SetRules(const trunk::TrunkProblem& problem) : problem_(problem) {
  if (problem.set.has_limits()) walls_.emplace(problem.container);
}

std::vector<int> SetRules::boxes_beyond(const std::vector<trunk::BoxRow>& rows) const {
  return walls_ ? loading::boxes_beyond_limits(problem_, *walls_, rows) : std::vector<int>();
}

bool SetRules::keeps_limits(const std::vector<trunk::BoxRow>& rows) const {
  trunk::LoadVerdict verdict;
  if (walls_) loading::add_limit_violations(problem_, *walls_, rows, verdict);
  return verdict.violation_count == 0;
}

void SetRules::add_violations(const std::vector<trunk::BoxRow>& rows, trunk::LoadVerdict& verdict) const {
  trunk::add_lacking_pieces(problem_, rows, verdict);
  if (walls_) loading::add_limit_violations(problem_, *walls_, rows, verdict);
}

}  // namespace jam::app
