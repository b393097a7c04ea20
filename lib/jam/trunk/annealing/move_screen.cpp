// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/annealing/move_screen.hpp"

#include "jam/core/parallel.hpp"

namespace jam::trunk {
namespace {

constexpr int screened_steps = 80;

BoxRelaxation relaxation(int steps) {
  BoxRelaxation parameters;
  parameters.step_limit = steps;
  parameters.skin = 8;
  parameters.tolerance = 0.02F;
  return parameters;
}

/// The change with all boxes where the relaxation left them.
void take(const BoxPart& part, BoxChange& change) {
  change.numbers.clear();
  change.boxes.clear();
  for (std::size_t i = 0; i < part.numbers.size(); ++i) {
    if (part.fixed[i] == 0) change.set(part.numbers[i], part.boxes.boxes[i]);
  }
}

}  // namespace

void screen_moves(PartRelaxer& relaxer, const AnnealingScene& scene, std::span<MoveRequest> requests, int thread_count, StopToken& stop) {
  std::vector<std::size_t> first;
  std::size_t count = 0;
  for (const MoveRequest& request : requests) {
    first.push_back(count);
    count += request.changes.size();
  }
  std::vector<BoxPart> before(count);
  std::vector<BoxPart> after(count);
  parallel_for(static_cast<int>(requests.size()), thread_count, [&](int r) {
    const auto at = static_cast<std::size_t>(r);
    const MoveRequest& request = requests[at];
    for (std::size_t k = 0; k < request.changes.size(); ++k) {
      if (!request.changes[k].possible) continue;
      const LooseBoxes loose = request.instance->changed(request.changes[k]);
      after[first[at] + k] = part_of(loose.boxes, loose.movable);
      before[first[at] + k] = part_of(request.instance->boxes(), loose.movable);
    }
  });
  relaxer.run(before, relaxation(0), stop);
  relaxer.run(after, relaxation(screened_steps), stop);
  parallel_for(static_cast<int>(requests.size()), thread_count, [&](int r) {
    const auto at = static_cast<std::size_t>(r);
    MoveRequest& request = requests[at];
    request.best.possible = false;
    float least = 0;
    for (std::size_t k = 0; k < request.changes.size(); ++k) {
      const BoxPart& part = after[first[at] + k];
      if (part.numbers.empty() || part.result.status.failed() || before[first[at] + k].result.status.failed()) continue;
      const float rise = part.result.energy - before[first[at] + k].result.energy;
      if (request.best.possible && rise >= least) continue;
      bool inside = true;
      for (std::size_t i = 0; i < part.numbers.size(); ++i) {
        inside = inside && (part.fixed[i] != 0 || scene.cells.may_hold_centre(part.boxes.boxes[i]));
      }
      if (!inside) continue;
      least = rise;
      request.best = request.changes[k];
      request.best.rise = rise;
      take(part, request.best);
    }
  });
}

}  // namespace jam::trunk
