// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Rooms that lack 3 mm along one axis. Verification is that of the test: all boxes in the room and apart.
#include <catch2/catch.hpp>

#include <cmath>
#include <vector>

#include "jam/tightness/find_tight_walls.hpp"
#include "jam/trunk/polish/box_polish.hpp"
#include "loading/rooms.hpp"

using namespace jam;
using namespace jam::tightness;
using trunk::BoxRow;

namespace {

bool is_legal(const trunk::TrunkProblem& problem, const std::vector<BoxRow>& rows) {
  const trunk::WallTriangles walls(problem.container);
  trunk::BoxPolish polish(walls);
  const trunk::Bounds room = bounds_of(problem.container.surface);
  for (const BoxRow& row : rows) {
    const Vec3d c = row.centre;
    if (!(c.x > room.low.x && c.y > room.low.y && c.z > room.low.z && c.x < room.high.x &&
          c.y < room.high.y && c.z < room.high.z))
      return false;
  }
  return polish.measure(trunk::packing_of(rows).boxes).deepest < 1e-6;
}

}  // namespace

TEST_CASE("a room that is 3 mm too low names floor and roof, and the layer that is gained") {
  trunk::TrunkProblem problem;
  problem.container = test::cuboid(400, 200, 147);
  problem.set = trunk::box_set("din");
  std::vector<BoxRow> load;
  for (const double z : {25, 75}) {
    for (const double x : {100, 300}) {
      for (const double y : {50, 150}) load.push_back(test::flat_box(x, y, z));
    }
  }
  REQUIRE(is_legal(problem, load));
  TightTask task{problem, load};
  task.rules.seconds = 0.4;
  task.rules.seeds = {1, 2};
  task.rules.distances = {2, 5};
  task.rules.load_count = 8;
  task.thread_count = 1;
  task.verify = is_legal;
  double told = 0;
  task.progress = [&](double share, const std::string& text) {
    CHECK(share >= told);
    CHECK_FALSE(text.empty());
    told = share;
  };
  const trunk::TightWalls tight = find_tight_walls(task);
  CHECK(told == Approx(1));
  CHECK(tight.complete);
  CHECK(tight.box_count == 9);
  CHECK(tight.load_count == 8);
  CHECK(tight.base == std::vector<double>{8, 8});
  REQUIRE(tight.patches.size() >= 2);
  CHECK(tight.pressure.size() == tight.cells.triangles.size());
  for (std::size_t p = 0; p < tight.patches.size(); ++p) {
    const trunk::TightPatch& patch = tight.patches[p];
    const bool level = std::abs(patch.outward.z) > 0.99;
    CHECK(level == (p < 2));
    REQUIRE(patch.moves.size() == 2);
    CHECK(patch.moves[0].counts == std::vector<double>{8, 8});
    CHECK(patch.moves[1].counts == std::vector<double>(2, level ? 12.0 : 8.0));
    CHECK(patch.moves[1].gain.measured == level);
  }
}

TEST_CASE("work on walls that is stopped is not complete") {
  trunk::TrunkProblem problem;
  problem.container = test::cuboid(400, 200, 147);
  problem.set = trunk::box_set("din");
  const std::vector<BoxRow> load{test::flat_box(100, 50, 25)};
  TightTask task{problem, load};
  task.verify = is_legal;
  task.thread_count = 1;
  task.stop = {[](void* /*none*/) { return true; }, nullptr};
  CHECK_FALSE(find_tight_walls(task).complete);
}
