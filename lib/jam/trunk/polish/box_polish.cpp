// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/polish/box_polish.hpp"

#include <algorithm>
#include <cmath>

namespace jam::trunk {
namespace {

constexpr double largest_motion = 30;  ///< Of a box in one step [mm].
/// Damping at the start, and the least one while the deepest penetration is at least `deep` [mm]. Far from a legal packing, steps
/// with little damping fail because the axes of least overlap change; near to one, less damping lets the steps converge fast.
constexpr double far_damping = 0.1;
constexpr double deep = 5;
constexpr double best_factor = 4;  ///< A step that raises the energy to more than this multiple of the best is reverted at once,
constexpr int uphill_limit = 4;    ///< others after so many steps that found no better packing.
constexpr double row_reach = 4;    ///< Gaps above this are no rows [mm].

double deepest_of(const std::vector<GapRow>& rows, double& energy) {
  double deepest = 0;
  energy = 0;
  for (const GapRow& row : rows) {
    if (row.gap >= 0) continue;
    deepest = std::max(deepest, -row.gap);
    energy += row.gap * row.gap;
  }
  return deepest;
}

bool is_stopped(const PolishOptions& options) { return options.stop != nullptr && options.stop->stop_requested(); }

}  // namespace

PolishResult BoxPolish::measure(std::span<const PlacedBox> boxes, std::span<const std::uint8_t> movable) {
  PolishResult result;
  gaps_.collect(boxes, movable, 1e-9, rows_);
  result.deepest = deepest_of(rows_, result.energy);
  result.legal = result.deepest <= PolishOptions{}.accept;
  return result;
}

void BoxPolish::squeeze(std::size_t box_count, std::vector<double>& per_box) const {
  per_box.assign(box_count, 0);
  for (const GapRow& row : rows_) {
    if (row.gap >= 0) continue;
    per_box[static_cast<std::size_t>(row.b)] += row.gap * row.gap;
    if (row.a >= 0) per_box[static_cast<std::size_t>(row.a)] += row.gap * row.gap;
  }
}

PolishResult BoxPolish::run(std::vector<PlacedBox>& boxes, int fixed, const PolishOptions& options) {
  movable_.assign(boxes.size(), 1);
  std::fill(movable_.end() - fixed, movable_.end(), std::uint8_t{0});
  return run(boxes, std::vector<std::uint8_t>(movable_), options);
}

PolishResult BoxPolish::run(std::vector<PlacedBox>& boxes, std::span<const std::uint8_t> movable, const PolishOptions& options) {
  PolishResult result;
  double damping = far_damping;
  double best = 1e300;
  double mark = 1e300;  // The energy has to fall to options.fall times this within `patience` steps.
  int mark_step = 0;
  int uphill = 0;
  for (;; ++result.steps) {
    gaps_.follow(boxes, movable, row_reach, result.steps == 0, rows_);
    double energy = 0;
    const double deepest = deepest_of(rows_, energy);
    const double before = best;
    if (energy < best) {
      best = result.energy = energy;
      result.deepest = deepest;
      kept_ = boxes;
      if (energy < options.fall * mark) mark = energy, mark_step = result.steps;
    }
    // The axis of least overlap changes abruptly, so the energy may rise for a few steps: steps are reverted only when the energy
    // is far above the best one, or after uphill_limit steps without a gain.
    uphill = energy < 0.999 * before ? 0 : uphill + 1;
    const bool back = energy > best_factor * best || uphill >= uphill_limit;
    const double least_damping = std::max(far_damping * std::min(1.0, deepest / deep), 1e-6);
    damping = uphill == 0 ? std::max(0.25 * damping, least_damping) : back ? std::min(16 * damping, 10.0) : damping;
    result.legal = deepest <= options.accept;
    if (result.legal || result.steps >= options.step_limit || result.steps - mark_step > options.patience || is_stopped(options)) break;
    if (back && energy > best) {  // The next step from there is shorter.
      uphill = 0;
      boxes = kept_;
      gaps_.follow(boxes, movable, row_reach, false, rows_);
    }
    system_.take(rows_, movable);
    // In a stack without clearance, a large target gap cannot be reached.
    system_.solve({options.active_rounds, options.gradient_limit, options.accuracy},
                  std::min(options.target, std::max(0.05 * deepest, 0.1 * options.accept)), damping);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      Vec3d move;
      Vec3d turn;
      if (!system_.motion_of(i, move, turn)) continue;
      const double length_of_motion = std::max(length(move), GapSystem::turn_length * length(turn));
      const double scale = length_of_motion > largest_motion ? largest_motion / length_of_motion : 1;
      boxes[i].centre += scale * move;
      if (dot(turn, turn) > 0) boxes[i].rotation = turned(boxes[i].rotation, scale * turn);
    }
  }
  if (!result.legal) boxes = kept_;
  return result;
}

}  // namespace jam::trunk
