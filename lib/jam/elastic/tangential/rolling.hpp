// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Steady rolling along x as the end of a transient: the surfaces roll on by some cells, which carries the
// tractions towards the trailing edge, and TANG is solved for the slip of that step, until a step changes
// nothing. Fourier products and tang-cg serve each step, so that a step takes n log n operations, where
// Gauss-Seidel over the cells takes n^2. Long steps come first: they cross the patch in a few.
#pragma once

#include "jam/elastic/tangential/tangential.hpp"

namespace jam::elastic {

/// Solves on rows of `nx` cells, beginning with the given tractions. `shift` is W of a step of one cell [mm];
/// slips are those of such a step. Its iterations are those of tang-cg in all steps.
[[nodiscard]] TangentialReport roll_steadily(TangentialSolver& solver, int nx, std::span<const double> bound,
                                             std::span<const Tangent> shift,
                                             const TangentialSettings& settings, Tractions& tractions);

/// p_J - p_{J+1}: change of the traction in each cell when the surfaces roll on by one cell.
[[nodiscard]] std::vector<Tangent> rolled_difference(int nx, std::span<const Tangent> traction);

}  // namespace jam::elastic
