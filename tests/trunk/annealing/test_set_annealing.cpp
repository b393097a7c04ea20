// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Annealing of a set: boxes come, go, and change for others, and keep the rules of their kinds.
#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include <catch2/catch.hpp>
#include "jam/trunk/annealing/box_annealing.hpp"
#include "jam/trunk/annealing/sets/boxes.hpp"
#include "jam/trunk/annealing/sets/scene.hpp"
#include "jam/trunk/model/box_row.hpp"
#include "scenes/trunk/cavity.hpp"
#include "scenes/trunk/lattice_meshes.hpp"
#include "trunk/annealing/resumed_annealing.hpp"

namespace jam::trunk {
namespace {

Container cavity(Vec3d size) {
  Container container;
  container.surface = container.original = test::cuboid(size);
  container.volume = size.x * size.y * size.z;
  return container;
}

PlacedBox box_of(const BoxSet& set, int kind, Vec3d centre) {
  PlacedBox box;
  box.centre = centre;
  box.edge = set.pieces[kind].edge;
  box.tag[0] = kind + 1;
  return box;
}

bool legal(const Container& container, const BoxPacking& packing) {
  const auto inside = [&](const PlacedBox& box) { return test::beyond_walls(box, container.surface) < 1e-6; };
  return std::ranges::all_of(packing.boxes, inside) && test::deepest_overlap(packing) < 1e-6;
}

int count_of(const BoxPacking& packing, int kind) {
  return static_cast<int>(
      std::ranges::count_if(packing.boxes, [kind](const PlacedBox& box) { return box.tag[0] == kind + 1; }));
}

struct Scene {
  Container container;
  BoxSet set;
  int threads = 1;

