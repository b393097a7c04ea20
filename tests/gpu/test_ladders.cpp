// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Ladders of replicas on a CUDA device: the moves of the CPU, the same bits however they are dealt out.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "jam/circles/polish/polish.hpp"
#include "jam/circles/tabu/scaled_instances.hpp"
#include "jam/circles/tempering/replica_exchange.hpp"
#include "scenes/circles/sample_ladders.hpp"

using namespace jam;
using namespace jam::circles;
using jam::test::random_ladders;
using jam::test::same_ladder;
using jam::test::SweepSetting;

namespace {

StopToken never;

void advance(LadderEngine& engine, std::span<Ladder> ladders, const LadderSetting& setting,
             long long blocks) {
  engine.run({ladders, setting, blocks});
}

/// Ladders number first, first + 1, .. that have done `done` blocks, and then do `blocks` on the GPU.
std::vector<Ladder> advanced_on_gpu(int ladder_count, int n, std::uint32_t first, long long blocks,
                                    std::uint64_t done = 0) {
  const SweepSetting sweeps(n);
  std::vector<Ladder> ladders = random_ladders(ladder_count, n, first);
  for (Ladder& ladder : ladders) ladder.block = done;
  advance(*make_cuda_ladder_engine(0, ladder_count, n, never), ladders, sweeps.ladders(1e5, 1.2), blocks);
  return ladders;
}

/// Mean energy of the coldest samples of some ladders that have come to equilibrium.
double mean_energy(LadderEngine& engine, int n) {
  const SweepSetting sweeps(n);
  std::vector<Ladder> ladders = random_ladders(16, n);
  const LadderSetting setting = sweeps.ladders(3e3, 1.2);
  advance(engine, ladders, setting, 2 * sample_interval);
  advance(engine, ladders, setting, 16 * sample_interval);
  double sum = 0;
  for (const Ladder& ladder : ladders) {
    for (std::size_t s = 0; s < ladder.samples.size(); s += sample_size)
      sum += static_cast<double>(ladder.samples[s].energy);
  }
  return sum / (16 * 16);
}

/// Lets some ladders do `blocks` after `done`; their temperature indices, samples and energies must fit to
/// one another.
void check_ladders(int ladder_count, int n, long long blocks, std::uint64_t done) {
  const SweepSetting sweeps(n);
  INFO(n << " circles");
  for (const Ladder& ladder : advanced_on_gpu(ladder_count, n, 0, blocks, done)) {
    auto temperatures = ladder.temperature;
    std::sort(temperatures.begin(), temperatures.end());
    for (std::int32_t temperature = 0; temperature < replica_count; ++temperature)
      CHECK(temperatures[temperature] == temperature);
    const std::uint64_t block = done + static_cast<std::uint64_t>(blocks);
    CHECK(ladder.block == block);
    REQUIRE(ladder.samples.size() == sample_size * (block / sample_interval - done / sample_interval));
    for (const LadderSample& sample : ladder.samples) {
      const auto x = [&](int i) { return static_cast<double>(sample.x[i]); };
      const auto y = [&](int i) { return static_cast<double>(sample.y[i]); };
      CHECK(static_cast<double>(sample.energy) == Approx(sweeps.energy(x, y)).epsilon(1e-3).margin(1e-9));
    }
    // The last sample is how the coldest replicas stand now.
    const auto coldest = static_cast<std::size_t>(
        std::find(ladder.temperature.begin(), ladder.temperature.end(), 0) - ladder.temperature.begin());
    const LadderSample& last = ladder.samples[ladder.samples.size() - sample_size];
    for (std::size_t i = 0; i < ladder.x.size(); ++i) CHECK(last.x[i] == ladder.x[i].value[coldest]);
  }
}

}  // namespace

TEST_CASE("a block of sweeps on the GPU makes the moves of the CPU", "[gpu][ladders][sanitizer]") {
  const int n = GENERATE(2, 3, 5);
  const SweepSetting sweeps(n);
  const LadderSetting setting = sweeps.ladders(1e2, 1.1);
  std::vector<Ladder> cpu = random_ladders(8, n);
  for (Ladder& ladder : cpu) ladder.block = sample_interval - 1;
  std::vector<Ladder> gpu = cpu;
  advance(*make_ladder_engine({}, 1, 0, 0, never), cpu, setting, 1);
  advance(*make_cuda_ladder_engine(0, 8, n, never), gpu, setting, 1);
  // Rounding differs, and may now and then decide on a move or an exchange.
  int different = 0;
  const auto near = [](float a, float b) { return std::abs(a - b) < 1e-5F; };
  for (std::size_t k = 0; k < cpu.size(); ++k) {
    CHECK(gpu[k].block == sample_interval);
    REQUIRE(gpu[k].samples.size() == sample_size);
    for (std::size_t replica = 0; replica < replica_count; ++replica) {
      bool same = cpu[k].temperature[replica] == gpu[k].temperature[replica] &&
                  near(cpu[k].step[replica], gpu[k].step[replica]);
      for (std::size_t i = 0; i < cpu[k].x.size(); ++i) {
        same = same && near(cpu[k].x[i].value[replica], gpu[k].x[i].value[replica]) &&
               near(cpu[k].y[i].value[replica], gpu[k].y[i].value[replica]);
      }
      different += same ? 0 : 1;
    }
    for (std::size_t s = 0; s < sample_size; ++s) {
      bool same = near(cpu[k].samples[s].energy, gpu[k].samples[s].energy);
      for (std::size_t i = 0; i < cpu[k].x.size(); ++i)
        same = same && near(cpu[k].samples[s].x[i], gpu[k].samples[s].x[i]);
      different += same ? 0 : 1;
    }
  }
  CHECK(different <= 5);
}

