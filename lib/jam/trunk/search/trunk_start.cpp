// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/search/trunk_start.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>

#include "jam/trunk/polish/box_polish.hpp"
#include "jam/trunk/relax/box_instances.hpp"
#include "jam/trunk/search/allowance.hpp"

namespace jam::trunk {
namespace {

/// Growth of each edge during the relaxation [mm]: twice the penetration that may remain.
constexpr double growth = 0.04;
constexpr int steps = 5000;
/// Number of boxes that fit into the shared memory of a block on any GPU; more are relaxed on the CPU.
constexpr int gpu_limit = 900;
constexpr int steps_at_once = 100;  ///< Number of steps between two checks of the stop token.

bool stopped(StopToken* stop) { return stop != nullptr && stop->stop_requested(); }

/// Relaxes boxes a little larger than the given ones by the contact simulation.
void simulate(BoxPacking& packing, const std::vector<std::uint8_t>& is_fixed, const PointGrid& grid,
              const Device& device, int thread_count, StopToken* stop) {
  BoxPacking grown = packing;
  for (PlacedBox& box : grown.boxes) {
    box.edge += Vec3d{growth, growth, growth};
    box.corner_radius = std::max(0.0, box.corner_radius);  // The contact simulation knows no negative one.
  }
  BoxInstances instances(1, packing.count());
  Device one = packing.count() <= gpu_limit ? device : Device{};
  one.indices.clear();  // One packing needs one GPU.
  const auto engine = make_relax_engine(grid, one, thread_count);
  BoxRelaxation parameters;
  BoxRelaxationResult relaxed;
  instances.load(0, grown, grid.origin(), is_fixed);
  parameters.step_limit = steps_at_once;
  for (int done = 0; done < steps && !stopped(stop); done += steps_at_once) {
    engine->run({instances, parameters, {&relaxed, 1}});
    require_finite(relaxed);
    if (relaxed.steps < steps_at_once) break;
  }
  instances.store(0, packing, grid.origin());
}

/// Takes out the box that is squeezed most, or a sixteenth of those that are deep in others, and polishes the
/// rest, until it is legal. One at a time where none is deep, because each makes room for many; more where
/// many are, which would take long. Polishes are less rough than those of SqueezedPackings: that keeps two or
/// three boxes more.
void take_out(std::vector<PlacedBox>& boxes, std::vector<std::uint8_t>& movable, BoxPolish& polish,
              StopToken* stop) {
  constexpr double deep = 1;  // Sum of squared penetrations of a box [mm^2].
  constexpr std::ptrdiff_t share = 16;
  const PolishOptions options{.step_limit = 100, .patience = 12, .near_steps = 100, .stop = stop};
  std::vector<double> squeeze;
  for (bool legal = false; !legal && !stopped(stop);) {
    static_cast<void>(polish.measure(boxes, movable));
    polish.squeeze(boxes.size(), squeeze);
    std::vector<std::size_t> squeezed;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      if (movable[i] != 0 && squeeze[i] > 0) squeezed.push_back(i);
    }
    if (squeezed.empty()) return;
    std::ranges::stable_sort(squeezed, std::greater<>{}, [&](std::size_t i) { return squeeze[i]; });
    const auto in_others = std::ranges::count_if(squeezed, [&](std::size_t i) { return squeeze[i] > deep; });
    squeezed.resize(std::max<std::ptrdiff_t>(1, in_others / share));
    std::ranges::sort(squeezed, std::greater<>{});
    for (const std::size_t i : squeezed) {
      boxes.erase(boxes.begin() + static_cast<std::ptrdiff_t>(i));
      movable.erase(movable.begin() + static_cast<std::ptrdiff_t>(i));
    }
    legal = polish.run(boxes, movable, options).legal;
  }
}

}  // namespace

std::vector<BoxRow> legal_part(const std::vector<BoxRow>& fixed, const std::vector<BoxRow>& boxes,
                               const VerifyRows& verify, StopToken* stop) {
  std::vector<BoxRow> kept = fixed;
  // Adds the boxes [first, last) that are legal together with those kept.
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

RelaxedStart relax_start(const TrunkProblem& whole_problem, const std::vector<BoxRow>& boxes,
                         const Device& device, int thread_count, const VerifyRows& verify, StopToken* stop) {
  const Allowance allowance(whole_problem);
  const TrunkProblem& problem = allowance.packed();
  const std::vector<BoxRow>& fixed = problem.fixed;
  const PointGrid& grid = *problem.grid;
  RelaxedStart result;
  result.given = static_cast<int>(boxes.size());
  BoxPacking packing = packing_of(fixed, problem.corner_radius);
  for (const BoxRow& row : allowance.packed(boxes)) {
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
  BoxPolish polish(walls);
  result.deepest_before = polish.measure(packing.boxes, movable).deepest;
  const PolishOptions thorough{.step_limit = 300, .patience = 20, .near_steps = 300, .stop = stop};
  BoxPacking simulated = packing;
  PolishResult polished = polish.run(packing.boxes, movable, thorough);
  const bool inside = stay_inside(packing.boxes, simulated.boxes);
  if (!(polished.legal && inside) && packing.count() <= box_count_limit && !stopped(stop)) {
    simulate(simulated, is_fixed, grid, device, thread_count, stop);
    const PolishResult after = polish.run(simulated.boxes, movable, thorough);
    if (!inside || after.energy < polished.energy) {
      polished = after;
      packing = std::move(simulated);
    }
  }
  result.deepest_after = polished.deepest;
  if (!polished.legal) take_out(packing.boxes, movable, polish, stop);
  packing.boxes.erase(packing.boxes.begin(),
                      packing.boxes.begin() + static_cast<std::ptrdiff_t>(fixed.size()));
  result.boxes = legal_part(whole_problem.fixed, allowance.published(rows_of(packing)), verify, stop);
  return result;
}

}  // namespace jam::trunk
