// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <vector>

#include <catch2/catch.hpp>
#include "jam/core/error.hpp"
#include "jam/trunk/annealing.hpp"
#include "jam/trunk/insert_screen.hpp"
#include "trunk/annealing_scenes.hpp"

namespace jam::trunk {
namespace {

std::vector<Vec3d> wall_points(Vec3d size) {
  std::vector<Vec3d> points = jam::test::cavity_points(size, 8);
  for (Vec3d& p : points) p = rotation_matrix(test::cavity_turn) * p;
  return points;
}

/// Eighteen boxes fill a cavity that has 3 mm to spare along each edge; one of them is missing, and the others have moved.
struct OneMissing {
  Vec3d size{603, 303, 103};
  Container container = test::turned_cavity(size);
  PointGrid grid{wall_points(size)};
  BoxPacking packing = test::turned_lattice(3, 3, 2, {1.5, 1.5, 1.5});

  OneMissing() {
    packing.boxes.erase(packing.boxes.begin() + 8);
    jam::test::perturb(packing, 0.5, 0.002, 1);
    const WallTriangles walls(container);
    REQUIRE(BoxPolish(walls).run(packing.boxes).legal);
  }

  [[nodiscard]] bool legal(const BoxPacking& found) const { return test::illegality(found, container.surface) < 1e-6; }
};

/// Rounds until there are `count` boxes; at most `limit`.
int rounds_until(Annealing& annealing, int count, int limit) {
  StopToken stop;
  int rounds = 0;
  while (rounds < limit && annealing.best().count() < count && annealing.advance(stop)) ++rounds;
  return rounds;
}

TEST_CASE("annealing finds the box that is missing from a full cavity") {
  const OneMissing scene;
  AnnealingOptions options;
  options.instance_count = 4;
  options.thread_count = 1;
  Annealing annealing(scene.container, scene.grid, options, choose_device("cpu"), [&](const BoxPacking& p) { return scene.legal(p); });
  StopToken stop;
  CHECK_FALSE(annealing.advance(stop));  // Nothing to go on from.
  annealing.offer(scene.packing);
  CHECK(annealing.best().count() == 17);
  rounds_until(annealing, 18, 200);
  REQUIRE(annealing.best().count() == 18);
  CHECK(scene.legal(annealing.best()));
  CHECK(annealing.progress().best_count == 18);
  CHECK(annealing.progress().attempts > 0);
}

TEST_CASE("annealing does not depend on the number of threads") {
  const OneMissing scene;
  std::vector<BoxPacking> results;
  std::vector<int> rounds;
  for (const int threads : {1, 3}) {
    AnnealingOptions options;
    options.instance_count = 4;
    options.thread_count = threads;
    options.seed = 5;
    Annealing annealing(scene.container, scene.grid, options, choose_device("cpu"), [&](const BoxPacking& p) { return scene.legal(p); });
    annealing.offer(scene.packing);
    rounds.push_back(rounds_until(annealing, 18, 200));
    results.push_back(annealing.best());
  }
  CHECK(rounds[0] == rounds[1]);
  REQUIRE(results[0].count() == results[1].count());
  for (std::size_t i = 0; i < results[0].boxes.size(); ++i) {
    REQUIRE(results[0].boxes[i].centre == results[1].boxes[i].centre);
    REQUIRE(results[0].boxes[i].rotation == results[1].boxes[i].rotation);
  }
}

TEST_CASE("what is not verified does not count") {
  const OneMissing scene;
  AnnealingOptions options;
  options.instance_count = 4;
  int asked = 0;
  Annealing annealing(scene.container, scene.grid, options, choose_device("cpu"), [&](const BoxPacking&) { return ++asked < 0; });
  annealing.offer(scene.packing);
  StopToken stop;
  for (int round = 0; round < 200 && asked == 0; ++round) REQUIRE(annealing.advance(stop));
  CHECK(asked > 0);
  CHECK(annealing.best().count() == 17);
}

TEST_CASE("fixed boxes stay and are no part of the result") {
  const OneMissing scene;
  AnnealingOptions options;
  options.instance_count = 4;
  BoxPacking offered = scene.packing;
  options.fixed = {offered.boxes.front(), offered.boxes.back()};
  offered.boxes.erase(offered.boxes.begin());
  offered.boxes.pop_back();
  Annealing annealing(scene.container, scene.grid, options, choose_device("cpu"), [&](const BoxPacking& found) {
    BoxPacking all = found;
    all.boxes.insert(all.boxes.end(), options.fixed.begin(), options.fixed.end());
    return scene.legal(all);
  });
  annealing.offer(offered);
  rounds_until(annealing, 16, 300);
  CHECK(annealing.best().count() == 16);
}

TEST_CASE("the screen of insertions finds the hole") {
  const OneMissing scene;
  const WallTriangles walls(scene.container);
  const InnerCells cells(walls, 12, 15);
  const AnnealingScene shared{walls, cells, {200, 100, 50}, {}, 1};
  InsertScreen screen(scene.grid, choose_device("cpu"), 1);
  std::vector<InsertScreen::Request> requests;
  requests.push_back({&scene.packing, RandomStream(1, StreamId::test, 0, 0), {}});
  screen.run(shared, requests, 40, 3);
  REQUIRE_FALSE(requests[0].best.empty());
  CHECK(requests[0].best.size() <= 3);
  // Relaxed against points 8 mm apart: a few mm through the wall at most.
  const BoxPacking best{requests[0].best.front()};
  CHECK(best.count() == 18);
  CHECK(test::illegality(best, scene.container.surface) < 8);
  CHECK(screen.attempts() == 40);
}

TEST_CASE("edges of created boxes must be positive") {
  const OneMissing scene;
  AnnealingOptions options;
  options.edge.y = 0;
  CHECK_THROWS_AS(Annealing(scene.container, scene.grid, options, choose_device("cpu"), [](const BoxPacking&) { return true; }),
                  InputError);
}

}  // namespace
}  // namespace jam::trunk
