// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The contact simulation on a CUDA device: contact by contact as on the CPU within the rounding of floats,
// and the same bits however it is dealt out.
#include <catch2/catch.hpp>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>

#include "jam/contact/box_point.hpp"
#include "jam/core/error.hpp"
#include "jam/trunk/io/box_files.hpp"
#include "jam/trunk/io/point_files.hpp"
#include "jam/trunk/relax/box_instances.hpp"
#include "scenes/trunk/cavity.hpp"
#include "support/paths.hpp"

using namespace jam;
using namespace jam::trunk;

namespace {

struct Run {
  BoxInstances instances;
  std::vector<BoxRelaxationResult> results;
};

Run run(const PointGrid& grid, const std::vector<BoxPacking>& packings, const BoxRelaxation& parameters,
        bool gpu, int warps = 0, int capacity = 0, const std::vector<std::uint8_t>& fixed = {}) {
  for (const BoxPacking& packing : packings) capacity = std::max(capacity, packing.count());
  const int count = static_cast<int>(packings.size());
  Run run{BoxInstances(count, capacity), std::vector<BoxRelaxationResult>(packings.size())};
  for (int k = 0; k < count; ++k) run.instances.load(k, packings[k], grid.origin(), fixed);
  if (warps > 0) setenv("JAM_CUDA_WARPS", std::to_string(warps).c_str(), 1);
  const auto engine = gpu ? make_cuda_relax_engine(grid, 0) : make_cpu_relax_engine(grid, 1);
  engine->run({run.instances, parameters, run.results});
  unsetenv("JAM_CUDA_WARPS");
  return run;
}

BoxPacking scene(const char* name, double corner_radius = 0) {
  BoxPacking packing = read_boxes(test::source_dir() / "instances" / "trunk" / name);
  for (PlacedBox& box : packing.boxes) box.corner_radius = corner_radius;
  return packing;
}
PointGrid trunk_grid() {
  return PointGrid(read_points(test::source_dir() / "instances" / "trunk" / "trunk.point"));
}

/// Largest difference of the poses of packing k of both [mm, and 100 mm times the quaternion].
float largest_difference(Run& a, Run& b, int k) {
  const BoxView one = a.instances.view(k);
  const BoxView other = b.instances.view(k);
  float largest = one.count == other.count ? 0 : 1e30F;
  for (int i = 0; i < one.count; ++i) {
    for (int array = 0; array < pose_array_count; ++array) {
      const float scale = array < 3 ? 1.0F : 100.0F;
      const float difference =
          scale * std::abs(one.pose[array * one.stride + i] - other.pose[array * other.stride + i]);
      largest = difference <= largest ? largest : difference;  // NaN stays.
    }
  }
  return largest;
}

bool same(Run& a, int k, Run& b, int l) {
  const BoxView one = a.instances.view(k);
  const BoxView other = b.instances.view(l);
  if (one.count != other.count) return false;
  for (int array = 0; array < pose_array_count; ++array) {
    if (std::memcmp(one.pose + array * one.stride, other.pose + array * other.stride,
                    sizeof(float) * static_cast<std::size_t>(one.count)) != 0) {
      return false;
    }
  }
  const BoxRelaxationResult& left = a.results[k];
  const BoxRelaxationResult& right = b.results[l];
  return left.energy == right.energy && left.deepest == right.deepest && left.steps == right.steps &&
         left.pair_count == right.pair_count && left.wall_count == right.wall_count;
}

BoxRelaxation parameters_of(ContactLaw law, int steps, float tolerance = -1) {
  BoxRelaxation parameters;
  parameters.law = law;
  parameters.step_limit = steps;
  parameters.tolerance = tolerance;
  return parameters;
}

}  // namespace

