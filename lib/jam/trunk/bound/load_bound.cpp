// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/bound/load_bound.hpp"

#include <algorithm>

#include "jam/trunk/bound/level_bound.hpp"
#include "jam/trunk/bound/reach_bound.hpp"

namespace jam::trunk {

std::optional<LoadBound> bound_load(const TrunkProblem& problem, double layer, StopQuery stop) {
  const TriangleMesh& surface = problem.container.surface;
  if (problem.points_only || problem.container.wrap_offset > 0 || surface.triangles.empty() ||
      problem.set.pieces.empty())
    return std::nullopt;
  LoadBound bound;
  const double volume = problem.container.volume;
  bound.any_way = volume - unreached_volume(surface, problem.set, layer, stop);
  if (problem.corner_radius == 0 && problem.fixed.empty())
    bound.level = std::min(bound.any_way, level_bound(surface, problem.set, layer, stop));
  if (stop.stopped()) return std::nullopt;
  bound.any_way /= cubic_millimetres_per_litre;
  if (bound.level) *bound.level /= cubic_millimetres_per_litre;
  return bound;
}

}  // namespace jam::trunk
