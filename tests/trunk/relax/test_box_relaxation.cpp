// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The contact simulation on the CPU.
#include <catch2/catch.hpp>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>

#include "jam/contact/box_box.hpp"
#include "jam/contact/box_point.hpp"
#include "jam/core/error.hpp"
#include "jam/trunk/io/box_files.hpp"
#include "jam/trunk/io/point_files.hpp"
#include "jam/trunk/relax/box_instances.hpp"
#include "jam/trunk/relax/cpu_relaxation.hpp"
#include "scenes/trunk/cavity.hpp"
#include "support/paths.hpp"

using namespace jam;
using namespace jam::trunk;

namespace {

struct Relaxed {
  BoxPacking packing;
  BoxRelaxationResult result;
};

Relaxed relax(const BoxPacking& start, const PointGrid& grid, const BoxRelaxation& parameters,
              int threads = 1, const std::vector<std::uint8_t>& fixed = {}) {
  BoxInstances instances(1, start.count());
  instances.load(0, start, grid.origin(), fixed);
  Relaxed relaxed{start, {}};
  make_cpu_relax_engine(grid, threads)->run({instances, parameters, {&relaxed.result, 1}});
  instances.store(0, relaxed.packing, grid.origin());
  return relaxed;
}

bool same(const BoxPacking& a, const BoxPacking& b) {
  for (int i = 0; i < a.count(); ++i) {
    const PlacedBox& one = a.boxes[i];
    const PlacedBox& other = b.boxes[i];
    if (!(one.centre == other.centre) || !(one.rotation == other.rotation)) return false;
  }
  return a.count() == b.count();
}

/// Deepest penetration in double, by brute force over all pairs and points.
double deepest(const BoxPacking& packing, const std::vector<Vec3d>& points) {
  std::vector<contact::Box<double>> boxes;
  for (const PlacedBox& box : packing.boxes)
    boxes.push_back(contact::make_box(box.centre, box.rotation, 0.5 * box.edge));
  double depth = 0;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j)
      depth = std::max(depth, contact::least_overlap(boxes[j], boxes[i]).overlap);
    for (const Vec3d& point : points) depth = std::max(depth, contact::depth_in_box(boxes[i], point).depth);
  }
  return depth;
}

BoxRelaxation steps(int count, ContactLaw law = ContactLaw::patch) {
  BoxRelaxation parameters;
  parameters.step_limit = count;
  parameters.law = law;
  return parameters;
}

std::filesystem::path instance(const char* name) { return test::source_dir() / "instances" / "trunk" / name; }

/// A wall far around everything.
PointGrid far_walls() {
  std::vector<Vec3d> points = test::cavity_points({6000, 6000, 6000}, 200);
  for (Vec3d& p : points) p -= Vec3d{3000, 3000, 3000};
  return PointGrid(points);
}

}  // namespace

TEST_CASE("the generated trunk has the sizes of the published scene, and its packing is legal", "[trunk]") {
  const auto points = read_points(instance("trunk.point"));
  const BoxPacking legal = read_boxes(instance("legal-242.box"));
  CHECK(points.size() == 38693);
  CHECK(legal.count() == 242);
  CHECK(deepest(legal, points) == 0);
  const PointGrid grid(points);
  CHECK(grid.enclosed_volume() > 242e6);
  for (const PlacedBox& box : legal.boxes) CHECK(grid.centre_inside(box.centre));
}

TEST_CASE("the perturbed packing of 242 boxes becomes legal", "[trunk]") {
  const auto law = GENERATE(ContactLaw::patch, ContactLaw::single);
  const auto points = read_points(instance("trunk.point"));
  const PointGrid grid(points);
  const BoxPacking perturbed = read_boxes(instance("perturbed-242.box"));
  CHECK(deepest(perturbed, points) > 10);
  const Relaxed relaxed = relax(perturbed, grid, steps(500, law));
  INFO("law " << static_cast<int>(law) << ", " << relaxed.result.steps << " steps");
  CHECK(relaxed.result.status.has(StatusBit::converged));
  CHECK(relaxed.result.deepest <= 0.01F);
  // Floats resolve 1e-4 mm here, and directions of nearly parallel edges 3e-4 of their length.
  CHECK(deepest(relaxed.packing, points) < 0.03);
  for (const PlacedBox& box : relaxed.packing.boxes) CHECK(grid.centre_inside(box.centre));
  if (law == ContactLaw::patch) CHECK(relaxed.result.steps < 80);
}

TEST_CASE("a cavity without any room to spare fills", "[trunk]") {
  const auto points = test::cavity_points({800, 400, 200}, 9);
  const PointGrid grid(points);
  BoxPacking packing = test::lattice_packing(4, 4, 4);
  test::perturb(packing, 3, 0.02, 3);
  const Relaxed relaxed = relax(packing, grid, steps(500));
  CHECK(relaxed.result.status.has(StatusBit::converged));
  CHECK(deepest(relaxed.packing, points) < 0.03);
}

