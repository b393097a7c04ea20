// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// --loading-plan: how the boxes of a finished load get into the trunk (lib/jam/loading).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "jam/core/stop_query.hpp"
#include "jam/trunk/io/loading_plan.hpp"
#include "jam/trunk/model/trunk_problem.hpp"
#include "trunkpack/options.hpp"

namespace jam::app {

/// Plans the loading of a load, fixed boxes first. Without --opening, the lids of the container are open, if
/// it has any; else the opening of the first of top and rear through which all boxes go, or the most. After a
/// stop the plan is not complete. Shows its progress as the options say. Throws InputError if the trunk is
/// not open where the options say.
[[nodiscard]] trunk::LoadingPlan plan_load(const Options& options, const trunk::TrunkProblem& problem,
                                           const std::vector<trunk::BoxRow>& rows,
                                           const StopQuery& stop = {});

/// The load without boxes that have no way.
[[nodiscard]] std::vector<trunk::BoxRow> without_stuck(const trunk::LoadingPlan& plan,
                                                       std::vector<trunk::BoxRow> rows);

/// `3 boxes were left out: no way into the trunk was found for them (--loadable)`.
[[nodiscard]] std::string left_out_text(std::size_t count);

/// A row of the final table; empty without a plan.
[[nodiscard]] std::string plan_row(const trunk::LoadingPlan& plan);

}  // namespace jam::app
