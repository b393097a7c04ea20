// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The solvers of TANG on a CPU.
#pragma once

#include "jam/elastic/tangential/tang_cg_steps.hpp"
#include "jam/elastic/tangential/tangential.hpp"

namespace jam::elastic {

struct TangentialProblem {
  TangentialOperator& flexibility;
  std::span<const double> bound;
  std::span<const Tangent> shift;
  const TangentialSettings& settings;
};

/// Each ends with tractions and states; slips are computed by the caller.
[[nodiscard]] TangentialReport tang_cg(const TangentialProblem& problem, Tractions& tractions);
[[nodiscard]] TangentialReport convex_gs(const TangentialProblem& problem, Tractions& tractions);
[[nodiscard]] TangentialReport steady_gs(const TangentialProblem& problem, Tractions& tractions);

/// The problem as the steps of tang-cg take it.
[[nodiscard]] TangCgControl tang_cg_control(const TangentialSettings& settings, const SelfBlock& self,
                                            bool has_inverse);

/// Root mean square over both components of the cells that are not exterior.
[[nodiscard]] double mean_size(std::span<const Tangent> field, std::span<const CellState> state);

}  // namespace jam::elastic
