// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Engines that share out packings, as several GPUs do, here on CPU threads: the same bits as one engine.
#include <catch2/catch.hpp>

#include <memory>
#include <vector>

#include "jam/core/multi_device.hpp"
#include "jam/trunk/relax/box_instances.hpp"
#include "scenes/trunk/cavity.hpp"

using namespace jam;
using namespace jam::trunk;

namespace {

/// Packings of 1, 2, ... heaped boxes.
BoxInstances heaps(const PointGrid& grid, int count) {
  BoxInstances instances(count, count);
  for (int k = 0; k < count; ++k) {
    BoxPacking heap = jam::test::lattice_packing(k + 1, 1, 1, 0.4);
    jam::test::perturb(heap, 20, 0.4, static_cast<std::uint64_t>(k));
    instances.load(k, heap, grid.origin());
  }
  return instances;
}

std::unique_ptr<RelaxEngine> shared_relaxation(const PointGrid& grid, int parts) {
  std::vector<std::unique_ptr<RelaxEngine>> engines;
  for (int part = 0; part < parts; ++part) engines.push_back(make_cpu_relax_engine(grid, 1));
  return join_engines(std::move(engines));
}

/// Fails where it is given a packing whose place is at least `limit`.
class FailingEngine final : public CpuBatchEngine<RelaxBatch> {
 public:
  explicit FailingEngine(int limit) : limit_(limit) {}
  struct Failure {};

 private:
  void work(const RelaxBatch&, IndexRange range) override {
    if (range.first + range.count > limit_) throw Failure{};
  }

  int limit_;
};

}  // namespace

TEST_CASE("engines that share out packings relax each as one engine does", "[trunk]") {
  const PointGrid grid(jam::test::cavity_points({900, 500, 300}, 25));
  BoxRelaxation parameters;
  parameters.step_limit = 7;
  BoxInstances expected = heaps(grid, 7);
  std::vector<BoxRelaxationResult> results(7);
  make_cpu_relax_engine(grid, 1)->run({expected, parameters, results});
  for (const int parts : {1, 2, 3, 8}) {
    INFO(parts << " engines");
    BoxInstances shared = heaps(grid, 7);
    std::vector<BoxRelaxationResult> own(7);
    const auto engine = shared_relaxation(grid, parts);
    engine->run({shared, parameters, own});
    CHECK(shared.pose == expected.pose);
    for (std::size_t k = 0; k < own.size(); ++k) {
      CHECK(own[k].steps == results[k].steps);
      CHECK(own[k].energy == results[k].energy);
    }
    CHECK(phase_times(*engine)[RelaxPhase::application] > 0);
  }
  // A range alone: all others stay as they were.
  BoxInstances part = heaps(grid, 7);
  const BoxInstances before = part;
  std::vector<BoxRelaxationResult> own(7);
  const auto engine = shared_relaxation(grid, 2);
  engine->begin({part, parameters, own}, {2, 3});
  engine->finish();
  const std::size_t each = part.pose.size() / 7;
  for (std::size_t i = 0; i < part.pose.size(); ++i) {
    const bool inside = i >= 2 * each && i < 5 * each;
    if (part.pose[i] != (inside ? expected : before).pose[i]) FAIL("number " << i << " of the poses");
  }
  CHECK(own[1].steps == 0);
  CHECK(own[2].steps > 0);
}

TEST_CASE("the failure of one of several engines is told", "[trunk]") {
  const PointGrid grid(jam::test::cavity_points({900, 500, 300}, 100));
  BoxInstances instances = heaps(grid, 4);
  std::vector<BoxRelaxationResult> results(4);
  std::vector<std::unique_ptr<RelaxEngine>> engines;
  for (int part = 0; part < 2; ++part) engines.push_back(std::make_unique<FailingEngine>(3));
  const auto engine = join_engines(std::move(engines));
  CHECK_THROWS_AS(engine->run({instances, {}, results}), FailingEngine::Failure);
}
