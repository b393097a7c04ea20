// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Replicas of annealing at random places in a circle of radius 1, as engines take them, and with the arrays
// that their sweeps work on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "jam/circles/annealing/engine.hpp"
#include "jam/core/philox.hpp"

namespace jam::test {

/// Numbers first, first + 1, ...
inline std::vector<circles::AnnealedReplica> random_replicas(int count, int n, std::uint32_t first = 0) {
  std::vector<circles::AnnealedReplica> replicas(static_cast<std::size_t>(count));
  for (circles::AnnealedReplica& replica : replicas) {
    replica.number = first++;
    replica.step = 0.05F;
    RandomStream random(1, StreamId::test, replica.number, 0);
    for (int i = 0; i < n; ++i) {
      replica.x.push_back(1.2F * (random.uniform() - 0.5F));
      replica.y.push_back(1.2F * (random.uniform() - 0.5F));
    }
  }
  return replicas;
}

/// A replica whose circles have these radii (ascending), with its arrays.
class ReplicaMemory {
 public:
  ReplicaMemory(const std::vector<float>& radius_values, std::uint32_t number_value)
      : radius(radius_values),
        grid(circles::plan_near_grid(radius)),
        layout(static_cast<int>(radius.size()), grid.cell_count()),
        near_block(layout.near_bytes),
        far_block(layout.far_bytes),
        arrays(layout.arrays(near_block.data(), far_block.data())),
        number(number_value) {
    const circles::AnnealedReplica replica = random_replicas(1, layout.count, number).front();
    step = replica.step;
    for (int i = 0; i < layout.count; ++i) {
      arrays.x[i] = replica.x[static_cast<std::size_t>(i)];
      arrays.y[i] = replica.y[static_cast<std::size_t>(i)];
      arrays.radius[i] = radius[static_cast<std::size_t>(i)];
    }
  }

  template <class Lanes>
  void anneal(float beta, std::uint64_t block) {
    const circles::BlockEnd end = circles::anneal_block(Lanes{}, grid, arrays, radius.data(), beta, step,
                                                        {7, number, block, circles::annealing_block_sweeps});
    step = end.step;
    energy = end.energy;
  }

  std::vector<float> radius;
  circles::NearGrid grid;
  circles::NearLayout layout;
  std::vector<std::byte> near_block, far_block;
  circles::NearArrays arrays;
  std::uint32_t number;
  float step = 0;
  float energy = 0;
};

}  // namespace jam::test
