// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What is kept of packings that are not legal, and which decimals of a legal one.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <memory>

#include "jam/trunk/relax/box_instances.hpp"
#include "jam/trunk/search/load_island.hpp"
#include "jam/trunk/search/shorten_decimals.hpp"
#include "jam/trunk/search/trunk_start.hpp"
#include "trunk/search/search_support.hpp"

using namespace jam;
using namespace jam::trunk;

namespace {

/// A cuboid trunk with points on its walls.
TrunkProblem cuboid_problem(Vec3d size, const std::vector<BoxRow>& fixed = {}) {
  TrunkProblem problem;
  problem.container = search_test::cuboid_container(size);
  problem.grid = std::make_unique<PointGrid>(search_test::cuboid_points(size));
  problem.fixed = fixed;
  return problem;
}

/// Twelve in two layers.
std::vector<BoxRow> overlapping_boxes() {
  std::vector<BoxRow> boxes;
  for (int i = 0; i < 12; ++i) {
    const int layer = i / 6;
    boxes.push_back(
        search_test::box_at({150.0 + 170 * (i % 3), 100.0 + 85 * (i / 3 % 2), 60.0 + 42 * layer}));
  }
  return boxes;
}

}  // namespace

TEST_CASE("the legal part of a packing is all of it, or what remains without the boxes that hit") {
  const Container container = search_test::cuboid_container({1000, 400, 200});
  const VerifyRows verify = search_test::convex_verification(container);
  std::vector<BoxRow> boxes;
  for (int i = 0; i < 4; ++i) boxes.push_back(search_test::box_at({110.0 + 201 * i, 60, 30}));
  CHECK(legal_part({}, boxes, verify) == boxes);
  const BoxRow outside = search_test::box_at({110, 60, -30});
  const BoxRow hits_the_second = search_test::box_at({311, 70, 40});
  std::vector<BoxRow> more = boxes;
  more.insert(more.begin() + 1, outside);
  more.push_back(hits_the_second);
  CHECK(legal_part({}, more, verify) == boxes);
  // Fixed boxes win.
  CHECK(legal_part({hits_the_second}, boxes, verify) == std::vector<BoxRow>{boxes[0], boxes[2], boxes[3]});
  CHECK(legal_part({}, {}, verify).empty());
}

TEST_CASE("a stop ends the search for the legal part as soon as it has one") {
  const Container container = search_test::cuboid_container({1000, 400, 200});
  const VerifyRows verify = search_test::convex_verification(container);
  std::vector<BoxRow> boxes{search_test::box_at({110, 60, -30})};
  for (int i = 0; i < 4; ++i) boxes.push_back(search_test::box_at({110.0 + 201 * i, 60, 30}));
  StopToken stop;
  stop.request(StopReason::terminate);
  int asked = 0;
  const VerifyRows counting = [&](const std::vector<BoxRow>& rows) {
    ++asked;
    return verify(rows);
  };
  // The whole, the first half, the box outside, the second one.
  CHECK(legal_part({}, boxes, counting, &stop) == std::vector<BoxRow>{boxes[1]});
  CHECK(asked == 4);
}

TEST_CASE("the legal part beside a load has no box of that load, after a stop neither") {
  const Container container = search_test::cuboid_container({1000, 400, 200});
  const VerifyRows verify = search_test::convex_verification(container);
  std::vector<BoxRow> load;
  for (int i = 0; i < 4; ++i) load.push_back(search_test::box_at({110.0 + 201 * i, 60, 30}));
  const BoxRow first = search_test::box_at({110, 170, 30});
  const BoxRow second = search_test::box_at({311, 170, 30});
  const BoxRow hits = search_test::box_at({311, 70, 40});
  StopToken stop;
  TrunkListener nobody;
  const SearchRun run{.thread_count = 1, .stop = stop, .listener = nobody};
  const TrunkProblem problem;
  const Allowance allowance(problem);
  const LoadIncumbent best(allowance, verify, LoadIncumbent::never_complete, run);
  CHECK(best.legal({first, hits, second}, load) == std::vector<BoxRow>{first, second});
  CHECK(best.is_legal(load));
  CHECK_FALSE(best.is_legal({load[0], load[1], hits}));
  stop.request(StopReason::terminate);
  CHECK(best.legal({first, hits, second}, load) == std::vector<BoxRow>{first});
}

