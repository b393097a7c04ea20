// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Annealing on CPU threads, and the engine for a device.
#include "jam/circles/annealing/engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "jam/core/error.hpp"
#include "jam/core/memory_plan.hpp"
#include "jam/core/multi_device.hpp"
#include "jam/core/parallel.hpp"

namespace jam::circles {
namespace {

/// Multiprocessors of the largest GPUs, and what each has for blocks of one warp: shared memory, less what
/// each block reserves.
constexpr int multiprocessor_count = 132;
constexpr int most_replicas_per_multiprocessor = 16;
constexpr std::size_t shared_bytes_per_multiprocessor = 228U * 1024;
constexpr std::size_t reserved_bytes_per_block = 1024;

}  // namespace

int default_replica_count(int count, const Device& device) {
  if (device.kind != DeviceKind::cuda) return available_threads();
  const std::size_t bytes = NearLayout(count, 0).near_bytes + reserved_bytes_per_block;
  const auto fitting = static_cast<int>(shared_bytes_per_multiprocessor / bytes);
  const auto gpus = static_cast<int>(std::max<std::size_t>(1, device.indices.size()));
  return gpus * multiprocessor_count * std::clamp(fitting, 1, most_replicas_per_multiprocessor);
}

NearGrid plan_near_grid(std::span<const float> radius) {
  const auto n = static_cast<float>(radius.size());
  NearGrid grid;
  grid.largest = radius.back();
  grid.side = std::max(1, static_cast<int>(std::min(2.0F / grid.largest, std::sqrt(2.0F * n))));
  grid.edge_inverse = static_cast<float>(grid.side) / 2.0F;
  grid.skin = near_skin * std::accumulate(radius.begin(), radius.end(), 0.0F) / n;
  return grid;
}

NearLayout::NearLayout(int n, int cell_limit) : count(n) {
  const std::size_t sites = n;
  MemoryPlan near_plan;
  x = near_plan.add<float>("x", sites);
  y = near_plan.add<float>("y", sites);
  radius = near_plan.add<float>("radius", sites);
  circle = near_plan.add<SiteIndex>("circle", sites);
  site = near_plan.add<SiteIndex>("site", sites);
  claim = near_plan.add<std::uint8_t>("claim", sites);
  near_bytes = near_plan.total_bytes();
  MemoryPlan far_plan;
  anchor_x = far_plan.add("anchor x", sizeof(float), sites, 128);
  anchor_y = far_plan.add<float>("anchor y", sites);
  anchor_radius = far_plan.add<float>("anchor radius", sites);
  row = far_plan.add<std::uint32_t>("row", sites + 1);
  list = far_plan.add<SiteIndex>("list", near_list_capacity * sites);
  cell = far_plan.add<std::uint32_t>("cell", static_cast<std::size_t>(cell_limit) + 1);
  sorted = far_plan.add<SiteIndex>("sorted", sites);
  far_bytes = far_plan.total_bytes();
}

void require_finite(std::span<const AnnealedReplica> replicas) {
  for (const AnnealedReplica& replica : replicas) {
    const auto finite = [](const std::vector<float>& values) {
      return std::all_of(values.begin(), values.end(), [](float value) { return std::isfinite(value); });
    };
    if (finite(replica.x) && finite(replica.y)) continue;
    fail_not_finite(fmt::format("after a round, a centre of replica {}", replica.number));
  }
}

namespace {

class CpuAnnealingEngine final : public CpuBatchEngine<AnnealingBatch> {
 public:
  CpuAnnealingEngine(int thread_count, StopToken& stop) : thread_count_(thread_count), stop_(stop) {}

 private:
  void work(const AnnealingBatch& batch, IndexRange range) override {
    const std::span<AnnealedReplica> replicas = batch.replicas.subspan(range.first, range.count);
    parallel_for(range.count, thread_count_, [&](int k) { advance(replicas[k], batch); });
    if (!stop_.stop_requested()) require_finite(replicas);
  }

  void advance(AnnealedReplica& replica, const AnnealingBatch& batch) const {
    const NearLayout layout(static_cast<int>(batch.radius.size()), batch.grid.cell_count());
    std::vector<std::byte> near_block(layout.near_bytes);
    std::vector<std::byte> far_block(layout.far_bytes);
    const NearArrays arrays = layout.arrays(near_block.data(), far_block.data());
    std::copy(replica.x.begin(), replica.x.end(), arrays.x);
    std::copy(replica.y.begin(), replica.y.end(), arrays.y);
    NearBlock block{batch.seed, replica.number, batch.first_block, annealing_block_sweeps};
    for (const float beta : batch.beta) {
      if (stop_.stop_requested()) break;
      const BlockEnd end =
          anneal_block(SerialLanes<1>{}, batch.grid, arrays, batch.radius.data(), beta, replica.step, block);
      replica.step = end.step;
      replica.energy = end.energy;
      ++block.number;
    }
    std::copy(arrays.x, arrays.x + arrays.count, replica.x.begin());
    std::copy(arrays.y, arrays.y + arrays.count, replica.y.begin());
  }

  int thread_count_;
  StopToken& stop_;
};

}  // namespace

std::unique_ptr<AnnealingEngine> make_annealing_engine(const Device& device, int thread_count, int replicas,
                                                       int count, StopToken& stop) {
  if (device.kind != DeviceKind::cuda) return std::make_unique<CpuAnnealingEngine>(thread_count, stop);
  return make_gpu_engine<AnnealingBatch>(device, replicas, [&](int index, int share) {
    return make_cuda_annealing_engine(index, share, count, stop);
  });
}

}  // namespace jam::circles
