// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Engines that anneal replicas of soft circles: CPU threads, or a GPU with a warp for each replica. A replica
// depends neither on the others nor on where it runs; the same kind of device gives the same bits. Lengths
// are in units of the target radius, energies and temperatures in its square.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "jam/circles/annealing/near_sweep.hpp"
#include "jam/circles/tempering/ladder.hpp"
#include "jam/core/batch_engine.hpp"
#include "jam/core/device.hpp"
#include "jam/core/stop.hpp"

namespace jam::circles {

/// A packing at some temperature.
struct AnnealedReplica {
  std::uint32_t number = 0;  ///< Number of the replica, for its random numbers.
  float step = 0;            ///< Largest displacement.
  float energy = 0;          ///< Energy at the end of the last block.
  std::vector<float> x, y;   ///< [n] Centres, in the order of radii.
};

/// The next blocks of sweeps of all replicas, one for each value of `beta`. If the search is stopped
/// meanwhile, the replicas end in any state.
struct AnnealingBatch {
  std::span<AnnealedReplica> replicas;
  NearGrid grid;
  std::span<const float> radius;  ///< [n] ascending
  std::span<const float> beta;    ///< [blocks] 1 / temperature
  std::uint64_t seed = 0;
  std::uint64_t first_block = 0;  ///< Number of blocks done before.

  [[nodiscard]] int count() const { return static_cast<int>(replicas.size()); }
};

/// finish() throws an internal Error for a centre that is not finite.
using AnnealingEngine = BatchEngine<AnnealingBatch>;

/// Sweeps of a block: moves that leave a skin are rejected until the block ends.
inline constexpr int annealing_block_sweeps = 20;

/// The grid and the skin for circles of these radii (ascending) in a circle of radius 1.
[[nodiscard]] NearGrid plan_near_grid(std::span<const float> radius);

/// The places of a replica's arrays (near_lists.hpp) in two blocks of bytes: one for what every move reads,
/// for shared memory, and one for the rest.
struct NearLayout {
  int count = 0;
  std::size_t x, y, radius, claim, circle, site;  ///< [bytes] Offsets in the first block.
  std::size_t anchor_x, anchor_y, anchor_radius, row, list, cell,
      sorted;                  ///< [bytes] Offsets in the second block.
  std::size_t near_bytes = 0;  ///< Size of the first block [bytes].
  std::size_t far_bytes = 0;   ///< Size of the second block [bytes].

  /// For n circles and at most `cell_limit` cells.
  NearLayout(int n, int cell_limit);

  [[nodiscard]] JAM_HD_INLINE NearArrays arrays(std::byte* near_block, std::byte* far_block) const {
    const auto at = [](std::byte* block, std::size_t offset, auto type) {
      return reinterpret_cast<decltype(type)*>(block + offset);
    };
    NearArrays result;
    result.count = count;
    result.x = at(near_block, x, 0.0F);
    result.y = at(near_block, y, 0.0F);
    result.radius = at(near_block, radius, 0.0F);
    result.claim = at(near_block, claim, std::uint8_t{});
    result.circle = at(near_block, circle, SiteIndex{});
    result.site = at(near_block, site, SiteIndex{});
    result.anchor_x = at(far_block, anchor_x, 0.0F);
    result.anchor_y = at(far_block, anchor_y, 0.0F);
    result.anchor_radius = at(far_block, anchor_radius, 0.0F);
    result.row = at(far_block, row, std::uint32_t{});
    result.list = at(far_block, list, SiteIndex{});
    result.cell = at(far_block, cell, std::uint32_t{});
    result.sorted = at(far_block, sorted, SiteIndex{});
    return result;
  }
};

/// Largest number of cells of a grid that plan_near_grid() plans for n circles.
[[nodiscard]] constexpr int near_cell_limit(int n) { return 2 * n + 1; }

/// One block of sweeps of a replica, whose centres x, y are in the order of radii before and afterwards. The
/// centres may be those of `arrays`, whose claims must be 0. Returns the step for the next block, and the
/// energy.
struct BlockEnd {
  float step;
  float energy;
};
template <class Lanes>
JAM_HD_INLINE BlockEnd anneal_block(const Lanes& lanes, const NearGrid& grid, const NearArrays& arrays,
                                    const float* radius, float beta, float step, const NearBlock& block) {
  const int n = arrays.count;
  lanes.each([&](int lane) {
    for (int i = lane; i < n; i += Lanes::lane_count) {
      arrays.radius[i] = radius[i];
      arrays.circle[i] = arrays.site[i] = static_cast<SiteIndex>(i);
    }
  });
  lanes.sync();
  const NearOutcome outcome = sweep_near(lanes, grid, arrays, {beta, step, annealing_swap_distance}, block);
  // Back to the order of radii, through the anchors, which are not needed any more.
  lanes.sync();
  lanes.each([&](int lane) {
    for (int i = lane; i < n; i += Lanes::lane_count) {
      arrays.anchor_x[i] = arrays.x[arrays.site[i]];
      arrays.anchor_y[i] = arrays.y[arrays.site[i]];
    }
  });
  lanes.sync();
  lanes.each([&](int lane) {
    for (int i = lane; i < n; i += Lanes::lane_count) {
      arrays.x[i] = arrays.anchor_x[i];
      arrays.y[i] = arrays.anchor_y[i];
    }
  });
  lanes.sync();
  return {adapted_step(step, outcome.accepted_share, 1), outcome.energy};
}

/// On a CPU one replica per core, on a GPU one per warp that fits with its centres in shared memory, up to 16
/// per multiprocessor of the largest GPUs.
[[nodiscard]] int default_replica_count(int count, const Device& device);

/// `replicas` replicas of `count` circles on CUDA device `index`. Throws DeviceError in a build without CUDA
/// and OverflowError if they do not fit.
[[nodiscard]] std::unique_ptr<AnnealingEngine> make_cuda_annealing_engine(int index, int replicas, int count,
                                                                          StopToken& stop);

/// On `thread_count` CPU threads (0 = all), or on the GPUs of `device`, each of which takes an equal part of
/// the replicas.
[[nodiscard]] std::unique_ptr<AnnealingEngine> make_annealing_engine(const Device& device, int thread_count,
                                                                     int replicas, int count,
                                                                     StopToken& stop);

/// Throws an internal Error if a centre of these replicas is inf or NaN.
void require_finite(std::span<const AnnealedReplica> replicas);

}  // namespace jam::circles
