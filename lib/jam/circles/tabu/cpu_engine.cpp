// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// CPU threads over instances.
#include "jam/circles/tabu/cpu_engine.hpp"

#include <cstdlib>
#include <mutex>
#include <new>
#include <string_view>

#include "jam/circles/tabu/cpu_round.hpp"
#include "jam/circles/tabu/instance_search.hpp"
#include "jam/core/device.hpp"
#include "jam/core/error.hpp"
#include "jam/core/memory_plan.hpp"
#include "jam/core/parallel.hpp"

namespace jam::circles {

void cpu_round_avx512(const InstanceView& view, const RoundParameters& parameters, std::byte* scratch, const StopQuery& stop);
void cpu_round_avx2(const InstanceView& view, const RoundParameters& parameters, std::byte* scratch, const StopQuery& stop);
void cpu_round_plain(const InstanceView& view, const RoundParameters& parameters, std::byte* scratch, const StopQuery& stop);

void cpu_sweep_avx512(const SweepTables& tables, const LadderArrays& arrays, const SweepSteps& steps);
void cpu_sweep_avx2(const SweepTables& tables, const LadderArrays& arrays, const SweepSteps& steps);
void cpu_sweep_plain(const SweepTables& tables, const LadderArrays& arrays, const SweepSteps& steps);

InstanceArrays::InstanceArrays(int instances, int circles) : instance_count(instances), count(circles) {
  if (circles > round_circle_limit) {
    throw OverflowError(std::to_string(circles) + " circles: the searches multistart and improve take at most " +
                        std::to_string(round_circle_limit) + "; use --search single");
  }
  MemoryPlan plan;
  plan.add<float>("centres", 4 * static_cast<std::size_t>(circles));
  plan.add<std::int32_t>("tabu", 2 * static_cast<std::size_t>(circles));
  plan.add<InstanceState>("state", 1);
  if (const std::size_t memory = physical_memory_bytes(); memory > 0) {
    plan.require_fit(static_cast<std::size_t>(instances), memory, "the search", "take fewer --instances");
  }
  const std::size_t cells = static_cast<std::size_t>(instances) * static_cast<std::size_t>(circles);
  radius.resize(static_cast<std::size_t>(circles));
  for (auto* array : {&x, &y, &best_x, &best_y}) array->resize(cells);
  tabu_swap.resize(cells);
  tabu_place.resize(cells);
  state.resize(static_cast<std::size_t>(instances));
}

std::size_t cpu_round_scratch_bytes(int count) {
  // Three packings and the per-circle arrays of sixteen lanes each, two packings of one lane, lists and rows of near circles.
  const auto n = static_cast<std::size_t>(count);
  return n * 64 * (3 + local_count) + 2 * n * 4 + n * n * 4 + n * 4 + 64 * 16;
}

const CpuRoundVariant* cpu_round_variants(int& variant_count) {
  static const CpuRoundVariant variants[] = {
#ifdef JAM_WITH_AVX512
      {"avx512", cpu_round_avx512,
       __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("fma"),
       cpu_sweep_avx512},
#endif
#ifdef JAM_WITH_AVX2
      {"avx2", cpu_round_avx2, __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"), cpu_sweep_avx2},
#endif
      {"plain", cpu_round_plain, true, cpu_sweep_plain},
  };
  variant_count = static_cast<int>(std::size(variants));
  return variants;
}

const CpuRoundVariant& best_cpu_variant() {
  const char* wanted = std::getenv("JAM_SIMD");
  int variant_count = 0;
  const CpuRoundVariant* variants = cpu_round_variants(variant_count);
  const CpuRoundVariant* best = nullptr;
  for (int k = 0; k < variant_count; ++k) {
    if (!variants[k].supported) continue;
    if (wanted != nullptr && variants[k].name == wanted) return variants[k];
    if (best == nullptr) best = &variants[k];
  }
  if (wanted != nullptr && *wanted != '\0') {
    throw InputError("JAM_SIMD=" + std::string(wanted) +
                     ": this processor or build has no such instruction set; take avx512, avx2 or plain");
  }
  return *best;
}

namespace {

/// Memory of the threads, handed from call to call.
class ScratchPool {
 public:
  using Block = std::unique_ptr<std::byte, void (*)(std::byte*)>;

  Block take(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    if (bytes != bytes_) blocks_.clear();
    bytes_ = bytes;
    if (blocks_.empty()) {
      auto* memory = static_cast<std::byte*>(::operator new (bytes, std::align_val_t{64}));
      return {memory, [](std::byte* p) { ::operator delete (p, std::align_val_t{64}); }};
    }
    Block block = std::move(blocks_.back());
    blocks_.pop_back();
    return block;
  }

  void give(Block block) {
    const std::lock_guard lock(mutex_);
    blocks_.push_back(std::move(block));
  }

 private:
  std::mutex mutex_;
  std::size_t bytes_ = 0;
  std::vector<Block> blocks_;
};

class CpuEngine final : public RoundEngine {
 public:
  CpuEngine(int thread_count, StopToken& stop) : thread_count_(thread_count), stop_(stop), round_(best_cpu_variant().run) {}

  void begin(InstanceArrays& arrays, const RoundParameters& parameters) override {
    arrays_ = &arrays;
    parameters_ = parameters;
  }

  void finish() override {
    InstanceArrays& arrays = *arrays_;
    const RoundParameters& parameters = parameters_;
    const std::size_t bytes = cpu_round_scratch_bytes(arrays.count);
    const StopQuery stop = parameters.finish_begun != 0 ? stop_.signal_query() : stop_.query();
    parallel_for(arrays.instance_count, thread_count_, [&](int instance) {
      if (stop_.stop_requested()) return;
      const std::size_t at = static_cast<std::size_t>(instance) * static_cast<std::size_t>(arrays.count);
      InstanceView view{&arrays.state[static_cast<std::size_t>(instance)],
                        arrays.radius.data(),
                        &arrays.x[at],
                        &arrays.y[at],
                        &arrays.best_x[at],
                        &arrays.best_y[at],
                        &arrays.tabu_swap[at],
                        &arrays.tabu_place[at],
                        instance_number(parameters, instance)};
      auto scratch = pool_.take(bytes);
      round_(view, parameters, scratch.get(), stop);
      pool_.give(std::move(scratch));
    });
  }

  void abandon() override {}  // All work is done in finish().

  [[nodiscard]] std::size_t device_bytes() const override { return 0; }

 private:
  int thread_count_;
  StopToken& stop_;
  CpuRound round_;
  ScratchPool pool_;
  InstanceArrays* arrays_ = nullptr;  ///< Of the round that was begun.
  RoundParameters parameters_;
};

}  // namespace

std::unique_ptr<RoundEngine> make_cpu_engine(int thread_count, StopToken& stop) { return std::make_unique<CpuEngine>(thread_count, stop); }

}  // namespace jam::circles
