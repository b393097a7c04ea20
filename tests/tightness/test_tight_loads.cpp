// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include "jam/core/stop.hpp"
#include "jam/tightness/tight_loads.hpp"
#include "jam/trunk/polish/box_polish.hpp"
#include "jam/trunk/search/trunk_search.hpp"
#include "loading/rooms.hpp"

using namespace jam;
using namespace jam::tightness;
using trunk::BoxRow;

namespace {

/// A room of 400 x 200 x 147 mm: it lacks 3 mm for a third layer.
trunk::TrunkProblem low_room() {
  trunk::TrunkProblem problem;
  problem.container = test::cuboid(400, 200, 147);
  problem.set = trunk::box_set("din");
  return problem;
}

/// Two layers of four boxes.
std::vector<BoxRow> two_layers() {
  std::vector<BoxRow> rows;
  for (const double z : {25, 75}) {
    for (const double x : {100, 300}) {
      for (const double y : {50, 150}) rows.push_back(test::flat_box(x, y, z));
    }
  }
  return rows;
}

}  // namespace

TEST_CASE("loads with one box more press on floor and roof of a room that is too low") {
  const trunk::TrunkProblem problem = low_room();
  const std::vector<TightLoad> loads =
      make_tight_loads(problem, two_layers(), {}, {.seed = 1, .count = 12, .thread_count = 2});
  REQUIRE(loads.size() == 12);
  for (std::size_t k = 0; k < loads.size(); ++k) {
    CHECK(loads[k].boxes.size() == 9);
    CHECK(loads[k].energy > 0.1);
    CHECK_FALSE(loads[k].held);
    if (k > 0) CHECK(loads[k].energy >= loads[k - 1].energy);
  }
  WallCells cells(problem.container);
  add_forces(problem, loads, cells);
  Vec3d pressed;
  double all = cells.inner_force();
  for (std::size_t c = 0; c < cells.force().size(); ++c) {
    const auto [a, b, d] = cells.mesh().corners(cells.mesh().triangles[c]);
    const Vec3d normal = normalised(cross(b - a, d - a), Vec3d{});
    pressed += cells.force()[c] * Vec3d{std::abs(normal.x), std::abs(normal.y), std::abs(normal.z)};
    all += cells.force()[c];
  }
  double weights = 0;
  for (const TightLoad& load : loads) weights += std::sqrt(loads.front().energy / load.energy);
  CHECK(all == Approx(weights));
  CHECK(pressed.z > 0.8 * all);

  // The same on any number of threads.
  const std::vector<TightLoad> again =
      make_tight_loads(problem, two_layers(), {}, {.seed = 1, .count = 12, .thread_count = 1});
  REQUIRE(again.size() == loads.size());
  for (std::size_t k = 0; k < loads.size(); ++k) CHECK(again[k].energy == loads[k].energy);
}

TEST_CASE("a load that the search held counts, and becomes legal where the roof is higher") {
  trunk::TrunkProblem problem = low_room();
  std::vector<BoxRow> held = two_layers();
  held.push_back(test::flat_box(100, 50, 125));
  const std::vector<TightLoad> loads =
      make_tight_loads(problem, two_layers(), {held}, {.seed = 1, .count = 4, .thread_count = 1});
  REQUIRE(loads.size() == 4);
  CHECK(std::ranges::count_if(loads, &TightLoad::held) == 1);
  CHECK(first_legal(problem, loads, 1).empty());
  problem.container = test::cuboid(400, 200, 151);
  CHECK(first_legal(problem, loads, 1).size() == 9);
}

TEST_CASE("a search tells of its nearly legal loads") {
  const trunk::TrunkProblem problem = low_room();
  const trunk::WallTriangles walls(problem.container);
  trunk::BoxPolish polish(walls);
  StopToken stop;
  trunk::TrunkListener listener;
  trunk::TrunkSearchOptions options;
  options.turn_limit = 4;
  options.starts = {two_layers()};
  const auto verify = [&](const std::vector<BoxRow>& rows) {
    return polish.measure(trunk::packing_of(rows).boxes).deepest < 1e-6;
  };
  const trunk::TrunkResult result = search_trunk(problem, options, verify, {{}, 1, stop, listener});
  CHECK(result.rows.size() == 8);
  CHECK_FALSE(result.nearly_legal.empty());
  for (const std::vector<BoxRow>& load : result.nearly_legal) CHECK(load.size() == 9);
}

TEST_CASE("a room without free places has no load with one box more") {
  trunk::TrunkProblem problem = low_room();
  problem.container = test::cuboid(400, 200, 100);
  CHECK(make_tight_loads(problem, two_layers(), {}, {.seed = 1, .count = 4, .thread_count = 1}).empty());
}

TEST_CASE("the cells of a room have its area and the triangles that they come from") {
  const trunk::Container room = test::cuboid(400, 200, 147);
  const WallCells cells(room);
  double area = 0;
  for (std::size_t c = 0; c < cells.mesh().triangles.size(); ++c) {
    area += cells.area(c);
    CHECK(cells.triangle_of(c) < 12);
  }
  CHECK(area == Approx(trunk::area_of(room.surface)));
}
