// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A loading plan: in which order, and on which ways, the boxes of a load get to their places through an
// opening, and whether each of them rests there. The plan is found backwards: one box after the other is
// taken out of the full load. A box that can be taken out can still be when others are gone, so no order of
// taking out is a dead end. Where boxes would move, all of them are held first, and then one after the other
// is released if the rest stays. Lengths in mm.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "jam/core/stop_query.hpp"
#include "jam/trunk/io/loading_plan.hpp"
#include "jam/trunk/model/container.hpp"

namespace jam::loading {

/// Plans how to load `rows`, legal in `container`; the first `fixed` ones are in it from the start. Throws
/// as open_container(). `progress` gets the share that is done; it begins anew where boxes turn out to be
/// stuck. `masses` [kg] are those of all boxes; empty: they are equally dense.
[[nodiscard]] trunk::LoadingPlan plan_loading(const trunk::Container& container,
                                              const std::vector<trunk::BoxRow>& rows, std::size_t fixed,
                                              const trunk::LoadingOpening& opening,
                                              const trunk::PlanRules& rules,
                                              const std::function<void(double)>& progress = {},
                                              const StopQuery& stop = {},
                                              const std::vector<double>& masses = {});

}  // namespace jam::loading
