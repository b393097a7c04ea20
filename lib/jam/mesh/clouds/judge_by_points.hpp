// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The verdict of the points on a load in a cloud of points. Inside of jam_mesh only.
#pragma once

#include <vector>

#include "jam/trunk/model/box_row.hpp"
#include "jam/trunk/model/trunk_problem.hpp"

namespace jam::mesh {

/// Adds a violation to `verdict` for each box that holds points deeper than the tolerance and one nanometre,
/// in double precision, and rewords the violations of the surface: it passes through points.
void judge_by_points(const trunk::TrunkProblem& problem, const std::vector<trunk::BoxRow>& rows,
                     trunk::LoadVerdict& verdict);

}  // namespace jam::mesh
