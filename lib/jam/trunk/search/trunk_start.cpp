// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/search/trunk_start.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "jam/trunk/polish/box_polish.hpp"
#include "jam/trunk/relax/box_instances.hpp"
#include "jam/trunk/search/allowance.hpp"

namespace jam::trunk {
namespace {

constexpr double growth = 0.04;  ///< Of each edge during the relaxation [mm]: twice the penetration that may remain.
constexpr int steps = 5000;
constexpr int gpu_limit = 900;      ///< Boxes that fit into the shared memory of a block on any GPU; more are relaxed on the CPU.
constexpr int steps_at_once = 100;  ///< Between two checks of the stop token.

bool stopped(StopToken* stop) { return stop != nullptr && stop->stop_requested(); }

/// Relaxes boxes a little larger than the given ones by the contact simulation. Returns the deepest penetration before [mm].
double simulate(BoxPacking& packing, const std::vector<std::uint8_t>& is_fixed, const PointGrid& grid, const Device& device,
                int thread_count, StopToken* stop) {
  BoxPacking known = packing;  // The contact simulation knows no negative radius; the polish comes later.
  for (PlacedBox& box : known.boxes) box.corner_radius = std::max(0.0, box.corner_radius);
  BoxPacking grown = known;
  for (PlacedBox& box : grown.boxes) box.edge += Vec3d{growth, growth, growth};
  BoxInstances instances(1, packing.count());
  Device one = packing.count() <= gpu_limit ? device : Device{};
  one.indices.clear();  // One packing needs one GPU.
  const auto engine = make_relax_engine(grid, one, thread_count);
  BoxRelaxation parameters;
  BoxRelaxationResult relaxed;
  instances.load(0, known, grid.origin(), is_fixed);
  parameters.step_limit = 0;
  engine->run({instances, parameters, {&relaxed, 1}});
  const auto deepest_before = static_cast<double>(relaxed.deepest);
  instances.load(0, grown, grid.origin(), is_fixed);
  parameters.step_limit = steps_at_once;
  for (int done = 0; done < steps && !stopped(stop); done += steps_at_once) {
    engine->run({instances, parameters, {&relaxed, 1}});
    require_finite(relaxed);
    if (relaxed.steps < steps_at_once) break;
  }
  instances.store(0, packing, grid.origin());
  return deepest_before;
}

}  // namespace

std::vector<BoxRow> legal_part(const std::vector<BoxRow>& fixed, const std::vector<BoxRow>& boxes, const VerifyRows& verify,
                               StopToken* stop) {
  std::vector<BoxRow> kept = fixed;
  // Adds the boxes [first, last) that are legal beside those kept.
  const auto add = [&](const auto& self, auto first, auto last) -> void {
    if (first == last || (kept.size() > fixed.size() && stopped(stop))) return;
    const std::size_t before = kept.size();
    kept.insert(kept.end(), first, last);
    if (verify(kept)) return;
    kept.resize(before);
    if (last - first == 1) return;
    const auto middle = first + (last - first) / 2;
    self(self, first, middle);
    self(self, middle, last);
  };
  add(add, boxes.begin(), boxes.end());
  kept.erase(kept.begin(), kept.begin() + std::ssize(fixed));
  return kept;
}

RelaxedStart relax_start(const TrunkProblem& whole_problem, const std::vector<BoxRow>& boxes, const Device& device, int thread_count,
                         const VerifyRows& verify, StopToken* stop) {
  const Allowance allowance(whole_problem);
  const TrunkProblem& problem = allowance.packed();
  const std::vector<BoxRow>& fixed = problem.fixed;
  const PointGrid& grid = *problem.grid;
  RelaxedStart result;
  result.given = static_cast<int>(boxes.size());
  BoxPacking packing = packing_of(fixed, problem.corner_radius);
  for (const BoxRow& row : allowance.smaller(boxes)) {
    if (grid.centre_inside(row.centre)) {
      packing.boxes.push_back(placed(row, problem.corner_radius));
    } else {
      ++result.outside;
    }
  }
  if (packing.count() == static_cast<int>(fixed.size())) return result;

  std::vector<std::uint8_t> is_fixed(fixed.size(), 1);
  is_fixed.resize(packing.boxes.size(), 0);
  std::vector<std::uint8_t> movable(fixed.size(), 0);
  movable.resize(packing.boxes.size(), 1);
  const WallTriangles walls(problem.container);
  if (packing.count() <= box_count_limit) {
    result.deepest_before = simulate(packing, is_fixed, grid, device, thread_count, stop);
  } else {
    // Too many boxes for the contact simulation: only the polish runs.
    result.deepest_before = BoxPolish(walls).measure(packing.boxes, movable).deepest;
  }
  const PolishOptions thorough{.step_limit = 300, .patience = 20, .near_steps = 300, .stop = stop};
  result.deepest_after = BoxPolish(walls).run(packing.boxes, movable, thorough).deepest;
  packing.boxes.erase(packing.boxes.begin(), packing.boxes.begin() + static_cast<std::ptrdiff_t>(fixed.size()));
  result.boxes = legal_part(whole_problem.fixed, allowance.larger(rows_of(packing)), verify, stop);
  return result;
}

}  // namespace jam::trunk