TEST_CASE("overlapping boxes in a roomy trunk are all legal after the relaxation") {
  const BoxRow fixed = search_test::box_at({550, 400, 200});
  const TrunkProblem problem = cuboid_problem({700, 500, 300}, {fixed});
  const std::vector<BoxRow> boxes = overlapping_boxes();
  const VerifyRows verify = search_test::convex_verification(problem.container);
  REQUIRE_FALSE(verify(boxes));
  const RelaxedStart relaxed = relax_start(problem, boxes, choose_device("cpu", 1), 1, verify);
  CHECK(relaxed.given == 12);
  CHECK(relaxed.outside == 0);
  CHECK(relaxed.deepest_before > 5);
  CHECK(relaxed.deepest_after < 1e-6);
  CHECK(relaxed.boxes.size() == 12);
  std::vector<BoxRow> load = relaxed.boxes;
  load.push_back(fixed);
  CHECK(verify(load));
}

TEST_CASE("a start is made legal at the tolerance") {
  TrunkProblem problem = cuboid_problem({399.8, 100, 50});
  const std::vector<BoxRow> boxes{search_test::box_at({100, 50, 25}), search_test::box_at({298, 50, 25})};
  const VerifyRows verify = [&](const std::vector<BoxRow>& rows) {
    const BoxPacking packing = packing_of(rows);
    for (const PlacedBox& box : packing.boxes) {
      if (search_test::beyond_walls(box, problem.container.surface) > problem.tolerance + 1e-6) return false;
    }
    return search_test::deepest_overlap(packing) < problem.tolerance + 1e-6;
  };
  CHECK(relax_start(problem, boxes, choose_device("cpu", 1), 1, verify).boxes.size() < 2);
  problem.tolerance = 0.12;
  REQUIRE_FALSE(verify(boxes));
  const std::vector<BoxRow> legal = relax_start(problem, boxes, choose_device("cpu", 1), 1, verify).boxes;
  REQUIRE(legal.size() == 2);
  CHECK(legal[0].edge == boxes[0].edge);
  CHECK(legal[1].edge == boxes[1].edge);
}

TEST_CASE("a tight load with one box too many loses one box") {
  // Eighteen fill the trunk but for 0.6 mm.
  const TrunkProblem problem = cuboid_problem({600.6, 300.6, 100.6});
  const VerifyRows verify = search_test::convex_verification(problem.container);
  std::vector<BoxRow> boxes;
  for (int i = 0; i < 18; ++i) {
    boxes.push_back(
        search_test::box_at({100.1 + 200.2 * (i % 3), 50.1 + 100.2 * (i / 3 % 3), i < 9 ? 25.1 : 75.3}));
  }
  REQUIRE(verify(boxes));
  boxes.insert(boxes.begin() + 4, search_test::box_at({220, 130, 55}));
  const RelaxedStart relaxed = relax_start(problem, boxes, choose_device("cpu", 1), 1, verify);
  CHECK(relaxed.deepest_after > 0.1);
  CHECK(relaxed.boxes.size() == 18);
  CHECK(verify(relaxed.boxes));
}

TEST_CASE("boxes far outside are left out of a start") {
  const TrunkProblem problem = cuboid_problem({700, 500, 300});
  const VerifyRows verify = search_test::convex_verification(problem.container);
  const std::vector<BoxRow> boxes{search_test::box_at({200, 200, 100}), search_test::box_at({210, 210, 110}),
                                  search_test::box_at({9000, 0, 0})};
  const RelaxedStart relaxed = relax_start(problem, boxes, choose_device("cpu", 1), 1, verify);
  CHECK(relaxed.outside == 1);
  CHECK(relaxed.boxes.size() == 2);
  CHECK(relax_start(problem, {boxes[2]}, choose_device("cpu", 1), 1, verify).boxes.empty());
}

