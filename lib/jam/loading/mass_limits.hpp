// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Limits of the mass that may rest on a box (Piece::carries), judged on a whole load. A box stands on the
// boxes that it would meet first if it went straight down: a box that floats counts on what it would fall on.
// It passes on its own mass and what it carries, shared by the areas that its shadow has in common with
// theirs. Walls and fixed boxes bear everything. Where a box meets both walls and boxes, the walls take no
// share, so that a limit errs on the safe side. Lengths in mm, masses in kg.
#pragma once

#include <cstddef>
#include <vector>

#include "jam/trunk/model/trunk_problem.hpp"
#include "jam/trunk/model/wall_triangles.hpp"

namespace jam::loading {

/// Boxes that are met within this distance after the first contact bear as well [mm].
inline constexpr double same_contact = 1;

/// Density of boxes without a mass [kg/m^3]. It decides only whether something rests on a box that may carry
/// nothing: other limits need all masses.
inline constexpr double assumed_density = 250;

/// The boxes on which a box stands, with their shares of its mass; the shares sum up to 1, or to 0 on walls.
struct Support {
  int carrier;
  double share;
};

/// The supports of each box. The first `fixed` ones rest on nothing. Boxes and walls that overlap by no more
/// than `tolerance` [mm] touch, so that a box rests on no side wall.
[[nodiscard]] std::vector<std::vector<Support>> supports_of(const trunk::WallTriangles& walls,
                                                            const std::vector<trunk::BoxRow>& rows,
                                                            std::size_t fixed, double tolerance);

/// The mass that rests on each box, by the masses of all boxes.
[[nodiscard]] std::vector<double> carried_masses(const std::vector<std::vector<Support>>& supports,
                                                 const std::vector<double>& masses);

/// Adds a violation for each box of the set that carries more than it may.
void add_limit_violations(const trunk::TrunkProblem& problem, const trunk::WallTriangles& walls,
                          const std::vector<trunk::BoxRow>& rows, trunk::LoadVerdict& verdict);

/// The numbers of the boxes, ascending, without which a load keeps all limits of the set. For one overloaded
/// box after the other either the box goes, or the boxes on top of it with the least value, one by one, until
/// it carries no more than it may: whichever has less value. Boxes that the set needs (Piece::least) go last.
/// The first problem.fixed boxes are the fixed ones, and stay.
[[nodiscard]] std::vector<int> boxes_beyond_limits(const trunk::TrunkProblem& problem,
                                                   const trunk::WallTriangles& walls,
                                                   const std::vector<trunk::BoxRow>& rows);

}  // namespace jam::loading
