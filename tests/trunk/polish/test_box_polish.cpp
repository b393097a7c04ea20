// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <catch2/catch.hpp>
#include "jam/core/philox.hpp"
#include "jam/trunk/lattice/search.hpp"
#include "jam/trunk/polish/box_polish.hpp"
#include "jam/trunk/polish/gap_system.hpp"
#include "scenes/trunk/annealing_scenes.hpp"
#include "scenes/trunk/lattice_meshes.hpp"
#include "trunk/car_trunks.hpp"

namespace jam::trunk {
namespace {

// What the exact verification grants for rounding is 1e-6 mm; the polish accepts 2e-7, and the checks here
// round at 1e-12.
constexpr double granted = 5e-7;

TEST_CASE("a perturbed stack in a turned cavity with 2 mm to spare becomes legal") {
  const Container container = test::turned_cavity({802, 402, 202});
  const WallTriangles walls(container);
  BoxPolish polish(walls);
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    BoxPacking packing = test::turned_lattice(4, 4, 4, {1, 1, 1});
    jam::test::perturb(packing, 3, 0.01, seed);
    REQUIRE(test::illegality(packing, container.surface) > 2);
    const PolishResult result = polish.run(packing.boxes);
    CHECK(result.legal);
    CHECK(result.deepest <= 2e-7);
    CHECK(test::illegality(packing, container.surface) < granted);
  }
}

TEST_CASE("boxes of a negative radius penetrate by twice as much") {
  // As a search with a tolerance of 1 mm packs (search/allowance.hpp): edges are shorter by it.
  const Container container = test::turned_cavity({799.4, 399.4, 199.4});
  const WallTriangles walls(container);
  BoxPolish polish(walls);
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    BoxPacking packing = test::turned_lattice(4, 4, 4, {-0.3, -0.3, -0.3});
    jam::test::perturb(packing, 2, 0.01, seed);
    for (PlacedBox& box : packing.boxes) {
      box.edge -= Vec3d{1, 1, 1};
      box.corner_radius = -0.5;
    }
    REQUIRE(polish.run(packing.boxes).legal);
    for (PlacedBox& box : packing.boxes) {
      box.edge += Vec3d{1, 1, 1};
      box.corner_radius = 0;
    }
    CHECK(test::deepest_overlap(packing) < 1 + granted);
    CHECK(test::deepest_overlap(packing) > 0.1);
    for (const PlacedBox& box : packing.boxes)
      CHECK(test::beyond_walls(box, container.surface) < 1);  // The tolerance.
  }
}

TEST_CASE("a cavity one millimetre too short is told to be impossible") {
  const Container container = test::turned_cavity({799, 402, 202});
  const WallTriangles walls(container);
  BoxPolish polish(walls);
  BoxPacking packing = test::turned_lattice(4, 4, 4, {-0.5, 1, 1});
  jam::test::perturb(packing, 0.2, 0.001, 4);
  const PolishResult result = polish.run(packing.boxes);
  CHECK_FALSE(result.legal);
  // Five gaps along each row share the missing millimetre at best.
  CHECK(result.deepest > 0.1);
}

TEST_CASE("a legal packing stays as it is, to the bit") {
  const Container container = test::turned_cavity({802, 402, 202});
  const WallTriangles walls(container);
  BoxPolish polish(walls);
  BoxPacking packing = test::turned_lattice(4, 4, 4, {1, 1, 1});
  const BoxPacking before = packing;
  REQUIRE(polish.run(packing.boxes).legal);
  for (std::size_t i = 0; i < packing.boxes.size(); ++i) {
    REQUIRE(packing.boxes[i].centre == before.boxes[i].centre);
    REQUIRE(packing.boxes[i].rotation == before.boxes[i].rotation);
  }
}

TEST_CASE("nearly legal packings of a trunk become legal by steps that raise the energy on their way") {
  // Lattice packings of a container that is larger by 0.3 %, in the container as it is: rows of boxes are up
  // to some millimetres too long.
  const Container container = test::car_trunk("roadster.off");
  TriangleMesh larger = container.surface;
  constexpr double share = 1.003;
  for (Vec3d& vertex : larger.vertices) vertex = share * vertex;
  LatticeOptions lattice = test::few_frames();
  lattice.round_budget = 60'000;
  lattice.kept_packings = 24;
  LatticeSearch search(larger, lattice);
  StopToken stop;
  while (search.advance(stop)) {
  }
  const WallTriangles walls(container);
  BoxPolish polish(walls);
  int without = 0;
  int with = 0;
  for (const LatticePacking& kept : search.kept()) {
    BoxPacking packing = kept.packing;
    for (PlacedBox& box : packing.boxes) box.centre = (1 / share) * box.centre;
    BoxPacking other = packing;
    // As many steps, and as much patience.
    const bool patiently =
        polish.run(packing.boxes, 0, {.step_limit = 160, .patience = 25, .fall = 0.75}).legal;
    if (patiently) ++without;
    const bool legal = polish.run(other.boxes, 0, {.near_steps = 100}).legal;
    CHECK((legal || !patiently));
    if (!legal) continue;
    ++with;
    CHECK(test::deepest_overlap(other) < granted);
    CHECK(polish.measure(other.boxes).legal);
  }
  CHECK(with > without);
}

