// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The packings of a search in units of its target radius.
#include "jam/circles/tabu/scaled_instances.hpp"

#include <algorithm>
#include <cmath>

namespace jam::circles {
namespace {

/// Smallest ratio of the target to the largest radius [-]: in float, a circle as large as the container would
/// have no legal place.
constexpr double least_ratio = 1.0000001;

/// Relative changes of the target below this [-] are lost in the rounding of the scaled lengths.
constexpr double least_change = 1e-7;

/// Circles of a start that lie farther out, in units of the target, are moved to this distance: beyond it,
/// floats could overflow.
constexpr double farthest = 1e6;

}  // namespace

double first_target_radius(const Problem& problem) {
  double squares = 0;
  for (const double radius : problem.radii) squares += radius * radius;
  return std::max(std::sqrt(squares / 0.86), problem.radii.back() * least_ratio);
}

ScaledInstances::ScaledInstances(const Problem& problem, int instance_count)
    : arrays(instance_count, problem.count()),
      problem_(problem),
      target_radius_(first_target_radius(problem)) {
  scale_radii();
}

bool ScaledInstances::set_target_radius(double radius) {
  radius = std::max(radius, problem_.radii.back() * least_ratio);
  const double scale = target_radius_ / radius;
  if (std::abs(scale - 1) < least_change) return false;
  target_radius_ = radius;
  scale_radii();
  for (auto* array : {&arrays.x, &arrays.y, &arrays.best_x, &arrays.best_y}) {
    for (float& value : *array) value = static_cast<float>(value * scale);
  }
  return true;
}

void ScaledInstances::restore_target_radius(double radius) {
  target_radius_ = radius;
  scale_radii();
}

void ScaledInstances::load(int k, const std::vector<Circle>& circles) {
  std::vector<Circle> sorted = circles;
  sort_by_radius(sorted);
  const auto scaled = [&](double length) {
    return static_cast<float>(std::clamp(length / target_radius_, -farthest, farthest));
  };
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    arrays.x[begin(k) + i] = arrays.best_x[begin(k) + i] = scaled(sorted[i].x);
    arrays.y[begin(k) + i] = arrays.best_y[begin(k) + i] = scaled(sorted[i].y);
  }
  arrays.state[k].fresh = 1;
}

void ScaledInstances::copy_to_all(int k) {
  const auto count = static_cast<std::ptrdiff_t>(arrays.count);
  const auto spread = [&](auto& array) {
    const auto source = array.begin() + static_cast<std::ptrdiff_t>(begin(k));
    for (int other = 0; other < arrays.instance_count; ++other) {
      if (other != k)
        std::copy(source, source + count, array.begin() + static_cast<std::ptrdiff_t>(begin(other)));
    }
  };
  for (auto* array : {&arrays.x, &arrays.y, &arrays.best_x, &arrays.best_y}) spread(*array);
  for (auto* array : {&arrays.tabu_swap, &arrays.tabu_place}) spread(*array);
  const InstanceState state = arrays.state[k];
  std::fill(arrays.state.begin(), arrays.state.end(), state);
}

double ScaledInstances::estimated_radius(float energy) const {
  return target_radius_ * (1 + std::sqrt(std::max(0.0F, energy)));
}

void ScaledInstances::scale_radii() {
  for (std::size_t i = 0; i < problem_.radii.size(); ++i)
    arrays.radius[i] = static_cast<float>(problem_.radii[i] / target_radius_);
}

}  // namespace jam::circles
