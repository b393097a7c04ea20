// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Ladders on CPU threads, and the engine for a device.
#include "jam/circles/tempering/ladder_engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <utility>

#include "jam/circles/tempering/cpu_sweep.hpp"
#include "jam/core/error.hpp"
#include "jam/core/multi_device.hpp"
#include "jam/core/parallel.hpp"

namespace jam::circles {

JAM_ISA_TABLE(CpuSweep, cpu_sweep);

void require_finite(std::span<const Ladder> ladders, int thread_count) {
  // Without a branch, so that it vectorises: inf and NaN have all bits of the exponent.
  const auto finite = [](const std::vector<Lanes>& places) {
    constexpr std::uint32_t exponent = 0x7F800000U;
    bool found = false;
    for (const Lanes& lanes : places)
      for (const float value : lanes.value)
        found |= (std::bit_cast<std::uint32_t>(value) & exponent) == exponent;
    return !found;
  };
  const auto check = [&](int k) {
    if (finite(ladders[k].x) && finite(ladders[k].y)) return;
    fail_not_finite(fmt::format("after a round, a centre of ladder {}", ladders[k].number));
  };
  parallel_for(static_cast<int>(ladders.size()), thread_count, check, 16);
}

namespace {

void take_sample(Ladder& ladder, const Lanes& energy) {
  for (std::int32_t temperature = 0; temperature < sample_size; ++temperature) {
    const auto lane = std::find(ladder.temperature.begin(), ladder.temperature.end(), temperature) -
                      ladder.temperature.begin();
    LadderSample sample;
    sample.energy = energy.value[lane];
    for (const Lanes& lanes : ladder.x) sample.x.push_back(lanes.value[lane]);
    for (const Lanes& lanes : ladder.y) sample.y.push_back(lanes.value[lane]);
    ladder.samples.push_back(std::move(sample));
  }
}

class CpuLadderEngine final : public CpuBatchEngine<LadderBatch> {
 public:
  CpuLadderEngine(int thread_count, StopToken& stop) : thread_count_(thread_count), stop_(stop) {}

 private:
  void work(const LadderBatch& batch, IndexRange range) override {
    parallel_for(range.count, thread_count_,
                 [&](int k) { advance(batch.ladders[range.first + k], batch.setting, batch.block_count); });
    if (!stop_.stop_requested())
      require_finite(batch.ladders.subspan(range.first, range.count), thread_count_);
  }

  void advance(Ladder& ladder, const LadderSetting& setting, long long block_count) const {
    const int steps = sweeps_per_block * setting.tables.count;
    LadderLanes lanes;
    ladder.samples.clear();
    for (long long b = 0; b < block_count && !stop_.stop_requested(); ++b) {
      for (std::size_t lane = 0; lane < replica_count; ++lane) {
        const int temperature = ladder.temperature[lane];
        lanes.beta.value[lane] = static_cast<float>(setting.beta[temperature]);
        lanes.step.value[lane] = ladder.step[temperature];
        const ReplicaShift own =
            replica_shift(setting.seed, ladder.number, ladder.block, static_cast<int>(lane));
        lanes.shift_x.value[lane] = own.x;
        lanes.shift_y.value[lane] = own.y;
        lanes.shift_accept.value[lane] = own.accept;
      }
      sweep_(setting.tables, ladder.x.data(), ladder.y.data(), lanes,
             {setting.seed, ladder.number, ladder.block * static_cast<std::uint64_t>(steps), steps});
      for (std::size_t lane = 0; lane < replica_count; ++lane) {
        float& reach = ladder.step[ladder.temperature[lane]];
        reach = adapted_step(reach, lanes.accepted.value[lane], steps);
      }
      exchange_temperatures(setting.seed, ladder.number, ladder.block, setting.beta.data(),
                            lanes.energy.value.data(), ladder.temperature.data());
      assert(is_permutation(ladder.temperature));
      ++ladder.block;
      if (ladder.block % sample_interval == 0) take_sample(ladder, lanes.energy);
    }
  }

  int thread_count_;
  StopToken& stop_;
  CpuSweep* sweep_ = cpu_sweep.best();
};

}  // namespace

std::unique_ptr<LadderEngine> make_ladder_engine(const Device& device, int thread_count, int ladder_count,
                                                 int count, StopToken& stop) {
  if (device.kind != DeviceKind::cuda) return std::make_unique<CpuLadderEngine>(thread_count, stop);
  return make_gpu_engine<LadderBatch>(device, ladder_count, [&](int index, int share) {
    return make_cuda_ladder_engine(index, share, count, stop);
  });
}

}  // namespace jam::circles