TEST_CASE("fixed boxes do not move while others give way") {
  const Container container = test::turned_cavity({640, 220, 120});
  const WallTriangles walls(container);
  BoxPolish polish(walls);
  BoxPacking packing = test::turned_lattice(3, 2, 2, {10, 10, 10});
  jam::test::perturb(packing, 4, 0.01, 5);
  const BoxPacking before = packing;
  const PolishResult result = polish.run(packing.boxes, 1);
  // The last box lies askew but inside.
  REQUIRE(result.legal);
  CHECK(test::illegality(packing, container.surface) < granted);
  CHECK(packing.boxes.back().centre == before.boxes.back().centre);
  CHECK(packing.boxes.back().rotation == before.boxes.back().rotation);
}

TEST_CASE("a protrusion with a sharp tip pushes a box off its face") {
  // A thin pyramid stands on the floor below a box that has room above.
  Container container = test::turned_cavity({300, 200, 150});
  const Mat3<double> axes = rotation_matrix(test::cavity_turn);
  const auto first = static_cast<int>(container.surface.vertices.size());
  for (const Vec3d& v : {Vec3d{140, 90, 0}, Vec3d{160, 90, 0}, Vec3d{150, 110, 0}, Vec3d{150, 98, 20}})
    container.surface.vertices.push_back(axes * v);
  container.surface.triangles.push_back({first, first + 1, first + 3});
  container.surface.triangles.push_back({first + 1, first + 2, first + 3});
  container.surface.triangles.push_back({first + 2, first, first + 3});
  const WallTriangles walls(container);
  BoxPolish polish(walls);
  BoxPacking packing = test::turned_lattice(1, 1, 1, {50, 50, 16});
  REQUIRE(polish.run(packing.boxes).legal);
  const PlacedBox& box = packing.boxes.front();
  const Vec3d tip = rotation_matrix(box.rotation).transposed_times(axes * Vec3d{150, 98, 20} - box.centre);
  CHECK(std::max({std::abs(tip.x) - 100, std::abs(tip.y) - 50, std::abs(tip.z) - 25}) > -granted);
  CHECK(length(box.centre - axes * Vec3d{150, 100, 41}) < 8);
}

TEST_CASE("one row through the centre of a box moves it along its normal") {
  GapSystem system;
  const std::vector<GapRow> rows{{-1, 1, {0, 0, 1}, {}, {0, 0, -25}, -2.0}};
  const std::vector<std::uint8_t> movable{1, 1};
  system.take(rows, movable);
  system.solve({}, 0.5, 0.25);
  Vec3d move;
  Vec3d turn;
  REQUIRE(system.motion_of(1, move, turn));
  CHECK(length(move - Vec3d{0, 0, 2.5 / 1.25}) < 1e-5);
  CHECK(length(turn) < 1e-7);
  CHECK_FALSE(system.motion_of(0, move, turn));
}

TEST_CASE("the motion of many boxes leaves no gradient, and none where a box may not move") {
  RandomStream random(7, StreamId::test, 0, 0);
  const auto any = [&random] { return 2 * random.uniform_double() - 1; };
  std::vector<std::uint8_t> movable(12, 1);
  movable[3] = 0;
  std::vector<GapRow> rows;
  for (int a = -1; a < 12; ++a) {
    for (int b = std::max(a + 1, 0); b < 12; ++b) {
      if (a >= 0 && b - a > 3) continue;
      for (int k = 0; k < 3; ++k) {
        const Vec3d normal = normalised(Vec3d{any(), any(), any()}, Vec3d{1, 0, 0});
        rows.push_back({a,
                        b,
                        normal,
                        {100 * any(), 50 * any(), 25 * any()},
                        {100 * any(), 50 * any(), 25 * any()},
                        2 * any()});
      }
    }
  }
  const double target = 1e-5;
  const double damping = 0.05;
  GapSystem system;
  system.take(rows, movable);
  system.solve({30, 200, 1e-6}, target, damping);
  std::vector<Vec3d> move(movable.size());
  std::vector<Vec3d> turn(movable.size());
  for (std::size_t i = 0; i < movable.size(); ++i) REQUIRE(system.motion_of(i, move[i], turn[i]) == (i != 3));
  move[3] = turn[3] = {};

  // Gradients of half the objective by move and by turn times turn_length. Rows within rounding of the target
  // are in or out.
  std::vector<Vec3d> by_move(movable.size());
  std::vector<Vec3d> by_turn(movable.size());
  for (std::size_t i = 0; i < movable.size(); ++i) {
    by_move[i] = damping * move[i];
    by_turn[i] = damping * GapSystem::turn_length * turn[i];
  }
  int active = 0;
  for (const GapRow& row : rows) {
    const std::size_t b = row.b;
    const std::size_t a = std::max(row.a, 0);
    double gap = row.gap + dot(row.normal, move[b] + cross(turn[b], row.arm_b));
    if (row.a >= 0) gap -= dot(row.normal, move[a] + cross(turn[a], row.arm_a));
    const double miss = target - gap;
    if (miss <= 0) continue;
    ++active;
    by_move[b] += -miss * row.normal;
    by_turn[b] += (-miss / GapSystem::turn_length) * cross(row.arm_b, row.normal);
    if (row.a < 0) continue;
    by_move[a] += miss * row.normal;
    by_turn[a] += (miss / GapSystem::turn_length) * cross(row.arm_a, row.normal);
  }
  CHECK(active > 40);
  for (std::size_t i = 0; i < movable.size(); ++i) {
    if (i == 3) continue;
    CAPTURE(i);
    // What float leaves of gaps up to 2 mm; a row wrongly in or out would count a hundred times more.
    CHECK(length(by_move[i]) < 1e-4);
    CHECK(length(by_turn[i]) < 1e-4);
  }
}

}  // namespace
}  // namespace jam::trunk
