// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Where a millimetre counts: which walls of a container cost boxes. Contact forces of nearly legal loads with
// one box more (tight_loads.hpp) say on which regions of walls it is tightest. These regions are moved
// outwards, one at a time, and short searches count what the changed container holds, beside searches of the
// container as it is with the same seeds and the same time.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "jam/core/stop_query.hpp"
#include "jam/tightness/short_search.hpp"
#include "jam/trunk/io/tight_walls.hpp"
#include "jam/trunk/model/trunk_problem.hpp"

namespace jam::tightness {

struct TightTask {
  const trunk::TrunkProblem& problem;      ///< Boxes of one size, among triangles.
  const std::vector<trunk::BoxRow>& load;  ///< The best load: legal, fixed boxes first.
  /// Nearly legal loads with one box more than `load`, without the fixed boxes.
  std::vector<std::vector<trunk::BoxRow>> held = {};
  std::vector<std::string> parts = {};  ///< Names of the parts of the mesh; empty: regions have no part.
  std::vector<int> part_of = {};        ///< Number of the part of each triangle of the surface.
  bool by_part = false;                 ///< Whether whole parts are moved in place of regions of walls.
  trunk::TightRules rules = {};
  std::uint64_t seed = 1;  ///< Decides the places where boxes are added.
  int thread_count = 0;    ///< 0: all.
  VerifyIn verify = {};
  /// Told the share of the work that is done, and what is being done.
  std::function<void(double share, const std::string& text)> progress = {};
  StopQuery stop = {};
};

/// The heat of the walls, the tightest regions, and what is gained where these are moved. Each search begins
/// anew and, after half of its time, from the best of what it has found, of the load, and of the loads with
/// one box more that the polish makes legal in its container. It searches on the CPU. After a stop the result
/// is not complete. Without a load of one box more it has none.
[[nodiscard]] trunk::TightWalls find_tight_walls(const TightTask& task);

}  // namespace jam::tightness
