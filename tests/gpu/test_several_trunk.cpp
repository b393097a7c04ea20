// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Boxes on several GPUs as one device: the same bits as on one.
#include <catch2/catch.hpp>

#include <memory>
#include <span>
#include <vector>

#include "jam/trunk/io/box_files.hpp"
#include "jam/trunk/io/point_files.hpp"
#include "jam/trunk/relax/box_instances.hpp"
#include "support/gpus.hpp"
#include "support/paths.hpp"
#include "support/skip.hpp"
#include "trunk/search/resumed_trunk.hpp"

using namespace jam;
using namespace jam::trunk;
using jam::test::gpus;
using jam::test::skip;

namespace {

struct Relaxed {
  BoxInstances instances;
  std::vector<BoxRelaxationResult> results;
};

/// `count` packings of different lengths, cut out of one.
Relaxed relaxed(const PointGrid& grid, const BoxPacking& whole, int count, const BoxRelaxation& parameters,
                const Device& device) {
  Relaxed run{BoxInstances(count, whole.count()), std::vector<BoxRelaxationResult>(count)};
  for (int k = 0; k < count; ++k) {
    BoxPacking part = whole;
    part.boxes.resize(1 + k * 37 % whole.count());
    run.instances.load(k, part, grid.origin());
  }
  const auto engine = make_relax_engine(grid, device, 1);
  // Twice: what the first call has left behind enters nothing.
  engine->run({run.instances, parameters, run.results});
  engine->run({run.instances, parameters, run.results});
  return run;
}

}  // namespace

TEST_CASE("a CUDA device without a list of GPUs is the one of its index", "[gpu][several]") {
  Device device = jam::test::cuda_device();
  device.index = cuda_device_count() - 1;
  CHECK(gpus_of(device) == std::vector<int>{device.index});
}

TEST_CASE("several GPUs relax each packing as one does", "[gpu][several]") {
  if (cuda_device_count() < 2) return skip("this machine has one GPU");
  const std::filesystem::path scenes = jam::test::source_dir() / "instances" / "trunk";
  const PointGrid grid(read_points(scenes / "trunk.point"));
  const BoxPacking whole = read_boxes(scenes / "perturbed-242.box");
  BoxRelaxation parameters;
  parameters.step_limit = 15;
  for (const int packings : {1, 3, 400}) {
    const Relaxed one = relaxed(grid, whole, packings, parameters, gpus(1));
    for (int count = 2; count <= cuda_device_count(); count *= 2) {
      INFO(packings << " packings, " << count << " GPUs");
      const Relaxed several = relaxed(grid, whole, packings, parameters, gpus(count));
      CHECK(several.instances.pose == one.instances.pose);
      int different = 0;
      for (std::size_t k = 0; k < one.results.size(); ++k) {
        const BoxRelaxationResult &a = one.results[k], &b = several.results[k];
        const bool same = a.energy == b.energy && a.deepest == b.deepest && a.steps == b.steps &&
                          a.pair_count == b.pair_count;
        different += same ? 0 : 1;
      }
      CHECK(different == 0);
    }
  }
}

TEST_CASE("a search of a trunk on several GPUs finds what one finds, also one that goes on there",
          "[gpu][several]") {
  if (cuda_device_count() < 2) return skip("this machine has one GPU");
  using namespace jam::trunk::resume_test;
  TrunkSearchOptions options = both_phases(6);
  options.instance_count = 0;
  const Outcome one = searched(options, {}, never, 1e9, nullptr, gpus(1));
  REQUIRE(one.result.totals.annealing_rounds == 6 * 48);  // 48 in a turn.
  const Outcome part = searched(options, {}, 3, 1e9, nullptr, gpus(1));
  for (int count = 2; count <= cuda_device_count(); count *= 2) {
    INFO(count << " GPUs");
    check_same_end(one, searched(options, {}, never, 1e9, nullptr, gpus(count)));
    check_same_end(one, searched(options, part.state, never, 1e9, nullptr, gpus(count)));
  }
}
