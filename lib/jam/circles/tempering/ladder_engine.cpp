// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Ladders on the threads of a CPU, and shared out among several GPUs.
#include "jam/circles/tempering/ladder_engine.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "jam/circles/tabu/cpu_round.hpp"
#include "jam/core/parallel.hpp"

namespace jam::circles {
namespace {

void take_sample(Ladder& ladder, const Lanes& energy) {
  for (std::int32_t rung = 0; rung < sample_size; ++rung) {
    const auto lane = static_cast<std::size_t>(std::find(ladder.rung.begin(), ladder.rung.end(), rung) - ladder.rung.begin());
    LadderSample sample;
    sample.energy = energy.value[lane];
    for (const Lanes& lanes : ladder.x) sample.x.push_back(lanes.value[lane]);
    for (const Lanes& lanes : ladder.y) sample.y.push_back(lanes.value[lane]);
    ladder.samples.push_back(std::move(sample));
  }
}

class CpuLadders final : public LadderEngine {
 public:
  CpuLadders(int thread_count, StopToken& stop) : thread_count_(thread_count), stop_(stop), sweep_(best_cpu_variant().sweep) {}

  void begin(std::span<Ladder> ladders, const LadderSetting& setting, long long block_count) override {
    ladders_ = ladders;
    setting_ = setting;
    block_count_ = block_count;
  }

  void finish() override {
    parallel_for(static_cast<int>(ladders_.size()), thread_count_, [&](int k) { advance(ladders_[static_cast<std::size_t>(k)]); });
  }

  void give_up() override {}  // All work is done in finish().

  [[nodiscard]] std::size_t device_bytes() const override { return 0; }

 private:
  void advance(Ladder& ladder) const {
    const int steps = sweeps_per_block * setting_.tables.count;
    Lanes cold;
    Lanes step;
    Lanes accepted;
    Lanes energy;
    std::array<Lanes, 3> shift;
    ladder.samples.clear();
    for (long long b = 0; b < block_count_ && !stop_.stop_requested(); ++b) {
      for (std::size_t lane = 0; lane < replica_count; ++lane) {
        const auto rung = static_cast<std::size_t>(ladder.rung[lane]);
        cold.value[lane] = static_cast<float>(setting_.cold[rung]);
        step.value[lane] = ladder.step[rung];
        const ReplicaShift own = replica_shift(setting_.seed, ladder.number, ladder.block, static_cast<int>(lane));
        shift[0].value[lane] = own.x;
        shift[1].value[lane] = own.y;
        shift[2].value[lane] = own.accept;
      }
      const LadderArrays arrays{
          ladder.x.front().value.data(), ladder.y.front().value.data(), cold.value.data(),     step.value.data(),  shift[0].value.data(),
          shift[1].value.data(),         shift[2].value.data(),         accepted.value.data(), energy.value.data()};
      sweep_(setting_.tables, arrays, {setting_.seed, ladder.number, ladder.block * static_cast<std::uint64_t>(steps), steps});
      for (std::size_t lane = 0; lane < replica_count; ++lane) {
        float& reach = ladder.step[static_cast<std::size_t>(ladder.rung[lane])];
        reach = adapted_step(reach, accepted.value[lane], steps);
      }
      exchange_rungs(setting_.seed, ladder.number, ladder.block, setting_.cold.data(), energy.value.data(), ladder.rung.data());
      ++ladder.block;
      if (ladder.block % sample_interval == 0) take_sample(ladder, energy);
    }
  }

  int thread_count_;
  StopToken& stop_;
  CpuSweep sweep_;
  std::span<Ladder> ladders_;
  LadderSetting setting_;
  long long block_count_ = 0;
};

/// An engine, and how many ladders it takes.
struct LadderPart {
  std::size_t count;
  std::unique_ptr<LadderEngine> engine;
};

/// Several engines with some of the ladders each, at work at the same time.
class SharedLadders final : public LadderEngine {
 public:
  explicit SharedLadders(std::vector<LadderPart> parts) : parts_(std::move(parts)) {}

  void begin(std::span<Ladder> ladders, const LadderSetting& setting, long long block_count) override {
    std::size_t first = 0;
    for (const LadderPart& part : parts_) {
      part.engine->begin(ladders.subspan(first, part.count), setting, block_count);
      first += part.count;
    }
  }

  void finish() override {
    for (const LadderPart& part : parts_) part.engine->finish();
  }

  void give_up() override {
    for (const LadderPart& part : parts_) part.engine->give_up();
  }

  [[nodiscard]] std::size_t device_bytes() const override {
    std::size_t bytes = 0;
    for (const LadderPart& part : parts_) bytes += part.engine->device_bytes();
    return bytes;
  }

 private:
  std::vector<LadderPart> parts_;
};

}  // namespace

std::unique_ptr<LadderEngine> make_cpu_ladders(int thread_count, StopToken& stop) {
  return std::make_unique<CpuLadders>(thread_count, stop);
}

std::unique_ptr<LadderEngine> make_ladders(const Device& device, int thread_count, int ladder_count, int count, StopToken& stop) {
  if (device.kind != DeviceKind::cuda) return make_cpu_ladders(thread_count, stop);
  const std::vector<int> indices = gpus_of(device);
  const auto device_count = static_cast<long long>(indices.size());
  std::vector<LadderPart> parts;
  for (long long d = 0; d < device_count; ++d) {
    const auto first = static_cast<int>(d * ladder_count / device_count);
    const auto next = static_cast<int>((d + 1) * ladder_count / device_count);
    if (next == first) continue;
    parts.push_back(
        {static_cast<std::size_t>(next - first), make_cuda_ladders(indices[static_cast<std::size_t>(d)], next - first, count, stop)});
  }
  if (parts.size() == 1) return std::move(parts.front().engine);
  return std::make_unique<SharedLadders>(std::move(parts));
}

}  // namespace jam::circles
