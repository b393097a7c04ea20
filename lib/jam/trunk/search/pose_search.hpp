// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The search for a first box where no lattice holds one: random poses, each polished alone. Lengths in mm.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "jam/core/stop.hpp"
#include "jam/trunk/annealing/vacancies.hpp"
#include "jam/trunk/model/trunk_problem.hpp"

namespace jam::trunk {

class PoseSearch {
 public:
  /// For boxes of the first piece of problem.set; the problem must outlive it.
  PoseSearch(const TrunkProblem& problem, std::uint64_t seed, int thread_count);

  /// Tries the poses of turn number `turn`. Returns the first of them that becomes legal by polishing and
  /// that `legal` confirms. The random numbers depend on seed and turn alone. After a stop, nothing.
  [[nodiscard]] std::optional<PlacedBox> run(long long turn,
                                             const std::function<bool(const PlacedBox&)>& legal,
                                             StopToken& stop) const;

 private:
  const TrunkProblem& problem_;
  std::uint64_t seed_;
  int thread_count_;
  WallTriangles walls_;
  InnerCells cells_;
  std::vector<PlacedBox> fixed_;
  Vacancies vacancies_;
};

}  // namespace jam::trunk
