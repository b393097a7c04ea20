// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/view/boxes/load_relaxer.hpp"

#include <algorithm>

#include "jam/core/stop.hpp"

namespace jam::view {
namespace {

using trunk::BoxPacking;
using trunk::PlacedBox;

constexpr float enough = 0.02F;  ///< Penetration that the polish removes easily [mm].

/// Above this penetration [mm], which only edits by hand cause, contacts are resolved one by one, without
/// over-relaxation and momentum: these would throw boxes through walls.
constexpr double deep = 5;

/// The row of a box at another pose.
trunk::BoxRow moved_row(const trunk::BoxRow& row, const PlacedBox& to) {
  trunk::BoxRow moved = trunk::row_of(to);
  moved.edge = row.edge;
  return moved;
}

bool same_pose(const PlacedBox& a, const PlacedBox& b) {
  return a.centre == b.centre && a.rotation == b.rotation;
}

}  // namespace

LoadRelaxer::LoadRelaxer(const trunk::TrunkProblem& problem, int thread_count)
    : problem_(problem),
      engine_(trunk::make_cpu_relax_engine(*problem.grid, thread_count)),
      walls_(problem.container),
      polish_(walls_) {}

bool LoadRelaxer::run(EditedLoad& load, int steps, double growth, SimulationFigures& figures) {
  if (load.rows.empty()) return true;
  BoxPacking packing = trunk::packing_of(load.rows, problem_.corner_radius);
  for (PlacedBox& box : packing.boxes) box.edge += Vec3d{growth, growth, growth};
  trunk::BoxInstances instances(1, packing.count());
  instances.load(0, packing, problem_.grid->origin(), load.fixed);
  BoxPacking before = packing;  // As the simulation represents it: in float.
  instances.store(0, before, problem_.grid->origin());
  trunk::BoxRelaxation parameters;
  parameters.step_limit = steps;
  parameters.tolerance = std::max(enough, static_cast<float>(problem_.tolerance));
  if (figures.steps == 0 || figures.deepest > deep) {
    parameters.factor = 1;
    parameters.momentum = 0;
  }
  trunk::BoxRelaxationResult result;
  const StopToken clock;
  engine_->run({instances, parameters, {&result, 1}});
  trunk::require_finite(result);
  figures.seconds += clock.elapsed();
  figures.steps += result.steps;
  figures.deepest = static_cast<double>(result.deepest);
  figures.pairs = result.pair_count;
  figures.walls = result.wall_count;
  instances.store(0, packing, problem_.grid->origin());
  for (std::size_t i = 0; i < load.rows.size(); ++i) {
    const PlacedBox& now = packing.boxes[i];
    if (same_pose(before.boxes[i], now)) continue;
    // Points push a box that has left the trunk farther out.
    const bool leaves =
        problem_.grid->centre_inside(load.rows[i].centre) && !problem_.grid->centre_inside(now.centre);
    if (!leaves) load.rows[i] = moved_row(load.rows[i], now);
  }
  return result.deepest <= parameters.tolerance;
}

bool LoadRelaxer::polish(EditedLoad& load) {
  std::vector<std::uint8_t> movable(load.rows.size());
  std::transform(load.fixed.begin(), load.fixed.end(), movable.begin(),
                 [](std::uint8_t fixed) { return fixed == 0; });
  const BoxPacking before = trunk::packing_of(load.rows, problem_.corner_radius);
  BoxPacking packing = before;
  const bool legal = polish_.run(packing.boxes, movable).legal;
  for (std::size_t i = 0; i < load.rows.size(); ++i) {
    if (!same_pose(before.boxes[i], packing.boxes[i]))
      load.rows[i] = moved_row(load.rows[i], packing.boxes[i]);
  }
  return legal;
}

}  // namespace jam::view