TEST_CASE("a relaxation that is stopped keeps what is legal") {
  const TrunkProblem problem = cuboid_problem({700, 500, 300});
  const VerifyRows verify = search_test::convex_verification(problem.container);
  const std::vector<BoxRow> boxes = overlapping_boxes();
  StopToken stop;
  stop.request(StopReason::interrupt);
  const RelaxedStart relaxed = relax_start(problem, boxes, choose_device("cpu", 1), 1, verify, &stop);
  // Nothing is relaxed: only the boxes that can be kept at their places are returned.
  CHECK(relaxed.deepest_after > 5);
  CHECK_FALSE(relaxed.boxes.empty());
  CHECK(verify(relaxed.boxes));
}

TEST_CASE("a start of more boxes than the contact simulation takes is made legal, too") {
  const Vec3d edge{50, 40, 30};
  const Vec3d size{14 * 52 + 2, 15 * 42 + 2, 20 * 32 + 2};
  const TrunkProblem problem = cuboid_problem(size);
  std::vector<BoxRow> boxes;
  for (int i = 0; i < 14 * 15 * 20; ++i) {
    const int layer = i / 210;
    boxes.push_back(
        search_test::box_at({27.0 + 52 * (i % 14), 22.0 + 42 * (i / 14 % 15), 17.0 + 32 * layer}));
    boxes.back().edge = edge;
  }
  REQUIRE(static_cast<int>(boxes.size()) > box_count_limit);
  // Every 101st box reaches 2 mm into its neighbour along x.
  for (std::size_t i = 0; i < boxes.size(); i += 101) {
    if (i % 14 < 13) boxes[i].centre.x += 4;
  }
  const VerifyRows verify = [&](const std::vector<BoxRow>& rows) {
    const BoxPacking packing = packing_of(rows);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (search_test::beyond_walls(packing.boxes[i], problem.container.surface) > 1e-6) return false;
      for (std::size_t k = 0; k < i; ++k) {
        const Vec3d apart = rows[i].centre - rows[k].centre;
        if (std::abs(apart.x) > 60 || std::abs(apart.y) > 50 || std::abs(apart.z) > 40) continue;
        if (search_test::deepest_overlap({{packing.boxes[i], packing.boxes[k]}}) > 1e-6) return false;
      }
    }
    return true;
  };
  REQUIRE_FALSE(verify(boxes));
  const RelaxedStart relaxed = relax_start(problem, boxes, choose_device("cpu", 1), 1, verify);
  CHECK(relaxed.deepest_before == Approx(2).margin(0.01));
  CHECK(relaxed.boxes.size() == boxes.size());
}

TEST_CASE("decimals of a load that verification does not need are left out") {
  const Container container = search_test::cuboid_container({1000, 400, 200});
  const VerifyRows inside = search_test::convex_verification(container);
  std::vector<BoxRow> boxes;
  for (int i = 0; i < 4; ++i)
    boxes.push_back(search_test::box_at({110.125 + 200 * i, 60.00000000000001, 30.654321}));
  REQUIRE(inside(boxes));
  // All are rounded alike, and keep their distances.
  std::vector<BoxRow> shorter = shorten_decimals(boxes, 0, inside);
  for (int i = 0; i < 4; ++i) CHECK(shorter[i] == search_test::box_at({110.0 + 200 * i, 60, 31}));
  // No more than is needed: here three decimals, and the first box stays as it is.
  int calls = 0;
  const VerifyRows in_place = [&](const std::vector<BoxRow>& rows) {
    ++calls;
    return inside(rows) && rows[1].centre.z >= 30.654;
  };
  shorter = shorten_decimals(boxes, 1, in_place);
  CHECK(shorter[0] == boxes[0]);
  CHECK(shorter[3] == search_test::box_at({710.125, 60, 30.654}));
  CHECK(calls <= 5);
  CHECK(shorten_decimals(boxes, 0, [&](const std::vector<BoxRow>& rows) { return rows == boxes; }) == boxes);
}