TEST_CASE("two boxes push each other on the GPU as on the CPU", "[gpu][boxes]") {
  // Each pair of a pose is a packing: one contact decides each result.
  const auto law = GENERATE(ContactLaw::patch, ContactLaw::single);
  const double corner_radius = GENERATE(0.0, 10.0);
  auto points = test::cavity_points({2000, 2000, 2000}, 100);
  const PointGrid grid(points);
  std::vector<BoxPacking> pairs;
  for (int k = 0; k < 400; ++k) {
    BoxPacking pair = test::lattice_packing(1, 1, 2, 0.9);
    for (PlacedBox& box : pair.boxes) box.centre += Vec3d{1000, 1000, 1000};
    for (PlacedBox& box : pair.boxes) box.corner_radius = corner_radius;
    test::perturb(pair, k % 2 == 0 ? 5 : 60, k % 2 == 0 ? 0.1 : 3, static_cast<std::uint64_t>(k));
    pairs.push_back(pair);
  }
  Run cpu = run(grid, pairs, parameters_of(law, 1), false);
  Run gpu = run(grid, pairs, parameters_of(law, 1), true);
  Run cpu_start = run(grid, pairs, parameters_of(law, 0), false);
  Run gpu_start = run(grid, pairs, parameters_of(law, 0), true);
  int touching = 0;
  int different = 0;
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    INFO("pair " << k);
    // Depths carry some 1e-4 mm of rounding; from nearly parallel edges up to 0.04 mm.
    CHECK(gpu_start.results[k].deepest == Approx(cpu_start.results[k].deepest).margin(0.05));
    touching += cpu_start.results[k].pair_count;
    // Where two axes tie to the last digits, another one may be taken: rare, hence a bound on their number.
    different += largest_difference(cpu, gpu, static_cast<int>(k)) > 0.01F ? 1 : 0;
  }
  CHECK(touching > 200);
  CHECK(different <= 4);
}

TEST_CASE("boxes and walls meet on the GPU as on the CPU", "[gpu][boxes]") {
  const auto law = GENERATE(ContactLaw::patch, ContactLaw::single);
  const PointGrid grid = trunk_grid();
  const std::vector<BoxPacking> packings{scene("perturbed-242.box", GENERATE(0.0, 10.0))};
  for (const int steps : {0, 1, 3}) {
    Run cpu = run(grid, packings, parameters_of(law, steps), false);
    Run gpu = run(grid, packings, parameters_of(law, steps), true);
    INFO(steps << " steps");
    CHECK(gpu.results[0].steps == steps);
    CHECK(gpu.results[0].pair_count == Approx(cpu.results[0].pair_count).margin(3));
    CHECK(gpu.results[0].wall_count == Approx(cpu.results[0].wall_count).margin(3));
    CHECK(gpu.results[0].deepest == Approx(cpu.results[0].deepest).margin(0.05));
    CHECK(gpu.results[0].energy == Approx(cpu.results[0].energy).epsilon(1e-3));
    if (steps <= 1) {
      // One axis that ties moves its two boxes; all others agree.
      const BoxView one = cpu.instances.view(0);
      const BoxView other = gpu.instances.view(0);
      int different = 0;
      for (int i = 0; i < one.count; ++i)
        different += length(one.centre(i) - other.centre(i)) > 0.01F ? 1 : 0;
      CHECK(different <= 4);
    }
  }
}

TEST_CASE("the perturbed packing becomes legal on the GPU", "[gpu][boxes]") {
  const auto law = GENERATE(ContactLaw::patch, ContactLaw::single);
  const PointGrid grid = trunk_grid();
  const double corner_radius = GENERATE(0.0, 10.0);
  Run gpu = run(grid, {scene("perturbed-242.box", corner_radius)}, parameters_of(law, 500, 0.01F), true);
  INFO(gpu.results[0].steps << " steps");
  CHECK(gpu.results[0].status.has(StatusBit::converged));
  CHECK(gpu.results[0].steps < (law == ContactLaw::patch ? 80 : 500));
  // The CPU finds the same poses legal, up to rounding: a gap between cores that edges part comes from a
  // quotient of small numbers.
  BoxPacking relaxed = scene("perturbed-242.box", corner_radius);
  gpu.instances.store(0, relaxed, grid.origin());
  const Run check = run(grid, {relaxed}, parameters_of(law, 0), false);
  CHECK(check.results[0].deepest < (corner_radius > 0 ? 0.08F : 0.02F));
}

TEST_CASE("threads per block, company, capacity and repetition change no bit", "[gpu][boxes]") {
  const auto law = GENERATE(ContactLaw::patch, ContactLaw::single);
  const PointGrid grid = trunk_grid();
  BoxPacking shorter = scene("perturbed-242.box");
  shorter.boxes.resize(33);
  const std::vector<BoxPacking> packings{scene("perturbed-242.box"), shorter, scene("legal-242.box")};
  const BoxRelaxation parameters = parameters_of(law, 40, 0.01F);
  Run first = run(grid, packings, parameters, true);
  for (const int warps : {0, 1, 3, 8, 16}) {
    INFO(warps << " warps");
    Run again = run(grid, packings, parameters, true, warps);
    for (int k = 0; k < 3; ++k) CHECK(same(first, k, again, k));
  }
  Run alone = run(grid, {shorter}, parameters, true);
  CHECK(same(first, 1, alone, 0));
  std::vector<BoxPacking> many;
  for (int k = 0; k < 1200; ++k) many.push_back(packings[k % 3]);
  Run company = run(grid, many, parameters, true, 0, 640);
  for (int k : {0, 1, 2, 599, 1198, 1199}) CHECK(same(first, k % 3, company, k));
}

