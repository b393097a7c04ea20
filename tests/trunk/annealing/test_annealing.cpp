// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <vector>

#include <catch2/catch.hpp>
#include "jam/core/error.hpp"
#include "jam/trunk/annealing/annealing.hpp"
#include "jam/trunk/annealing/screens.hpp"
#include "scenes/trunk/annealing_scenes.hpp"

namespace jam::trunk {
namespace {

std::vector<Vec3d> wall_points(Vec3d size) {
  std::vector<Vec3d> points = jam::test::cavity_points(size, 8);
  for (Vec3d& p : points) p = rotation_matrix(test::cavity_turn) * p;
  return points;
}

/// The scene with points of its walls.
struct OneMissing : test::OneMissing {
  PointGrid grid{wall_points(size)};
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

TEST_CASE("a stop while the round after a gain begins leaves the gain") {
  const OneMissing scene;
  for (const double delay : {0.0002, 0.002, 0.005, 0.02, 0.05}) {
    INFO(delay << " s after the gain");
    AnnealingOptions options;
    options.instance_count = 2;
    options.thread_count = 1;
    StopToken stop;
    // The packing that has won its box is gone then, and its instance has nothing to go on from.
    Annealing annealing(scene.container, scene.grid, options, choose_device("cpu"), [&](const BoxPacking& p) {
      if (!scene.legal(p)) return false;
      if (p.count() == 18) stop.set_time_limit(stop.elapsed() + delay);
      return true;
    });
    annealing.offer(scene.packing);
    int rounds = 0;
    while (rounds < 300 && annealing.advance(stop)) ++rounds;
    CHECK(stop.stop_requested());
    CHECK(annealing.best().count() == 18);
    CHECK(annealing.progress().rounds == rounds);
  }
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
  PartRelaxer relaxer(scene.grid, choose_device("cpu"), 1);
  std::vector<InsertRequest> requests;
  requests.push_back({&scene.packing, RandomStream(1, StreamId::test, 0, 0), {}});
  StopToken stop;
  screen_inserts(relaxer, shared, requests, 40, 1, stop);
  // Relaxed against points 8 mm apart: a few mm through the wall at most.
  const BoxPacking best{requests[0].best.boxes};
  CHECK(best.count() == 18);
  CHECK(test::illegality(best, scene.container.surface) < 8);
  CHECK(relaxer.attempts() == 40);
}

TEST_CASE("the screen of moves picks the one of least rise, alone or among others") {
  const OneMissing scene;
  const WallTriangles walls(scene.container);
  const InnerCells cells(walls, 12, 15);
  const AnnealingScene shared{walls, cells, {200, 100, 50}, {}, 1};
  AnnealingTools tools(shared);
  PartRelaxer relaxer(scene.grid, choose_device("cpu"), 1);
  StopToken stop;
  // One box put where another one is.
  LooseBoxes crowded{scene.packing.boxes, std::vector<std::uint8_t>(scene.packing.boxes.size() + 1, 0)};
  crowded.boxes.push_back(crowded.boxes.front());
  crowded.boxes.back().centre.z += 20;
  AnnealingInstance instance(shared, 0);
  instance.start(LooseBoxes(crowded), tools);
  REQUIRE(instance.energy() > 100);
  CHECK(instance.far());
  std::vector<MoveRequest> requests(1);
  requests[0].instance = &instance;
  for (int k = 0; k < 24; ++k) requests[0].changes.push_back(instance.propose(tools));
  screen_moves(relaxer, shared, requests, 1, stop);
  REQUIRE(requests[0].best.possible);
  int seen = 0;
  for (const BoxChange& change : requests[0].changes) {
    std::vector<MoveRequest> alone(1);
    alone[0].instance = &instance;
    alone[0].changes = {change};
    screen_moves(relaxer, shared, alone, 1, stop);
    if (!alone[0].best.possible) continue;
    CHECK(alone[0].best.rise >= requests[0].best.rise);
    if (change.trial == requests[0].best.trial) {
      ++seen;
      CHECK(alone[0].best.numbers == requests[0].best.numbers);
      CHECK(alone[0].best.boxes.front().centre == requests[0].best.boxes.front().centre);
    }
  }
  CHECK(seen == 1);
  CHECK(requests[0].best.rise < 0);
  const double before = instance.energy();
  instance.decide_roughly(requests[0].best, tools);
  CHECK(instance.energy() < before);
}

TEST_CASE("a part holds what moves and what it may touch") {
  const OneMissing scene;
  std::vector<std::uint8_t> movable(scene.packing.boxes.size(), 0);
  CHECK(part_of(scene.packing.boxes, movable).numbers.empty());
  movable[3] = 1;
  const BoxPart part = part_of(scene.packing.boxes, movable);
  REQUIRE(part.numbers.size() == part.fixed.size());
  REQUIRE(part.boxes.boxes.size() == part.numbers.size());
  for (std::size_t i = 0; i < part.numbers.size(); ++i) {
    CHECK((part.fixed[i] == 0) == (part.numbers[i] == 3));
    CHECK(part.boxes.boxes[i].centre == scene.packing.boxes[static_cast<std::size_t>(part.numbers[i])].centre);
  }
  for (int i = 0; i < scene.packing.count(); ++i) {
    const bool listed = std::find(part.numbers.begin(), part.numbers.end(), i) != part.numbers.end();
    const double distance = length(scene.packing.boxes[static_cast<std::size_t>(i)].centre - scene.packing.boxes[3].centre);
    if (!listed) CHECK(distance > 229);
  }
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
