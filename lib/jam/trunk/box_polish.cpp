// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/box_polish.hpp"

#include <algorithm>
#include <cmath>

namespace jam::trunk {
namespace {

constexpr double turn_length = 60;     ///< A turn of 1 rad counts as a displacement by so much [mm]; about the radius of gyration.
constexpr double largest_motion = 12;  ///< Of a box in one step [mm].
constexpr double best_factor = 4;      ///< A step that raises the energy to more than this multiple of the best is taken back at once,
constexpr int uphill_limit = 4;        ///< others after so many steps that found no better packing.
constexpr double row_reach = 4;        ///< Gaps beyond are no rows [mm].

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

}  // namespace

double BoxPolish::change(const Jacobian& row, const Motion& d) {
  const double* a = &d[static_cast<std::size_t>(row.at_a)];
  const double* b = &d[static_cast<std::size_t>(row.at_b)];
  double sum = 0;
  for (int k = 0; k < 6; ++k) sum += row.a[k] * a[k] + row.b[k] * b[k];
  return sum;
}

void BoxPolish::add_transposed(const Jacobian& row, double weight, Motion& sum) {
  double* a = &sum[static_cast<std::size_t>(row.at_a)];
  for (int k = 0; k < 6; ++k) a[k] += weight * row.a[k];
  double* b = &sum[static_cast<std::size_t>(row.at_b)];
  for (int k = 0; k < 6; ++k) b[k] += weight * row.b[k];
}

void BoxPolish::find_unknowns(std::size_t box_count, std::span<const std::uint8_t> movable) {
  unknown_.assign(box_count, -1);
  unknown_count_ = 0;
  const auto see = [&](int box) {
    if (box < 0) return;
    const auto i = static_cast<std::size_t>(box);
    if (movable[i] == 0 || unknown_[i] >= 0) return;
    unknown_[i] = 6 * unknown_count_++;
  };
  for (const GapRow& row : rows_) see(row.a), see(row.b);
}

void BoxPolish::find_jacobians() {
  jacobians_.resize(rows_.size());
  const int none = 6 * unknown_count_;  // Six numbers that stay 0.
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const GapRow& row = rows_[i];
    Jacobian& jacobian = jacobians_[i];
    const auto set = [&](int box, const Vec3d& arm, const Vec3d& normal, int& at, double* v) {
      at = box < 0 || unknown_[static_cast<std::size_t>(box)] < 0 ? none : unknown_[static_cast<std::size_t>(box)];
      const Vec3d move = at == none ? Vec3d{} : normal;
      const Vec3d turn = cross(arm, move) * (1 / turn_length);
      v[0] = move.x, v[1] = move.y, v[2] = move.z;
      v[3] = turn.x, v[4] = turn.y, v[5] = turn.z;
    };
    set(row.a, row.arm_a, -row.normal, jacobian.at_a, jacobian.a);
    set(row.b, row.arm_b, row.normal, jacobian.at_b, jacobian.b);
  }
}

void BoxPolish::solve(const PolishOptions& options, double target, double damping) {
  find_jacobians();
  const auto n = static_cast<std::size_t>(6 * unknown_count_) + 6;
  motion_.assign(n, 0);
  active_.clear();
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (rows_[i].gap < 0) active_.push_back(static_cast<int>(i));
  }
  for (int round = 0; round < options.active_rounds; ++round) {
    minimise(options, target, damping);
    // Rows that the motion makes penetrate come in, rows that it opens widely go.
    next_active_.clear();
    std::size_t at = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const bool was = at < active_.size() && active_[at] == static_cast<int>(i);
      if (was) ++at;
      const double gap = rows_[i].gap + change(jacobians_[i], motion_);
      if (was ? gap < 2 * target : gap < -0.1 * target) next_active_.push_back(static_cast<int>(i));
    }
    if (next_active_ == active_) break;
    active_.swap(next_active_);
  }
}

