// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// --tight: which walls cost boxes, and what is gained where they are moved (lib/jam/tightness).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "jam/core/stop_query.hpp"
#include "jam/trunk/io/tight_walls.hpp"
#include "jam/trunk/model/trunk_problem.hpp"
#include "trunkpack/options.hpp"

namespace jam::app {

/// Examines the walls around a verified load, fixed boxes first. `held`: nearly legal loads of a search with
/// one box more, without the fixed boxes. Shows its progress as the options say. After a stop the result is
/// not complete. Throws InputError for a load with other boxes than the options say.
[[nodiscard]] trunk::TightWalls examine_walls(const Options& options, const trunk::TrunkProblem& problem,
                                              const std::vector<trunk::BoxRow>& load,
                                              const std::vector<std::vector<trunk::BoxRow>>& held,
                                              const StopQuery& stop = {});

/// Throws InputError for --tight-by part if the mesh names fewer than two parts: before a search.
void require_named_parts(const Options& options);

/// A warning: that the work is not complete, that nothing is known, or that the searches found more boxes in
/// the trunk as it is than the load has; empty: none.
[[nodiscard]] std::string tight_caveat(const trunk::TightWalls& tight, std::size_t box_count);

/// Rows of the final table; empty if walls were not examined.
[[nodiscard]] std::string tight_table(const trunk::TightWalls& tight);

}  // namespace jam::app