TEST_CASE("lists, cells and their overflow change no bit", "[gpu][boxes]") {
  const auto law = GENERATE(ContactLaw::patch, ContactLaw::single);
  const PointGrid grid = trunk_grid();
  const std::vector<BoxPacking> packings{scene("perturbed-242.box")};
  BoxRelaxation parameters = parameters_of(law, 10);
  Run first = run(grid, packings, parameters, true);
  // A skin of 150 mm overflows the lists of pairs and of points: then the work is done without them.
  for (const float skin : {0.0F, 1.0F, 20.0F, 150.0F}) {
    parameters.skin = skin;
    Run other = run(grid, packings, parameters, true);
    INFO("skin " << skin << " mm, lists made " << other.results[0].list_builds << " times");
    CHECK(same(first, 0, other, 0));
  }
  parameters.skin = 4;
  const PointGrid coarse(read_points(test::source_dir() / "instances" / "trunk" / "trunk.point"), 70);
  Run other = run(coarse, packings, parameters, true);
  CHECK(same(first, 0, other, 0));
}

namespace {

/// `count` boxes in one place, in a corner between walls: count (count - 1) / 2 near pairs, and many points
/// in each box.
BoxPacking heap_of(int count) {
  BoxPacking heap = test::lattice_packing(count, 1, 1);
  for (PlacedBox& box : heap.boxes) box.centre = {90, 40, 20};
  test::perturb(heap, 5, 0.5, 3);
  return heap;
}

/// Points within `margin` of each box, summed over boxes.
long long near_points(const BoxPacking& packing, const std::vector<Vec3d>& points, double margin) {
  long long count = 0;
  for (const PlacedBox& placed : packing.boxes) {
    const auto box =
        contact::make_box(placed.centre, placed.rotation, 0.5 * placed.edge + Vec3d{margin, margin, margin});
    for (const Vec3d& point : points) count += contact::depth_in_box(box, point).depth > 0 ? 1 : 0;
  }
  return count;
}

}  // namespace

TEST_CASE("which lists overflow differs between runs and changes no bit", "[gpu][boxes]") {
  const auto law = GENERATE(ContactLaw::patch, ContactLaw::single);
  BoxRelaxation parameters = parameters_of(law, 12);
  SECTION("a heap, where pairs have room in each row but not in all together") {
    // 60 boxes have rows of 59 <= 64 partners and 1770 pairs, room is for 24 per box: 1440. So threads race
    // for it.
    const PointGrid grid(test::cavity_points({1000, 600, 400}, 8));
    const std::vector<BoxPacking> packings{heap_of(60)};
    Run first = run(grid, packings, parameters, true);
    for (int k = 0; k < 20; ++k) {
      Run again = run(grid, packings, parameters, true);
      INFO("run " << k);
      CHECK(same(first, 0, again, 0));
    }
    // The same with lists for all: 640 places have room for 15360 pairs, and for 51200 points of boxes with
    // more than 80.
    Run roomy = run(grid, packings, parameters, true, 0, 640);
    CHECK(same(first, 0, roomy, 0));
  }
  SECTION("a trunk with a wide skin, where points have no room, many times side by side") {
    const std::vector<Vec3d> points = read_points(test::source_dir() / "instances" / "trunk" / "trunk.point");
    const PointGrid grid(points);
    const BoxPacking whole = scene("perturbed-242.box");
    parameters.skin = 100;
    REQUIRE(near_points(whole, points, 50) > 160 * whole.count());
    Run reference = run(grid, {whole}, parameters_of(law, 12), true);
    Run many = run(grid, std::vector<BoxPacking>(300, whole), parameters, true);
    int different = 0;
    for (int k = 0; k < 300; ++k) different += same(reference, 0, many, k) ? 0 : 1;
    CHECK(different == 0);
  }
}