  [[nodiscard]] AnnealingOptions options() const {
    AnnealingOptions options;
    options.set = &set;
    options.instance_count = 4;
    options.thread_count = threads;
    return options;
  }
  [[nodiscard]] BoxAnnealing make() const {
    return {container, options(),  Device{}, [this](const BoxPacking& p) { return legal(container, p); },
            {},        set_rules()};
  }
  [[nodiscard]] BoxPacking annealed(const BoxPacking& start, int turns) const {
    BoxAnnealing annealing = make();
    annealing.offer(start);
    StopToken stop;
    for (int k = 0; k < turns; ++k) REQUIRE(annealing.advance(stop));
    CHECK(legal(container, annealing.best()));
    return annealing.best();
  }
};

/// Room for a large and a small box, or for three small ones, of which there are two.
Scene large_and_small() {
  return {cavity({206, 106, 156}),
          {"two", {{"large", {200, 100, 100}, 1, false}, {"small", {200, 100, 50}, 2, false}}}};
}

BoxPacking two_small(const BoxSet& set) {
  return {{box_of(set, 1, {103, 53, 26}), box_of(set, 1, {103, 53, 80})}};
}

}  // namespace

TEST_CASE("an annealing exchanges a box for one that is worth more") {
  const Scene scene = large_and_small();
  const BoxPacking best = scene.annealed(two_small(scene.set), 12);
  CHECK(count_of(best, 0) == 1);
  CHECK(count_of(best, 1) == 1);
  CHECK(litres_of(rows_of(best)) == Approx(3));
}

TEST_CASE("an annealing of a set compares loads by values where there are some") {
  Scene scene = large_and_small();
  scene.set.pieces[0].value = 1;
  scene.set.pieces[1].value = 2;
  const BoxPacking best = scene.annealed(two_small(scene.set), 6);
  CHECK(count_of(best, 1) == 2);
  CHECK(best.count() == 2);
}

TEST_CASE("an annealing of a set brings in what a load has to hold") {
  // One box has room, and that of fewer litres is needed.
  Scene scene{cavity({206, 106, 106}),
              {"one", {{"large", {200, 100, 100}, 2, false}, {"small", {150, 100, 90}, 2, false}}}};
  const BoxPacking large{{box_of(scene.set, 0, {103, 53, 53})}};
  CHECK(count_of(scene.annealed(large, 6), 0) == 1);
  scene.set.pieces[1].least = 1;
  const BoxPacking best = scene.annealed(large, 6);
  CHECK(count_of(best, 1) == 1);
  CHECK(best.count() == 1);
}

TEST_CASE("an annealing of a set has no more boxes of a kind than the set") {
  Scene scene = large_and_small();
  scene.set.pieces[0].count = 5;
  scene.set.pieces[1].count = 1;
  scene.container = cavity({412, 212, 102});
  const BoxPacking best = scene.annealed({{box_of(scene.set, 1, {103, 53, 26})}}, 8);
  CHECK(count_of(best, 1) <= 1);
  CHECK(count_of(best, 0) >= 2);
}

TEST_CASE("boxes of a set that stand upright do so after an annealing") {
  Scene scene{cavity({420, 320, 190}),
              {"crates",
               {{"crate", {150, 120, 180}, 4, false, {}, {false, false, true}},
                {"board", {180, 60, 30}, 4, false, {}, {true, true, false}},
                {"case", {100, 90, 60}, 4, false}}}};
  const BoxPacking best =
      scene.annealed({{box_of(scene.set, 0, {90, 70, 92}), box_of(scene.set, 2, {300, 200, 90})}}, 10);
  REQUIRE(best.count() > 4);
  CHECK(count_of(best, 1) > 0);
  for (const PlacedBox& box : best.boxes)
    CHECK(lies_as_allowed(scene.set.pieces[box.tag[0] - 1], row_of(box)));
}

TEST_CASE("boxes that are used last displace no others") {
  // Two last boxes are worth more than the other one, in whose place they fit.
  Scene scene{cavity({206, 106, 106}),
              {"last", {{"case", {190, 95, 50}, 1, false}, {"bag", {200, 100, 50}, 2, true}}}};
  const BoxPacking best = scene.annealed({{box_of(scene.set, 0, {100, 50, 30})}}, 10);
  CHECK(count_of(best, 0) == 1);
  CHECK(count_of(best, 1) == 1);
}

TEST_CASE("an annealing of a set does not depend on the number of threads, and goes on from its state") {
  Scene scene = large_and_small();
  BoxAnnealing whole = scene.make();
  whole.offer(two_small(scene.set));
  test::check_resumed(whole, 5, {1, 4}, [&] { return scene.make(); });
  scene.threads = 3;
  BoxAnnealing other = scene.make();
  other.offer(two_small(scene.set));
  StopToken stop;
  for (int k = 0; k < 5; ++k) REQUIRE(other.advance(stop));
  CHECK(test::state_of(other) == test::state_of(whole));
}

TEST_CASE("boxes of loads get the kinds of the set, with edges in their order") {
  const BoxSet set = large_and_small().set;
  PlacedBox box;
  box.edge = {50, 200, 100};
  box.centre = {1, 2, 3};
  const BoxPacking load = in_kinds(set, {{box, box}});
  REQUIRE(load.count() == 2);
  const BoxRow row = row_of(load.boxes.front());
  CHECK(row.tag[0] == 2);
  CHECK(row.edge == Vec3d{200, 100, 50});
  CHECK(std::abs(row.first_axis.y) == Approx(1));
  CHECK(std::abs(row.second_axis.z) == Approx(1));
  CHECK(load.boxes.front().centre == box.centre);
}

TEST_CASE("a packing below its goal has a price") {
  TrialScene scene;
  scene.mean_worth = 100;
  const TrialWorth goal{501, 300};
  CHECK(price_of(scene, goal, {501, 300}) == 0);
  CHECK(price_of(scene, goal, {900, 300}) == 0);
  const float least = price_of(scene, goal, {500, 300});
  CHECK(least > 0);
  CHECK(price_of(scene, goal, {400, 300}) > least);
  CHECK(price_of(scene, goal, {900, 200}) == price_of(scene, {600, 300}, {500, 300}));
}

}  // namespace jam::trunk
