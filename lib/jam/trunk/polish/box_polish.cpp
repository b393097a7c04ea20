// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/polish/box_polish.hpp"

#include <algorithm>
#include <cmath>

namespace jam::trunk {
namespace {

constexpr double largest_motion = 30;  ///< Largest motion of a box in one step [mm].
/// Damping at the start, and the least one while the deepest penetration is at least `deep` [mm]. Far from a
/// legal packing, steps with little damping fail because the axes of least overlap change; near to one, less
/// damping lets the steps converge fast.
constexpr double far_damping = 0.1;
constexpr double deep = 5;
/// A step that raises the energy to more than this multiple of the best is reverted at once.
constexpr double best_factor = 4;
/// A step is also reverted after this number of steps without a better packing.
constexpr int uphill_limit = 4;
/// In a nearly legal packing (PolishOptions::near_steps), rows of boxes have to shift and rotate together,
/// much farther than they penetrate. A step far enough raises the energy, because corners move on arcs. It is
/// not reverted up to this energy [mm^2, for litre boxes]: shorter steps, with this damping at least, bring
/// it down.
constexpr double restored_energy = 0.3;
constexpr double restoring_damping = 0.03;
constexpr int near_uphill_limit = 8;  ///< The value of uphill_limit for nearly legal packings.
constexpr int near_patience = 25;     ///< Least PolishOptions::patience for nearly legal packings.
constexpr double near_fall = 0.75;    ///< Least PolishOptions::fall for nearly legal packings.
constexpr double row_reach = 4;       ///< Gaps above this do not become rows [mm].

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

/// Factor that turns energies of litre boxes into those of `boxes`: energies are squares of lengths.
double energy_scale(const std::vector<PlacedBox>& boxes, std::span<const std::uint8_t> movable) {
  const auto first = std::ranges::find(movable, std::uint8_t{1}) - movable.begin();
  if (first == std::ssize(movable)) return 1;
  const double scale = box_scale(boxes[first].edge);
  return scale * scale;
}

std::vector<std::uint8_t> all_but_last(std::size_t count, int fixed) {
  std::vector<std::uint8_t> movable(count, 1);
  std::fill(movable.end() - fixed, movable.end(), std::uint8_t{0});
  return movable;
}

bool is_stopped(const PolishOptions& options) {
  return options.stop != nullptr && options.stop->stop_requested();
}

}  // namespace

bool stay_inside(std::span<const PlacedBox> now, std::span<const PlacedBox> then) {
  return std::ranges::equal(now, then, [](const PlacedBox& a, const PlacedBox& b) {
    return length(a.centre - b.centre) < 0.5 * std::min({a.edge.x, a.edge.y, a.edge.z});
  });
}

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
    per_box[row.b] += row.gap * row.gap;
    if (row.a >= 0) per_box[row.a] += row.gap * row.gap;
  }
}

PolishResult BoxPolish::measure(std::span<const PlacedBox> boxes, int fixed) {
  return measure(boxes, all_but_last(boxes.size(), fixed));
}

PolishResult BoxPolish::run(std::vector<PlacedBox>& boxes, int fixed, const PolishOptions& options) {
  return run(boxes, all_but_last(boxes.size(), fixed), options);
}

PolishResult BoxPolish::run(std::vector<PlacedBox>& boxes, std::span<const std::uint8_t> movable,
                            const PolishOptions& options) {
  PolishResult result;
  double damping = far_damping;
  double best = 1e300;
  double mark = 1e300;  // Energy that has to fall by the factor `fall` within `patience` steps.
  int mark_step = 0;
  int uphill = 0;
  const double unit = energy_scale(boxes, movable);
  for (;; ++result.steps) {
    if (result.steps == 0) gaps_.collect(boxes, movable, row_reach, rows_);
    else gaps_.follow(boxes, movable, row_reach, rows_);
    double energy = 0;
    const double deepest = deepest_of(rows_, energy);
    const double before = best;
    if (energy < best) {
      best = result.energy = energy;
      result.deepest = deepest;
      kept_ = boxes;
    }
    const bool near = options.near_steps > 0 && best < options.near_energy * unit;
    if (best < (near ? std::max(options.fall, near_fall) : options.fall) * mark)
      mark = best, mark_step = result.steps;
    // The axis of least overlap changes abruptly, so the energy may rise for a few steps: steps are reverted
    // only when the energy is far above the best one, or after some steps without a gain.
    uphill = energy < 0.999 * before ? 0 : uphill + 1;
    const bool back = near ? energy > restored_energy * unit || uphill >= near_uphill_limit
                           : energy > best_factor * best || uphill >= uphill_limit;
    const double least_damping = std::max(far_damping * std::min(1.0, deepest / deep), 1e-6);
    damping = uphill == 0 ? std::max(0.25 * damping, least_damping)
              : back      ? std::min(16 * damping, 10.0)
                          : damping;
    result.legal = deepest <= options.accept;
    const int patience = near ? std::max(options.patience, near_patience) : options.patience;
    const int step_limit = near ? options.step_limit + options.near_steps : options.step_limit;
    if (result.legal || result.steps >= step_limit || result.steps - mark_step > patience ||
        is_stopped(options))
      break;
    if (back && energy > best) {  // The next step from there is shorter.
      uphill = 0;
      boxes = kept_;
      gaps_.follow(boxes, movable, row_reach, rows_);
    }
    system_.take(rows_, movable);
    const bool restoring = near && uphill > 0 && !back;
    // In a stack without clearance, a large target gap cannot be reached.
    system_.solve({options.active_rounds, options.gradient_limit, options.accuracy},
                  std::min(options.target, std::max(0.05 * deepest, 0.1 * options.accept)),
                  restoring ? std::max(damping, restoring_damping) : damping);
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