TEST_CASE("stacks part, flat or tilted, and keep their centre of mass", "[trunk]") {
  const auto law = GENERATE(ContactLaw::patch, ContactLaw::single);
  const bool tilted = GENERATE(false, true);
  BoxPacking stack = test::lattice_packing(1, 1, 10, 0.9);
  if (tilted) test::perturb(stack, 2, 0.02, 5);
  const PointGrid grid = far_walls();
  const Relaxed relaxed = relax(stack, grid, steps(500, law));
  CHECK(relaxed.result.status.has(StatusBit::converged));
  CHECK(deepest(relaxed.packing, {}) < 0.03);
  Vec3d before{};
  Vec3d after{};
  for (std::size_t i = 0; i < stack.boxes.size(); ++i) {
    before += 0.1 * stack.boxes[i].centre;
    after += 0.1 * relaxed.packing.boxes[i].centre;
  }
  // Corrections of a pair cancel; the remaining shift is rounding of some hundred steps at 6e-5 mm.
  CHECK(length(after - before) < 0.01);
}

TEST_CASE("a heavy box moves less, a fixed one not at all", "[trunk]") {
  BoxPacking pair = test::lattice_packing(1, 1, 2, 0.9);
  pair.boxes[0].edge = {400, 200, 50};
  const PointGrid grid = far_walls();
  const double overlap = pair.boxes[0].centre.z + 25 - (pair.boxes[1].centre.z - 25);
  REQUIRE(overlap > 4);
  BoxRelaxation one_step = steps(1, ContactLaw::single);
  const Relaxed relaxed = relax(pair, grid, one_step);
  const auto moved = [&](const Relaxed& r, std::size_t i) {
    return r.packing.boxes[i].centre.z - pair.boxes[i].centre.z;
  };
  CHECK(-4 * moved(relaxed, 0) ==
        Approx(moved(relaxed, 1)).epsilon(0.3));  // One vertex pushes: they turn as well.
  CHECK(moved(relaxed, 1) > 0);
  const Relaxed held = relax(pair, grid, steps(200), 1, {1, 0});
  CHECK(held.packing.boxes[0].centre == pair.boxes[0].centre);
  CHECK(held.packing.boxes[0].rotation == pair.boxes[0].rotation);
  CHECK(moved(held, 1) > overlap - 0.02);
  CHECK(held.result.deepest <= 0.01F);
  // Two fixed boxes that overlap never part; what they do is not looked at.
  const Relaxed stuck = relax(pair, grid, steps(20), 1, {1, 1});
  CHECK(same(stuck.packing, pair));
  CHECK(stuck.result.energy == 0);
  CHECK(stuck.result.status.has(StatusBit::converged));
}

TEST_CASE("lists and cells change no bit", "[trunk][g2]") {
  const auto law = GENERATE(ContactLaw::patch, ContactLaw::single);
  const auto points = read_points(instance("trunk.point"));
  const BoxPacking perturbed = read_boxes(instance("perturbed-242.box"));
  const PointGrid grid(points);
  BoxRelaxation parameters = steps(25, law);
  parameters.tolerance = -1;
  const Relaxed reference = relax(perturbed, grid, parameters);
  CHECK(reference.result.list_builds > 1);
  CHECK(reference.result.list_builds < 25);
  // No skin: lists are made in each step. A skin of 2 km: all pairs and all points are listed once, which is
  // brute force.
  for (const float skin : {0.0F, 1.0F, 20.0F, 2000.0F}) {
    parameters.skin = skin;
    parameters.step_limit = skin > 1000 ? 3 : 25;
    const Relaxed other = relax(perturbed, grid, parameters);
    parameters.skin = 4;
    const Relaxed expected = skin > 1000 ? relax(perturbed, grid, parameters) : reference;
    INFO("skin " << skin << " mm, lists made " << other.result.list_builds << " times");
    CHECK(same(other.packing, expected.packing));
    CHECK(other.result.energy == expected.result.energy);
    CHECK(other.result.deepest == expected.result.deepest);
  }
  parameters.step_limit = 25;
  for (const double cell_size : {7.0, 33.0, 400.0}) {
    const PointGrid other_grid(points, cell_size);
    INFO("cells of " << cell_size << " mm");
    CHECK(same(relax(perturbed, other_grid, parameters).packing, reference.packing));
  }
}

