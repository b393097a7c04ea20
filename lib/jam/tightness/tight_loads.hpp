// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Nearly legal loads with one box more than the best load: their contact forces show where the container is
// too small. In each of them the polish (polish/box_polish.hpp) has moved all boxes to the least energy, the
// sum of squared overlaps, that it reaches. At such a minimum the forces on each box balance, so the sum of
// all overlaps presses on the walls. The force on a wall is by how much the energy falls for each mm by which
// the wall gives way. Lengths in mm.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "jam/core/stop_query.hpp"
#include "jam/tightness/wall_cells.hpp"
#include "jam/trunk/model/box_row.hpp"
#include "jam/trunk/model/trunk_problem.hpp"

namespace jam::tightness {

struct TightLoad {
  std::vector<trunk::PlacedBox> boxes;  ///< The fixed boxes last.
  double energy = 0;                    ///< [mm^2]
  bool held = false;                    ///< The search held it; else a box was added to the best load.
};

struct TightLoadRules {
  std::uint64_t seed = 1;
  int count = 32;        ///< Largest number of loads that are returned.
  int thread_count = 0;  ///< 0: all. Has no influence on results.
  std::function<void(double share)> progress =
      {};  ///< Told the share of the work that is done; may be empty.
  StopQuery stop = {};
};

/// Loads with one box more than `best`, those of least energy first. Made from the loads `held`, and by
/// putting a box into free places of `best` that are drawn at random: twice the number of loads that are
/// returned. `best` and `held` are without the fixed boxes of the problem. Loads that become legal are left
/// out, and those whose boxes leave the container. After a stop there may be fewer.
[[nodiscard]] std::vector<TightLoad> make_tight_loads(const trunk::TrunkProblem& problem,
                                                      const std::vector<trunk::BoxRow>& best,
                                                      const std::vector<std::vector<trunk::BoxRow>>& held,
                                                      const TightLoadRules& rules);

/// Adds the forces of all loads to the cells: of each with a weight in inverse proportion to the root of its
/// energy, a depth, so that loads that are nearest to legal count the most. The first one has weight 1.
void add_forces(const trunk::TrunkProblem& problem, const std::vector<TightLoad>& loads, WallCells& cells);

/// The first of the loads that the polish makes legal in another container, without its fixed boxes; empty:
/// none. Exact verification has to follow.
[[nodiscard]] std::vector<trunk::BoxRow> first_legal(const trunk::TrunkProblem& problem,
                                                     std::span<const TightLoad> loads, int thread_count);

}  // namespace jam::tightness
