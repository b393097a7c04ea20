// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Annealing on a CUDA device: the moves of 32 lanes of a CPU thread, the same bits however the replicas are
// dealt out.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <stdexcept>

#include "jam/circles/annealing/engine.hpp"
#include "jam/circles/model/search.hpp"
#include "jam/circles/verify/verify.hpp"
#include "scenes/circles/annealed_replicas.hpp"
#include "scenes/circles/sample_ladders.hpp"

using namespace jam;
using namespace jam::circles;
using jam::test::random_replicas;
using jam::test::ReplicaMemory;
using jam::test::SweepSetting;

namespace {

StopToken never;

std::vector<AnnealedReplica> annealed(AnnealingEngine& engine, std::vector<AnnealedReplica> replicas,
                                      const SweepSetting& setting, float beta, std::size_t blocks,
                                      std::uint64_t first_block = 0) {
  const std::vector<float> betas(blocks, beta);
  engine.run({replicas, plan_near_grid(setting.radius), setting.radius, betas, 7, first_block});
  return replicas;
}

std::vector<AnnealedReplica> annealed_on_gpu(int count, int n, std::uint32_t first, std::size_t blocks) {
  return annealed(*make_cuda_annealing_engine(0, count, n, never), random_replicas(count, n, first),
                  SweepSetting(n), 1e4F, blocks);
}

bool same(const AnnealedReplica& a, const AnnealedReplica& b) {
  return a.number == b.number && a.x == b.x && a.y == b.y && a.step == b.step && a.energy == b.energy;
}

}  // namespace

TEST_CASE("a block of sweeps on the GPU makes the moves of 32 lanes of a CPU thread",
          "[gpu][annealing][sanitizer]") {
  const int n = GENERATE(2, 3, 5, 40);
  const SweepSetting setting(n);
  const std::vector<AnnealedReplica> gpu = annealed_on_gpu(16, n, 0, 1);
  // Rounding differs, and may now and then decide on a move.
  int different = 0;
  for (std::uint32_t k = 0; k < 16; ++k) {
    ReplicaMemory memory(setting.radius, k);
    memory.anneal<SerialLanes<32>>(1e4F, 0);
    bool near = std::abs(memory.step - gpu[k].step) < 1e-6F;
    for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i)
      near = near && std::abs(memory.arrays.x[i] - gpu[k].x[i]) < 1e-4F &&
             std::abs(memory.arrays.y[i] - gpu[k].y[i]) < 1e-4F;
    different += near ? 0 : 1;
  }
  CHECK(different <= (n > 5 ? 12 : 2));
}

TEST_CASE("replicas on the GPU keep count of their energies, in shared memory and beyond",
          "[gpu][annealing]") {
  for (const int n : {2, 60, 1000, 12'000}) {
    INFO(n << " circles");
    const SweepSetting setting(n);
    for (const AnnealedReplica& replica : annealed_on_gpu(3, n, 0, 3)) {
      const auto x = [&](int i) { return static_cast<double>(replica.x[i]); };
      const auto y = [&](int i) { return static_cast<double>(replica.y[i]); };
      CHECK(static_cast<double>(replica.energy) == Approx(setting.energy(x, y)).epsilon(1e-3).margin(1e-9));
    }
  }
}

TEST_CASE("replicas on the GPU are as cold as 32 lanes of a CPU thread", "[gpu][annealing]") {
  // With one lane they are colder after as many blocks: of 24 circles most are near each other, and 32 lanes
  // give most moves up.
  const int n = 24;
  const int count = 64;
  const float beta = 3e3F;
  const SweepSetting setting(n);
  double cpu = 0;
  for (std::uint32_t k = 0; k < count; ++k) {
    ReplicaMemory memory(setting.radius, k);
    for (std::uint64_t block = 0; block < 200; ++block) {
      memory.anneal<SerialLanes<32>>(beta, block);
      if (block >= 100 && block % 10 == 9) cpu += static_cast<double>(memory.energy) / (10 * count);
    }
  }
  const auto engine = make_cuda_annealing_engine(0, count, n, never);
  std::vector<AnnealedReplica> replicas = annealed(*engine, random_replicas(count, n), setting, beta, 100);
  double gpu = 0;
  for (std::uint64_t block = 100; block < 200; block += 10) {
    replicas = annealed(*engine, std::move(replicas), setting, beta, 10, block);
    for (const AnnealedReplica& replica : replicas) gpu += static_cast<double>(replica.energy) / (10 * count);
  }
  CHECK(gpu == Approx(cpu).epsilon(0.08));
}

TEST_CASE("repetition, company, pauses and several engines do not change a replica on the GPU",
          "[gpu][annealing]") {
  const int n = GENERATE(7, 150, 1000);
  const std::vector<AnnealedReplica> whole = annealed_on_gpu(300, n, 0, 6);
  const std::vector<AnnealedReplica> again = annealed_on_gpu(300, n, 0, 6);
  CHECK(std::equal(whole.begin(), whole.end(), again.begin(), same));
  const SweepSetting setting(n);
  const auto engine = make_cuda_annealing_engine(0, 2, n, never);
  std::vector<AnnealedReplica> parts = annealed(*engine, random_replicas(2, n, 150), setting, 1e4F, 2);
  parts = annealed(*engine, std::move(parts), setting, 1e4F, 4, 2);
  CHECK(same(parts[0], whole[150]));
  CHECK(same(parts[1], whole[151]));
  // As if there were three GPUs, one of them with nothing to do.
  Device device;
  device.kind = DeviceKind::cuda;
  device.indices = {0, 0, 0};
  parts =
      annealed(*make_annealing_engine(device, 0, 2, n, never), random_replicas(2, n, 150), setting, 1e4F, 6);
  CHECK(same(parts[0], whole[150]));
  CHECK(same(parts[1], whole[151]));
}

TEST_CASE("annealing on the GPU ends soon after it is told to, and when nobody waits for it",
          "[gpu][annealing]") {
  const SweepSetting setting(2000);
  StopToken stop;
  auto engine = make_cuda_annealing_engine(0, 200, 2000, stop);
  stop.set_time_limit(stop.elapsed() + 0.3);
  static_cast<void>(annealed(*engine, random_replicas(200, 2000), setting, 1e5F, 4000));
  CHECK(stop.elapsed() < stop.time_limit() + 3);
  StopToken other;
  engine = make_cuda_annealing_engine(0, 200, 2000, other);
  std::vector<AnnealedReplica> replicas = random_replicas(200, 2000);
  const std::vector<float> beta(4000, 1e5F);
  const AnnealingBatch batch{replicas, plan_near_grid(setting.radius), setting.radius, beta, 7, 0};
  engine->begin(batch);
  CHECK_THROWS_AS(engine->begin(batch), std::logic_error);
  engine.reset();
  CHECK(other.elapsed() < 5);
}

TEST_CASE("annealing on the GPU packs 300 circles to less than 3200", "[gpu][annealing]") {
  StopToken stop;
  SearchListener silent;
  SearchOptions options;
  options.trial_limit = 2112LL * 238;
  Device device;
  device.kind = DeviceKind::cuda;
  const SearchResult result = search_annealing(make_problem("linear", 300), {}, options,
                                               {.device = device, .stop = stop, .listener = silent});
  CHECK(result.best.enclosing_radius < 3200);
  CHECK(verify_exact(result.best).legal);
}
