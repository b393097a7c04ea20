// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/circles/annealing/search_size.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jam/circles/annealing/engine.hpp"
#include "jam/core/error.hpp"
#include "jam/core/memory_plan.hpp"
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

int default_replica_count(const Problem& problem, const Device& device) {
  if (device.kind != DeviceKind::cuda) return available_threads();
  const std::size_t bytes = NearLayout(problem.count(), 0).near_bytes + reserved_bytes_per_block;
  const auto fitting = static_cast<int>(shared_bytes_per_multiprocessor / bytes);
  const auto gpus = static_cast<int>(std::max<std::size_t>(1, device.indices.size()));
  return gpus * multiprocessor_count * std::clamp(fitting, 1, most_replicas_per_multiprocessor);
}

void require_annealing(const Problem& problem) {
  if (problem.count() >= 2 && problem.count() <= near_circle_limit) return;
  throw InputError(fmt::format("--search anneal takes 2 to {} circles, these are {}: leave the option out",
                               near_circle_limit, problem.count()));
}

void require_memory(const Problem& problem, int replicas) {
  const std::size_t n = problem.count();
  MemoryPlan plan;
  plan.add<AnnealedReplica>("replica", 1);
  plan.add<float>("centres", 2 * n);
  plan.add<float>("centres in the checkpoint", 2 * n);
  if (const std::size_t memory = physical_memory_bytes(); memory > 0)
    plan.require_fit(replicas, memory, "the search", "take fewer --instances");
}

}  // namespace jam::circles