TEST_CASE("ladders on the GPU keep count of energies, temperature indices and samples",
          "[gpu][ladders][sanitizer]") {
  // One, two and four warps.
  check_ladders(1, GENERATE(9, 65, 161), 2, sample_interval - 2);
}

TEST_CASE("ladders on the GPU keep count over several launches and up to the largest size",
          "[gpu][ladders]") {
  for (const int n : {2, 31, 80, 170}) check_ladders(3, n, 5 * sample_interval, 0);
  for (const int n : {382, 383, 384, 385, 512}) check_ladders(3, n, 1, sample_interval - 1);
}

TEST_CASE("replicas on the GPU are as cold as on the CPU", "[gpu][ladders]") {
  const int n = GENERATE(12, 24);
  // Means of six seeds on a CPU have a standard deviation of 1.5 % (12 circles) and less.
  const double cpu = mean_energy(*make_ladder_engine({}, 0, 0, 0, never), n);
  CHECK(mean_energy(*make_cuda_ladder_engine(0, 16, n, never), n) == Approx(cpu).epsilon(0.08));
}

TEST_CASE("repetition, company, pauses and several engines do not change a ladder on the GPU",
          "[gpu][ladders]") {
  const int n = GENERATE(7, 50, 80, 170);
  constexpr long long blocks = sample_interval + 30;
  const std::vector<Ladder> whole = advanced_on_gpu(300, n, 0, blocks);
  const std::vector<Ladder> again = advanced_on_gpu(300, n, 0, blocks);
  CHECK(std::equal(whole.begin(), whole.end(), again.begin(), same_ladder));
  const std::vector<Ladder> few = advanced_on_gpu(2, n, 150, blocks);
  CHECK(same_ladder(few[0], whole[150]));
  CHECK(same_ladder(few[1], whole[151]));

  const SweepSetting sweeps(n);
  std::vector<Ladder> parts = random_ladders(2, n, 150);
  const auto engine = make_cuda_ladder_engine(0, 2, n, never);
  advance(*engine, parts, sweeps.ladders(1e5, 1.2), 40);
  CHECK(parts[0].samples.empty());
  advance(*engine, parts, sweeps.ladders(1e5, 1.2), blocks - 40);
  CHECK(same_ladder(parts[0], whole[150]));
  CHECK(same_ladder(parts[1], whole[151]));

  // As if there were three GPUs, one of them with nothing to do.
  Device device;
  device.kind = DeviceKind::cuda;
  device.indices = {0, 0, 0};
  parts = random_ladders(2, n, 150);
  advance(*make_ladder_engine(device, 0, 2, n, never), parts, sweeps.ladders(1e5, 1.2), blocks);
  CHECK(same_ladder(parts[0], whole[150]));
  CHECK(same_ladder(parts[1], whole[151]));
}

TEST_CASE("ladders on the GPU end soon after they are told to, and when nobody waits for them",
          "[gpu][ladders]") {
  const SweepSetting sweeps(512);
  std::vector<Ladder> ladders = random_ladders(2, 512);
  StopToken stop;
  auto engine = make_cuda_ladder_engine(0, 2, 512, stop);
  stop.set_time_limit(stop.elapsed() + 0.5);
  advance(*engine, ladders, sweeps.ladders(1e5, 1.2), 100'000);
  CHECK(stop.elapsed() < stop.time_limit() + 5);
  CHECK(ladders[0].block < 100'000);

  StopToken other;
  engine = make_cuda_ladder_engine(0, 2, 512, other);
  ladders = random_ladders(2, 512);
  engine->begin({ladders, sweeps.ladders(1e5, 1.2), 100'000});
  CHECK_THROWS_AS(engine->begin({ladders, sweeps.ladders(1e5, 1.2), 1}), std::logic_error);
  engine.reset();
  CHECK(other.elapsed() < 5);
}

TEST_CASE("the coldest replicas on the GPU come to rest in the best packing of ten circles",
          "[gpu][ladders]") {
  const Problem problem = make_problem("linear", 10);
  ReplicaExchange ladders(problem, 32, 1, 0, 1, first_target_radius(problem),
                          make_cuda_ladder_engine(0, 32, 10, never));
  double best = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 8; ++k) {
    ladders.begin(2560);
    for (const LadderPacking& sample : ladders.finish(64))
      best = std::min(best, polish(sample.packing).packing.enclosing_radius);
  }
  CHECK(best == Approx(22.000193012737).epsilon(1e-11));
}

TEST_CASE(
    "a centre that is not finite ends a round of ladders on the GPU with an error that names the ladder",
    "[gpu][ladders]") {
  const int n = 12;
  const SweepSetting sweeps(n);
  std::vector<Ladder> ladders = random_ladders(3, n, 5);
  ladders[1].x.back().value.fill(std::nanf(""));
  const auto engine = make_cuda_ladder_engine(0, 3, n, never);
  CHECK_THROWS_WITH(engine->run({ladders, sweeps.ladders(1e9, 1), 1}),
                    Catch::Contains("a centre of ladder 6 is not a finite number"));
}
