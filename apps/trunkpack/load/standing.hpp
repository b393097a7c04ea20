// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Loads that stand: boxes that float are let down by simulation with friction, parted by the polish, and
// verified.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "jam/core/stop_query.hpp"
#include "jam/dynamics/scenes/mesh_container.hpp"
#include "jam/trunk/model/trunk_problem.hpp"
#include "trunkpack/options.hpp"

namespace jam::app {

/// Walls and boxes for simulations, in metres. Boxes may touch sheets in the room on both of their sides.
[[nodiscard]] std::vector<dynamics::Shape> simulated_walls(const trunk::TrunkProblem& problem);
/// The masses of the boxes [kg], if the set has any: others have the density of loads. Empty: it has none.
[[nodiscard]] std::vector<double> simulated_masses(const trunk::TrunkProblem& problem,
                                                   const std::vector<trunk::BoxRow>& rows,
                                                   double density = dynamics::load_density);
[[nodiscard]] std::vector<dynamics::BoxAt> simulated_boxes(const std::vector<trunk::BoxRow>& rows,
                                                           const std::vector<double>& masses = {});

/// A load, and one value for each of its boxes: 1 if it stands. Empty: not known.
struct StandingLoad {
  std::vector<trunk::BoxRow> rows;
  std::vector<char> standing;
};

/// Whether the boxes of a finished load of this size come to rest: up to 1000, or if the user wants it.
[[nodiscard]] bool comes_to_rest(const Options& options, std::size_t box_count);

/// The load with its boxes at rest, unless all stand as they are. Fixed boxes keep their places. A load of
/// which no more boxes would stand keeps its places, bit for bit. So does a box that would come to lie
/// against the rules of its set. Loads in clouds of points and rounded boxes are returned as they are. After
/// a stop, the load as it was. `legal` verifies.
[[nodiscard]] StandingLoad let_stand(const trunk::TrunkProblem& problem,
                                     const std::vector<trunk::BoxRow>& rows,
                                     const std::function<bool(const std::vector<trunk::BoxRow>&)>& legal,
                                     int thread_count, const StopQuery& stop);

/// Which boxes of a load stand; empty for loads that cannot be simulated.
[[nodiscard]] std::vector<char> standing_boxes(const trunk::TrunkProblem& problem,
                                               const std::vector<trunk::BoxRow>& rows, int thread_count,
                                               const StopQuery& stop = {});

/// A row of the final table: "402 of 409 boxes; not 12, 17, 45"; at most ten of the boxes that do not stand
/// are named. Empty if nothing is known.
[[nodiscard]] std::string standing_row(const std::vector<char>& standing);

}  // namespace jam::app
