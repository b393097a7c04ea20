// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Annealing in trials on a CUDA device: the same bits in every run, and what the CPU finds.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "jam/trunk/annealing/box_annealing.hpp"
#include "jam/trunk/annealing/vacancies.hpp"
#include "scenes/trunk/annealing_scenes.hpp"
#include "support/gpus.hpp"

using namespace jam;
using namespace jam::trunk;

namespace {

using trunk::test::OneMissing;

TrialInstances after_rounds(const OneMissing& scene, WallKind walls, int rounds, bool gpu, int first,
                            int count, double& valid) {
  const PointGrid points(trunk::test::turned_cavity_points(scene.size, 8));
  const InnerCells cells(scene.walls, scene.walls.count(), inner_cell_size({200, 100, 50}));
  TrialSceneData data = make_trial_scene(scene.walls, cells, {200, 100, 50}, 0, {}, 7,
                                         walls == WallKind::points ? &points : nullptr);
  data.scene.first_instance = first;
  data.instance_count = count;
  data.trial_count = 8;
  data.capacity = 32;
  const auto engine = gpu ? make_cuda_trial_engine(data, 0) : make_cpu_trial_engine(data, 0);
  engine->set_elites(make_elites(data, {scene.packing}, {}));
  engine->begin(rounds);
  StopToken stop;
  engine->finish(stop);
  valid = static_cast<double>(engine->valid_trials()) / static_cast<double>(engine->trials());
  return engine->instances();
}

bool same(const TrialInstances& a, int k, const TrialInstances& b, int l) {
  const std::size_t at = k * a.capacity;
  const std::size_t other = l * b.capacity;
  const std::size_t bytes = sizeof(float) * static_cast<std::size_t>(pose_array_count * a.capacity);
  return std::memcmp(&a.state[k], &b.state[l], sizeof(InstanceState)) == 0 &&
         std::memcmp(a.pose.data() + pose_array_count * at, b.pose.data() + pose_array_count * other,
                     bytes) == 0;
}

}  // namespace

TEST_CASE("trials on the GPU give the same bits in every run, in every company and in blocks of any size",
          "[gpu][trials]") {
  const OneMissing scene;
  const WallKind walls = GENERATE(WallKind::triangles, WallKind::points);
  constexpr int count = 420;  // More trials in a round than a GPU relaxes at once.
  double valid = 0;
  const TrialInstances first = after_rounds(scene, walls, 30, true, 0, count, valid);
  const auto differing = [&](const TrialInstances& other) {
    int different = 0;
    for (int k = 0; k < count; ++k) different += same(first, k, other, k) ? 0 : 1;
    return different;
  };
  CHECK(differing(after_rounds(scene, walls, 30, true, 0, count, valid)) == 0);
  for (const int k : {17, 401}) CHECK(same(first, k, after_rounds(scene, walls, 30, true, k, 1, valid), 0));
  setenv("JAM_CUDA_WARPS", "6", 1);
  CHECK(differing(after_rounds(scene, walls, 30, true, 0, count, valid)) == 0);
  unsetenv("JAM_CUDA_WARPS");
}

TEST_CASE("trials on the GPU do what they do on the CPU", "[gpu][trials]") {
  const OneMissing scene;
  const WallKind walls = GENERATE(WallKind::triangles, WallKind::points);
  double valid_gpu = 0;
  double valid_cpu = 0;
  const TrialInstances gpu = after_rounds(scene, walls, 40, true, 0, 64, valid_gpu);
  const TrialInstances cpu = after_rounds(scene, walls, 40, false, 0, 64, valid_cpu);
  CHECK(valid_gpu == Approx(valid_cpu).margin(0.05));
  // Most instances become legal; no energy is below 0.
  const auto solved = [](const TrialInstances& all) {
    return std::ranges::count_if(all.state, [](const InstanceState& s) {
      return s.absent == 0 && static_cast<float>(s.energy) * energy_unit < 1;
    });
  };
  CHECK(std::abs(solved(gpu) - solved(cpu)) <= 6);
  CHECK(solved(cpu) > 50);
  for (const InstanceState& state : gpu.state) CHECK(static_cast<float>(state.energy) * energy_unit > -1);
}

TEST_CASE("two instances start and make a round of eight trials each", "[gpu][trials][racecheck]") {
  const OneMissing scene;
  const WallKind walls = GENERATE(WallKind::triangles, WallKind::points);
  double valid = 0;
  const TrialInstances two = after_rounds(scene, walls, 2, true, 0, 2, valid);
  CHECK(valid > 0);
  for (const InstanceState& state : two.state) CHECK(static_cast<float>(state.energy) * energy_unit > -1);
}

TEST_CASE("a stop ends a batch of trials on the GPU before its last round", "[gpu][trials]") {
  const OneMissing scene;
  AnnealingOptions options;
  options.instance_count = 64;
  BoxAnnealing annealing(scene.container, options, jam::test::cuda_device(),
                         [](const BoxPacking&) { return false; },
                         {.trials = 8, .rounds = 1000000, .batches = 1, .polished = 0}, {});
  annealing.offer(scene.packing);
  StopToken stop;
  stop.set_time_limit(stop.elapsed() + 0.3);
  const double begun = stop.elapsed();
  CHECK_FALSE(annealing.advance(stop));
  CHECK(stop.elapsed() - begun < 0.8);
}

TEST_CASE("trials on the GPU find the box that is missing", "[gpu][trials][sanitizer]") {
  const OneMissing scene;
  AnnealingOptions options;
  options.instance_count = 8;
  BoxAnnealing annealing(scene.container, options, jam::test::cuda_device(),
                         [&](const BoxPacking& p) { return scene.legal(p); }, {}, {});
  annealing.offer(scene.packing);
  StopToken stop;
  for (int batch = 0; batch < 40 && annealing.best().count() < 18; ++batch) REQUIRE(annealing.advance(stop));
  CHECK(annealing.best().count() == 18);
}