TEST_CASE("instruction sets, threads and company change no bit", "[trunk]") {
  const auto law = GENERATE(ContactLaw::patch, ContactLaw::single);
  const PointGrid grid(read_points(instance("trunk.point")));
  const BoxPacking perturbed = read_boxes(instance("perturbed-242.box"));
  BoxRelaxation parameters = steps(20, law);
  const Relaxed reference = relax(perturbed, grid, parameters);
  for (const Isa isa : all_isas) {
    if (cpu_relaxation.version(isa) == nullptr) continue;
    setenv("JAM_SIMD", isa_name(isa), 1);
    INFO(isa_name(isa));
    CHECK(same(relax(perturbed, grid, parameters).packing, reference.packing));
    unsetenv("JAM_SIMD");
  }
  // Five packings of different lengths side by side.
  BoxInstances instances(5, 300);
  BoxPacking shorter = perturbed;
  shorter.boxes.resize(17);
  for (int k = 0; k < 5; ++k) instances.load(k, k % 2 == 0 ? perturbed : shorter, grid.origin());
  std::vector<BoxRelaxationResult> results(5);
  make_cpu_relax_engine(grid, 2)->run({instances, parameters, results});
  BoxPacking last = perturbed;
  instances.store(4, last, grid.origin());
  CHECK(same(last, reference.packing));
  CHECK(results[4].energy == reference.result.energy);
  instances.store(3, shorter, grid.origin());
  CHECK(results[3].steps == results[1].steps);
}

TEST_CASE("a box beyond the wall has no contacts and is known to be outside", "[trunk]") {
  const auto points = test::cavity_points({800, 400, 200}, 9);
  const PointGrid grid(points);
  BoxPacking packing = test::lattice_packing(2, 1, 1);
  packing.boxes[1].centre = {1200, 200, 100};
  const Relaxed relaxed = relax(packing, grid, steps(10));
  CHECK(relaxed.result.wall_count >= 0);
  CHECK(relaxed.packing.boxes[1].centre.x == Approx(1200).margin(1e-3));
  CHECK_FALSE(grid.centre_inside(relaxed.packing.boxes[1].centre));
  CHECK(grid.centre_inside(relaxed.packing.boxes[0].centre));
}

TEST_CASE("a packing without boxes, and many boxes in one place", "[trunk]") {
  const PointGrid grid = far_walls();
  CHECK(relax({}, grid, steps(10)).result.status.has(StatusBit::converged));
  BoxPacking heap = test::lattice_packing(5, 5, 4, 0.0);
  test::perturb(heap, 1, 0.5, 9);
  const Relaxed relaxed = relax(heap, grid, steps(2000));
  INFO(relaxed.result.steps << " steps, deepest " << relaxed.result.deepest);
  CHECK(relaxed.result.status.has(StatusBit::converged));
}

TEST_CASE("a packing with a pose that is no number has failed, and the others have not", "[trunk]") {
  const auto law = GENERATE(ContactLaw::patch, ContactLaw::single);
  const float bad = GENERATE(std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity());
  const PointGrid grid = far_walls();
  BoxInstances instances(3, 8);
  for (int k = 0; k < 3; ++k) instances.load(k, test::lattice_packing(2, 2, 2, 0.5), grid.origin());
  for (const int number :
       {0, 7, 3 * 8 + 5}) {  // A coordinate of the first and of the last box, a part of a rotation.
    BoxInstances broken = instances;
    broken.pose[pose_array_count * 8 + number] = bad;
    std::vector<BoxRelaxationResult> results(3);
    make_cpu_relax_engine(grid, 2)->run({broken, steps(20, law), results});
    CHECK(results[1].status.failed());
    CHECK_FALSE(results[1].status.has(StatusBit::converged));
    for (const int other : {0, 2}) CHECK_FALSE(results[other].status.failed());
  }
}

TEST_CASE("boxes with the same pose part", "[trunk]") {
  const PointGrid grid = far_walls();
  BoxPacking packing = test::lattice_packing(1, 1, 1);
  packing.boxes.resize(3, packing.boxes.front());
  const Relaxed relaxed = relax(packing, grid, steps(2000));
  INFO("deepest " << relaxed.result.deepest);
  CHECK(relaxed.result.status.has(StatusBit::converged));
  CHECK(length(relaxed.packing.boxes[0].centre - relaxed.packing.boxes[1].centre) > 49);
}

TEST_CASE("boxes that cannot be simulated are refused", "[trunk]") {
  BoxPacking packing = test::lattice_packing(1, 1, 2);
  BoxInstances instances(1, 2);
  const auto load = [&] { instances.load(0, packing, {0, 0, 0}); };
  load();
  packing.boxes[1].centre.x = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_AS(load(), InputError);
  packing.boxes[1].centre.x = 1e9;
  CHECK_THROWS_AS(load(), InputError);
  packing.boxes[1].centre.x = 0;
  packing.boxes[1].edge.y = 0;
  CHECK_THROWS_AS(load(), InputError);
  packing.boxes[1].edge.y = 10;
  packing.boxes[1].rotation.w = 2;
  CHECK_THROWS_AS(load(), InputError);
  packing.boxes[1].rotation.w = 1;
  packing.boxes.push_back(packing.boxes[0]);
  CHECK_THROWS_AS(load(), OverflowError);
  CHECK_THROWS_AS(BoxInstances(1, box_count_limit + 1), OverflowError);
}
