// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Rounds on CPU threads, and the engine for a device.
#include "jam/circles/tabu/round_engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "jam/circles/tabu/cpu_round.hpp"
#include "jam/core/aligned_array.hpp"
#include "jam/core/error.hpp"
#include "jam/core/memory_plan.hpp"
#include "jam/core/multi_device.hpp"
#include "jam/core/parallel.hpp"
#include "jam/core/pool.hpp"

namespace jam::circles {

JAM_ISA_TABLE(CpuRound, cpu_round);

InstanceArrays::InstanceArrays(int instances, int circles) : instance_count(instances), count(circles) {
  if (circles > round_circle_limit) {
    throw OverflowError(
        fmt::format("{} circles: the searches multistart and improve take at most {}; use --search single",
                    circles, round_circle_limit));
  }
  MemoryPlan plan;
  const std::size_t n = circles;
  plan.add<float>("centres", 4 * n);
  plan.add<std::int32_t>("tabu", 2 * n);
  plan.add<InstanceState>("state", 1);
  if (const std::size_t memory = physical_memory_bytes(); memory > 0) {
    plan.require_fit(instances, memory, "the search", "take fewer --instances");
  }
  const std::size_t cells = n * instances;
  radius.resize(n);
  for (auto* array : {&x, &y, &best_x, &best_y}) array->resize(cells);
  tabu_swap.resize(cells);
  tabu_place.resize(cells);
  state.resize(instances);
}

void require_finite(const InstanceArrays& arrays, IndexRange range) {
  const std::ptrdiff_t first = static_cast<std::ptrdiff_t>(range.first) * arrays.count;
  const std::ptrdiff_t count = static_cast<std::ptrdiff_t>(range.count) * arrays.count;
  for (const auto* array : {&arrays.x, &arrays.y, &arrays.best_x, &arrays.best_y}) {
    const auto begin = array->begin() + first;
    const auto bad = std::find_if_not(begin, begin + count, [](float value) { return std::isfinite(value); });
    if (bad == begin + count) continue;
    const std::ptrdiff_t at = bad - array->begin();
    fail_not_finite(fmt::format("after a round, the centre of circle {} of instance {}", at % arrays.count,
                                at / arrays.count));
  }
}

namespace {

class CpuRoundEngine final : public CpuBatchEngine<RoundBatch> {
 public:
  CpuRoundEngine(int thread_count, StopToken& stop) : thread_count_(thread_count), stop_(stop) {}

 private:
  void work(const RoundBatch& batch, IndexRange range) override {
    InstanceArrays& arrays = batch.arrays;
    const RoundParameters& parameters = batch.parameters;
    const StopQuery stop = parameters.finish_begun != 0 ? stop_.signal_query() : stop_.query();
    parallel_for(range.count, thread_count_, [&](int k) {
      if (stop_.stop_requested()) return;
      const int instance = range.first + k;
      const std::size_t at = static_cast<std::size_t>(instance) * arrays.count;
      const InstanceView view{
          &arrays.state[instance], arrays.radius.data(),   &arrays.x[at],
          &arrays.y[at],           &arrays.best_x[at],     &arrays.best_y[at],
          &arrays.tabu_swap[at],   &arrays.tabu_place[at], instance_number(parameters, instance)};
      const auto scratch = scratch_.borrow();
      run_(view, parameters, scratch->reserve(cpu_round_scratch_bytes(arrays.count)), stop);
      assert(stop.stopped() ||
             (view.state->energy >= 0 && view.state->best_energy >= 0 && view.state->trials >= 0));
    });
    if (!stop_.stop_requested()) require_finite(arrays, range);
  }

  int thread_count_;
  StopToken& stop_;
  CpuRound* run_ = cpu_round.best();
  Pool<AlignedArray<std::byte>> scratch_;
};

}  // namespace

std::unique_ptr<RoundEngine> make_round_engine(const Device& device, int thread_count, int instance_count,
                                               int count, StopToken& stop) {
  if (device.kind != DeviceKind::cuda) return std::make_unique<CpuRoundEngine>(thread_count, stop);
  return make_gpu_engine<RoundBatch>(device, instance_count, [&](int index, int share) {
    return make_cuda_round_engine(index, share, count, stop);
  });
}

}  // namespace jam::circles
