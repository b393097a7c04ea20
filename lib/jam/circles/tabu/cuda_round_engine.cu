// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Rounds on a CUDA device. All arrays of all instances lie in one block of device memory and in one of pinned
// host memory with the same layout: a round is one copy to the device, one launch and one copy back, all in
// the engine's own stream.
#include <algorithm>
#include <string>

#include "jam/circles/staged_engine.cuh"
#include "jam/circles/tabu/round_engine.hpp"
#include "jam/circles/tabu/round_kernels.cuh"

namespace jam::circles {
namespace {

/// The first kernel that takes `count` circles. Throws OverflowError beyond the last one.
const RoundKernel& kernel_for(int count) {
  for (const auto list : {warp_round_kernels, block_round_kernels}) {
    for (const RoundKernel& kernel : list())
      if (count <= kernel.circle_limit) return kernel;
  }
  throw OverflowError(std::to_string(count) + " circles: rounds on a GPU take at most " +
                      std::to_string(round_circle_limit) + "; use --search single");
}

/// The shared memory of a block with `team_count` teams.
MemoryPlan plan_block(const RoundKernel& kernel, int team_count, RoundLayout& layout) {
  MemoryPlan plan;
  const std::size_t stride = kernel.circle_limit;
  const std::size_t teams = team_count;
  layout.choices = static_cast<unsigned>(plan.add<TeamChoice>("choices", teams));
  layout.next_pack = static_cast<unsigned>(plan.add<int>("next pack", 1));
  layout.partial = static_cast<unsigned>(plan.add<float>("partial sums", 96));
  layout.state = static_cast<unsigned>(plan.add<InstanceState>("state", 1));
  layout.instance = static_cast<unsigned>(plan.add<float>("instance", instance_array_count * stride));
  layout.teams = static_cast<unsigned>(plan.add<float>("teams", teams * team_array_count * stride));
  return plan;
}

class CudaRoundEngine final : public StagedEngine<RoundBatch> {
 public:
  CudaRoundEngine(int index, int instance_count, int count, StopToken& stop)
      : StagedEngine(index, stop),
        instance_count_(instance_count),
        count_(count),
        kernel_(kernel_for(count)) {
    const std::size_t cells = instance_count_ * count_;
    state_ = arrays_.add<InstanceState>("state", instance_count_);
    radius_ = arrays_.add<float>("radius", count_);
    x_ = arrays_.add<float>("x", cells);
    y_ = arrays_.add<float>("y", cells);
    best_x_ = arrays_.add<float>("best x", cells);
    best_y_ = arrays_.add<float>("best y", cells);
    tabu_swap_ = arrays_.add<std::int32_t>("tabu swap", cells);
    tabu_place_ = arrays_.add<std::int32_t>("tabu place", cells);
    arrays_.allocate("instances");
  }

  void begin(const RoundBatch& batch, IndexRange range) override {
    InstanceArrays& arrays = batch.arrays;
    prepare(static_cast<std::size_t>(range.count) == instance_count_ &&
            static_cast<std::size_t>(arrays.count) == count_);
    first_ = static_cast<std::size_t>(range.first);
    for_each_array(arrays, [&](auto staged, auto& array, std::size_t first, std::size_t count) {
      arrays_.write(staged, 0, array.data() + first, count);
    });
    arrays_.upload(queue_.stream());

    RoundArguments arguments{};
    arguments.parameters = batch.parameters;
    arguments.first = range.first;
    arguments.stop = stop_flag_.data();
    const int team_count = choose_team_count(batch.parameters);
    const MemoryPlan block = plan_block(kernel_, team_count, arguments.layout);
    block.require_fit(1, shared_memory_limit(), "a thread block",
                      "this GPU is too small for so many circles; use --search single");
    arguments.radius = arrays_.on_device(radius_);
    arguments.x = arrays_.on_device(x_);
    arguments.y = arrays_.on_device(y_);
    arguments.best_x = arrays_.on_device(best_x_);
    arguments.best_y = arrays_.on_device(best_y_);
    arguments.tabu_swap = arrays_.on_device(tabu_swap_);
    arguments.tabu_place = arrays_.on_device(tabu_place_);
    arguments.state = arrays_.on_device(state_);
    const LaunchShape shape{dim3(static_cast<unsigned>(range.count)),
                            dim3(static_cast<unsigned>(team_count * kernel_.team_threads)),
                            block.total_bytes(), queue_.stream()};
    launch(kernel_.name, shape, kernel_.run, arguments);
    arrays_.download(queue_.stream());
    begun_ = &arrays;
    finish_begun_ = batch.parameters.finish_begun != 0;
  }

 private:
  void collect() override {
    wait(kernel_.name, finish_begun_);
    for_each_array(*begun_, [&](auto staged, auto& array, std::size_t first, std::size_t count) {
      arrays_.read(staged, 0, array.data() + first, count);
    });
    if (!stop_.stop_requested())
      require_finite(*begun_, {static_cast<int>(first_), static_cast<int>(instance_count_)});
  }

  /// visit(staged array, array, first element, elements) for the part of every array that belongs to these
  /// instances.
  template <class Visit>
  void for_each_array(InstanceArrays& arrays, const Visit& visit) {
    const auto cells = [&](auto staged, auto& array) {
      visit(staged, array, first_ * count_, instance_count_ * count_);
    };
    visit(state_, arrays.state, first_, instance_count_);
    visit(radius_, arrays.radius, 0, count_);
    cells(x_, arrays.x);
    cells(y_, arrays.y);
    cells(best_x_, arrays.best_x);
    cells(best_y_, arrays.best_y);
    cells(tabu_swap_, arrays.tabu_swap);
    cells(tabu_place_, arrays.tabu_place);
  }

  /// The number of teams per block with which most teams run at once; if several, the least, because teams of
  /// a block wait for each other.
  int choose_team_count(const RoundParameters& parameters) {
    const int limit = std::clamp(parameters.candidate_count, 1, kernel_.team_limit);
    if (const int warps = wanted_warps(); warps > 0) return std::min(warps, limit);
    if (limit == planned_limit_) return planned_teams_;
    long long most = 0;
    for (int teams = 1; teams <= limit; ++teams) {
      RoundLayout layout{};
      const std::size_t bytes = plan_block(kernel_, teams, layout).total_bytes();
      if (bytes > shared_memory_limit()) break;
      const int blocks = resident_blocks(kernel_.run, teams * kernel_.team_threads, bytes);
      const int instances = static_cast<int>(instance_count_);
      const long long running =
          static_cast<long long>(std::min(instances, blocks * queue_.multiprocessors())) * teams;
      if (running > most) {
        most = running;
        planned_teams_ = teams;
      }
    }
    planned_limit_ = limit;
    return planned_teams_;
  }

  std::size_t instance_count_;
  std::size_t count_;  ///< Number of circles.
  const RoundKernel& kernel_;
  int planned_limit_ = 0;
  int planned_teams_ = 1;
  StagedArray<InstanceState> state_;
  StagedArray<float> radius_, x_, y_, best_x_, best_y_;
  StagedArray<std::int32_t> tabu_swap_, tabu_place_;
  InstanceArrays* begun_ = nullptr;  ///< Arrays of the last round.
  std::size_t first_ = 0;            ///< The first of its instances.
  bool finish_begun_ = false;
};

}  // namespace

std::unique_ptr<RoundEngine> make_cuda_round_engine(int index, int instance_count, int count,
                                                    StopToken& stop) {
  return std::make_unique<CudaRoundEngine>(index, instance_count, count, stop);
}

}  // namespace jam::circles