void BoxPolish::minimise(const PolishOptions& options, double target, double damping) {
  const std::size_t n = motion_.size();
  inverse_diagonal_.assign(n, damping);
  gradient_.assign(n, 0);  // J^T (target - c - J d) - damping d.
  for (const int i : active_) {
    const Jacobian& row = jacobians_[static_cast<std::size_t>(i)];
    for (int k = 0; k < 6; ++k) {
      inverse_diagonal_[static_cast<std::size_t>(row.at_a + k)] += row.a[k] * row.a[k];
      inverse_diagonal_[static_cast<std::size_t>(row.at_b + k)] += row.b[k] * row.b[k];
    }
    add_transposed(row, target - rows_[static_cast<std::size_t>(i)].gap - change(row, motion_), gradient_);
  }
  scaled_.resize(n);
  double size = 0;
  for (std::size_t k = 0; k < n; ++k) {
    inverse_diagonal_[k] = 1 / inverse_diagonal_[k];
    gradient_[k] -= damping * motion_[k];
    size += gradient_[k] * (scaled_[k] = inverse_diagonal_[k] * gradient_[k]);
  }
  direction_ = scaled_;
  image_.resize(active_.size());
  const double enough = options.accuracy * options.accuracy * size;
  for (int step = 0; step < options.gradient_limit && size > enough && size > 1e-26; ++step) {
    double curvature = 0;
    for (std::size_t i = 0; i < active_.size(); ++i) {
      image_[i] = change(jacobians_[static_cast<std::size_t>(active_[i])], direction_);
      curvature += image_[i] * image_[i];
    }
    for (std::size_t k = 0; k < n; ++k) curvature += damping * direction_[k] * direction_[k];
    const double length = size / curvature;
    for (std::size_t k = 0; k < n; ++k) {
      motion_[k] += length * direction_[k];
      gradient_[k] -= length * damping * direction_[k];
    }
    for (std::size_t i = 0; i < active_.size(); ++i) {
      add_transposed(jacobians_[static_cast<std::size_t>(active_[i])], -length * image_[i], gradient_);
    }
    double next = 0;
    for (std::size_t k = 0; k < n; ++k) next += gradient_[k] * (scaled_[k] = inverse_diagonal_[k] * gradient_[k]);
    const double share = next / size;
    size = next;
    for (std::size_t k = 0; k < n; ++k) direction_[k] = scaled_[k] + share * direction_[k];
  }
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
  double damping = 1e-2;
  double best = 1e300;
  double mark = 1e300;  // Energy that has to be halved within `patience` steps.
  int mark_step = 0;
  int uphill = 0;
  for (;; ++result.steps) {
    gaps_.collect(boxes, movable, row_reach, rows_);
    double energy = 0;
    const double deepest = deepest_of(rows_, energy);
    const double before = best;
    if (energy < best) {
      best = result.energy = energy;
      result.deepest = deepest;
      kept_ = boxes;
      if (energy < options.fall * mark) mark = energy, mark_step = result.steps;
    }
    // The axis of least overlap changes abruptly, so the energy may rise on the way down: only steps that do not pay for long are taken
    // back.
    uphill = energy < 0.999 * before ? 0 : uphill + 1;
    const bool back = energy > best_factor * best || uphill >= uphill_limit;
    damping = uphill == 0 ? std::max(0.25 * damping, 1e-6) : back ? std::min(16 * damping, 10.0) : damping;
    result.legal = deepest <= options.accept;
    if (result.legal || result.steps >= options.step_limit || result.steps - mark_step > options.patience) break;
    if (back && energy > best) {  // And a shorter step from there.
      uphill = 0;
      boxes = kept_;
      gaps_.collect(boxes, movable, row_reach, rows_);
    }
    find_unknowns(boxes.size(), movable);
    // A stack without any room must not be asked for more than it has.
    solve(options, std::min(options.target, std::max(0.05 * deepest, 0.1 * options.accept)), damping);
    double largest = 0;
    for (const double x : motion_) largest = std::max(largest, std::abs(x));
    const double scale = largest > largest_motion ? largest_motion / largest : 1;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      if (unknown_[i] < 0) continue;
      const double* v = &motion_[static_cast<std::size_t>(unknown_[i])];
      if (v[0] == 0 && v[1] == 0 && v[2] == 0 && v[3] == 0 && v[4] == 0 && v[5] == 0) continue;
      boxes[i].centre += scale * Vec3d{v[0], v[1], v[2]};
      const Vec3d turn = (scale / turn_length) * Vec3d{v[3], v[4], v[5]};
      if (dot(turn, turn) > 0) boxes[i].rotation = turned(boxes[i].rotation, turn);
    }
  }
  if (!result.legal) boxes = kept_;
  return result;
}

}  // namespace jam::trunk
