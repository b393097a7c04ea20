// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Upper bounds on the volume that boxes can fill, better than the volume of the container. Each holds for all
// loads that fulfil its assumption.
//   any_way      no assumption: boxes may be turned in any way (reach_bound.hpp)
//   level        each box has a vertical edge; it may be turned about it (level_bound.hpp)
// Computed in double precision with margins far above its rounding. The same on every machine, about a second
// for a trunk of 500 l.
#pragma once

#include <optional>

#include "jam/core/stop_query.hpp"
#include "jam/trunk/model/trunk_problem.hpp"

namespace jam::trunk {

/// Volumes that the boxes of a load, without what they may share, cannot exceed [l].
struct LoadBound {
  double any_way = 0;
  /// Nothing: not known, where edges are rounded or boxes are fixed.
  std::optional<double> level;
};

/// The bounds of a container of triangles; boxes are smaller by `layer` [mm] on each face, which they may
/// share with others. Nothing with points alone, for a wrap, which lies behind the walls, and after a stop.
[[nodiscard]] std::optional<LoadBound> bound_load(const TrunkProblem& problem, double layer,
                                                  StopQuery stop = {});

}  // namespace jam::trunk
