// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Proofs that no box fits.
#pragma once

#include <string>

#include "jam/core/stop_query.hpp"
#include "jam/trunk/model/trunk_problem.hpp"

namespace jam::trunk {

/// The reason, as one clause, why no box of any size of problem.set fits into the container: its volume, the
/// width of the container in some direction, its diameter, or its shadow in some direction. Empty if none of
/// these proves it; a box may then fit or not. Boxes count with their rounding, smaller by the tolerance,
/// without a gap. After a stop, fewer directions are tried.
[[nodiscard]] std::string why_no_box_fits(const TrunkProblem& problem, StopQuery stop = {});

}  // namespace jam::trunk
