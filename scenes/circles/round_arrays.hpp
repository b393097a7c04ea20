// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Instances and round parameters for tests and benchmarks of the round engines. Lengths in units of the
// target radius.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "jam/circles/tabu/instance.hpp"
#include "jam/circles/tabu/moves.hpp"
#include "jam/circles/tabu/start.hpp"

namespace jam::test {

/// `count` radii in proportion 1, 2, ..., that fill the share `density` of the unit disc.
[[nodiscard]] inline std::vector<float> linear_radii(int count, double density) {
  double area = 0;
  for (int i = 1; i <= count; ++i) area += static_cast<double>(i) * i;
  std::vector<float> radii;
  for (int i = 1; i <= count; ++i) radii.push_back(static_cast<float>(i * std::sqrt(density / area)));
  return radii;
}

/// Fresh instances with uniform random centres.
[[nodiscard]] inline circles::InstanceArrays random_instances(int instance_count,
                                                              const std::vector<float>& radii) {
  const int count = static_cast<int>(radii.size());
  circles::InstanceArrays arrays(instance_count, count);
  arrays.radius = radii;
  for (int k = 0; k < instance_count; ++k) {
    RandomStream random(1, StreamId::test, static_cast<std::uint32_t>(k), static_cast<std::uint64_t>(count));
    for (int i = 0; i < count; ++i) {
      const std::size_t at =
          static_cast<std::size_t>(k) * static_cast<std::size_t>(count) + static_cast<std::size_t>(i);
      circles::uniform_in_disc(random, 1.0F - radii[i], arrays.x[at], arrays.y[at]);
    }
  }
  return arrays;
}

/// The same weight for all kinds that are drawn.
[[nodiscard]] inline circles::MoveWeights equal_weights() {
  circles::MoveWeights weights;
  for (const circles::MoveRow& row : circles::move_rows) weights[row.kind] = row.help != nullptr ? 1 : 0;
  return weights;
}

/// Neighbourhoods of all kinds of moves.
[[nodiscard]] inline circles::RoundParameters mixed_parameters(const std::vector<float>& radii,
                                                               int sweep_count, int candidate_count) {
  circles::RoundParameters parameters;
  parameters.count = static_cast<int>(radii.size());
  parameters.sweep_count = sweep_count;
  parameters.candidate_count = candidate_count;
  parameters.neighbour_swap_count =
      candidate_count / 2 < parameters.count ? candidate_count / 2 : parameters.count - 1;
  circles::set_shares(parameters, equal_weights(), equal_weights().sum());
  for (const float r : radii) parameters.small_count += r <= radii.back() / 4 ? 1 : 0;
  if (parameters.small_count == parameters.count) parameters.small_count = 0;
  parameters.depth = 5;
  parameters.seed = 3;
  parameters.relaxation.step_limit = 100;
  return parameters;
}

}  // namespace jam::test