TEST_CASE("fixed boxes among overflowing lists", "[gpu][boxes][sanitizer]") {
  const PointGrid grid(test::cavity_points({1000, 600, 400}, 40));
  for (const int count : {60, 75}) {  // Rows that fit, whose pairs do not; and rows that do not fit.
    INFO(count << " boxes");
    const BoxPacking heap = heap_of(count);
    std::vector<std::uint8_t> fixed(count, 0);
    for (std::size_t i = 0; i < fixed.size(); i += 4) fixed[i] = 1;
    const Run cpu = run(grid, {heap}, parameters_of(ContactLaw::patch, 0), false, 0, 0, fixed);
    const Run start = run(grid, {heap}, parameters_of(ContactLaw::patch, 0), true, 0, 0, fixed);
    CHECK(start.results[0].pair_count == Approx(cpu.results[0].pair_count).margin(5));
    CHECK(start.results[0].wall_count == Approx(cpu.results[0].wall_count).margin(3));
    CHECK(start.results[0].wall_count > count / 2);
    CHECK(start.results[0].energy == Approx(cpu.results[0].energy).epsilon(1e-3));
    Run moved = run(grid, {heap}, parameters_of(ContactLaw::patch, 3), true, 0, 0, fixed);
    Run again = run(grid, {heap}, parameters_of(ContactLaw::patch, 3), true, 3, 0, fixed);
    CHECK(same(moved, 0, again, 0));
    BoxPacking stored = heap;
    moved.instances.store(0, stored, grid.origin());
    CHECK(stored.boxes[0].centre == heap.boxes[0].centre);
    CHECK(moved.instances.view(0).centre(4) == Run(start).instances.view(0).centre(4));
    CHECK_FALSE(moved.instances.view(0).centre(5) == Run(start).instances.view(0).centre(5));
  }
}

TEST_CASE("small, empty, fixed and heaped packings run", "[gpu][boxes][sanitizer]") {
  const auto points = test::cavity_points({1000, 600, 400}, 40);
  const PointGrid grid(points);
  BoxPacking pair = test::lattice_packing(1, 1, 2, 0.9);
  pair.boxes[1].edge = {150, 80, 60};
  BoxPacking heap = test::lattice_packing(5, 5, 3, 0.0);
  for (PlacedBox& box : heap.boxes) box.centre = {500, 300, 200};
  test::perturb(heap, 5, 0.5, 3);
  const BoxRelaxation parameters = parameters_of(ContactLaw::patch, 5);
  Run gpu = run(grid, {{}, pair, heap}, parameters, true);
  CHECK(gpu.results[0].status.has(StatusBit::step_limit));
  CHECK(gpu.results[0].pair_count == 0);
  Run cpu = run(grid, {{}, pair, heap}, parameters_of(ContactLaw::patch, 0), false);
  Run start = run(grid, {{}, pair, heap}, parameters_of(ContactLaw::patch, 0), true);
  CHECK(start.results[1].pair_count == 1);
  CHECK(start.results[2].pair_count == Approx(cpu.results[2].pair_count).margin(5));
  CHECK(start.results[2].energy == Approx(cpu.results[2].energy).epsilon(1e-2));

  // Off the walls, for a fixed box cannot leave them.
  for (PlacedBox& box : pair.boxes) box.centre += Vec3d{100, 100, 100};
  Run fixed = run(grid, {pair}, parameters_of(ContactLaw::patch, 200, 0.01F), true, 0, 0, {1, 0});
  CHECK(fixed.results[0].status.has(StatusBit::converged));
  CHECK(fixed.instances.view(0).centre(0) == Vec3f{190.0F - 500.0F, 145.0F - 300.0F, 122.5F - 200.0F});
}

TEST_CASE("a packing with a pose that is no number has failed on the GPU, and the others have not",
          "[gpu][boxes]") {
  const float bad = GENERATE(std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity());
  const PointGrid grid(test::cavity_points({1000, 600, 400}, 40));
  BoxInstances instances(3, 8);
  for (int k = 0; k < 3; ++k) instances.load(k, test::lattice_packing(2, 2, 2, 0.5), grid.origin());
  instances.pose[pose_array_count * 8 + 7] = bad;
  std::vector<BoxRelaxationResult> results(3);
  make_cuda_relax_engine(grid, 0)->run({instances, parameters_of(ContactLaw::patch, 20), results});
  CHECK(results[1].status.failed());
  for (const int other : {0, 2}) CHECK_FALSE(results[other].status.failed());
}

TEST_CASE("more boxes than a block holds are refused", "[gpu][boxes]") {
  const PointGrid grid(test::cavity_points({1000, 600, 400}, 40));
  CHECK_THROWS_AS(run(grid, {test::lattice_packing(16, 16, 16)}, parameters_of(ContactLaw::patch, 1), true),
                  OverflowError);
  CHECK_THROWS_AS(make_cuda_relax_engine(grid, 99), DeviceError);
}
