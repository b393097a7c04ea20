// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>

#include <algorithm>

#include "jam/loading/open_container.hpp"
#include "jam/loading/plan_loading.hpp"
#include "loading/rooms.hpp"

using namespace jam;
using namespace jam::loading;

namespace {

std::vector<int> order_of(const trunk::LoadingPlan& plan) {
  std::vector<int> order;
  for (const trunk::PlanStep& step : plan.steps) order.push_back(step.box);
  return order;
}

}  // namespace

TEST_CASE("a stack is loaded from below, straight down") {
  const std::vector<trunk::BoxRow> rows{test::flat_box(100, 50, 125), test::flat_box(100, 50, 25),
                                        test::flat_box(100, 50, 75)};
  const trunk::LoadingPlan plan = plan_loading(test::cuboid(200, 100, 150), rows, 0, top_opening(), {});
  CHECK(plan.loads_all());
  CHECK(order_of(plan) == std::vector<int>{1, 2, 0});
  for (std::size_t k = 0; k < plan.steps.size(); ++k) {
    const trunk::PlanStep& step = plan.steps[k];
    REQUIRE(step.way.size() == 2);
    CHECK(step.way[0].x == 100);
    CHECK(step.way[0].z - 25 > 150);
    CHECK(step.rests_after == static_cast<int>(k));
  }
  CHECK(plan.held_count() == 0);
}

TEST_CASE("a box below a ledge is let down beside it and pushed under it") {
  const trunk::Container room = test::room_with_ledge();
  const trunk::LoadingOpening neck{"z<=300", {0, 0, 1}, {{{0, 0, 300}, {0, 0, 1}, "z<=300"}}};
  const trunk::LoadingPlan plan = plan_loading(room, {test::flat_box(300, 100, 25)}, 0, neck, {});
  REQUIRE(plan.loads_all());
  REQUIRE(plan.steps[0].way.size() == 3);
  CHECK(plan.steps[0].way[1].x <= 100 + 1e-3);
  CHECK(plan.steps[0].way[1].z == Approx(25));
}

TEST_CASE("a box that no way leads to is named with what blocks it, and the others are planned without it") {
  // Fixed boxes fill the room beside the ledge up to its height.
  const trunk::Container room = test::room_with_ledge();
  const trunk::LoadingOpening neck{"z<=300", {0, 0, 1}, {{{0, 0, 300}, {0, 0, 1}, "z<=300"}}};
  std::vector<trunk::BoxRow> rows;
  for (const double z : {25, 75, 125}) {
    for (const double y : {50, 150}) rows.push_back(test::flat_box(100, y, z));
  }
  const std::size_t fixed = rows.size();
  rows.push_back(test::flat_box(300, 50, 25));
  rows.push_back(test::flat_box(100, 50, 175));
  const trunk::LoadingPlan plan = plan_loading(room, rows, fixed, neck, {});
  REQUIRE(plan.stuck.size() == 1);
  CHECK(plan.stuck[0].box == 6);
  CHECK(plan.stuck[0].blockers.empty());
  CHECK(order_of(plan) == std::vector<int>{7});
}

TEST_CASE("only what must be held is held") {
  // Box 1 tips over the edge of box 0, and box 2 lies on its end: that moves most, but rests if box 1 is
  // held.
  const std::vector<trunk::BoxRow> rows{test::flat_box(100, 50, 25), test::flat_box(205, 50, 75),
                                        test::flat_box(260, 50, 125)};
  const trunk::LoadingPlan plan = plan_loading(test::cuboid(600, 100, 200), rows, 0, top_opening(), {});
  CHECK(order_of(plan) == std::vector<int>{0, 1, 2});
  CHECK(plan.held_count() == 1);
  CHECK(plan.never_rest_count() == 1);
  CHECK(plan.steps[1].held_from == 1);
  CHECK(plan.steps[1].rests_after == 3);
  CHECK(!plan.steps[2].is_held());
  CHECK(trunk::plan_text(plan) == "all 3 boxes, opening top; 1 held (33.3 %): 1 until the end");
}

TEST_CASE("a box that tips only later is held from then on") {
  // Box 2 on the one end of box 1 tips it over the edge of box 0, until box 3 comes onto the other end. The
  // ceiling is so low that box 2 has to come in before box 3.
  const Vec3d small{40, 100, 50};
  const std::vector<trunk::BoxRow> rows{
      test::flat_box(400, 50, 25), test::flat_box(305, 50, 75, {400, 100, 50}),
      test::flat_box(210, 50, 125, small), test::flat_box(400, 50, 125, small)};
  const trunk::LoadingPlan plan = plan_loading(test::cuboid(620, 100, 160), rows, 0, rear_opening(), {});
  REQUIRE(order_of(plan) == std::vector<int>{0, 1, 2, 3});
  CHECK(plan.held_count() == 1);
  CHECK(plan.never_rest_count() == 0);
  CHECK(plan.steps[1].held_from == 2);
  CHECK(plan.steps[1].rests_after == 3);
  CHECK(trunk::plan_text(plan) == "all 4 boxes, opening rear; 1 held (25.0 %): 1 until step 4");
}

TEST_CASE("what stands on a box without a way is not said to rest") {
  // A tall box that fixed ones keep below the ledge bears a narrow one by itself.
  const trunk::Container room = test::room_with_ledge();
  const trunk::LoadingOpening neck{"z<=300", {0, 0, 1}, {{{0, 0, 300}, {0, 0, 1}, "z<=300"}}};
  const std::vector<trunk::BoxRow> rows{test::flat_box(90, 100, 74.5, {180, 200, 149}),
                                        test::flat_box(290, 50, 74.5, {200, 100, 149}),
                                        test::flat_box(191.5, 50, 174, {16, 100, 50})};
  const trunk::LoadingPlan plan = plan_loading(room, rows, 1, neck, {});
  REQUIRE(plan.stuck.size() == 1);
  CHECK(plan.stuck[0].box == 1);
  CHECK(order_of(plan) == std::vector<int>{2});
  CHECK(plan.never_rest_count() == 1);
  CHECK(plan.steps[0].carriers.empty());
}

TEST_CASE("a box high up under a ledge is loaded after lower ones, though its way has three pushes") {
  // Fixed boxes bear box 2 and are on the straight way to it: it comes in beside them.
  const trunk::Container room = test::room_with_ledge();
  const trunk::LoadingOpening neck{"z<=300", {0, 0, 1}, {{{0, 0, 300}, {0, 0, 1}, "z<=300"}}};
  const std::vector<trunk::BoxRow> rows{test::flat_box(100, 50, 75, {200, 100, 150}),
                                        test::flat_box(300, 50, 50, {200, 100, 100}),
                                        test::flat_box(300, 50, 125), test::flat_box(100, 150, 25)};
  const trunk::LoadingPlan plan = plan_loading(room, rows, 2, neck, {});
  REQUIRE(order_of(plan) == std::vector<int>{3, 2});
  CHECK(plan.steps[0].way.size() == 2);
  CHECK(plan.steps[1].way.size() == 4);
}

TEST_CASE("a plan that is stopped is not complete, and progress grows to one") {
  const std::vector<trunk::BoxRow> rows{test::flat_box(100, 50, 25), test::flat_box(100, 50, 75)};
  std::vector<double> shares;
  const auto note = [&](double share) { shares.push_back(share); };
  (void)plan_loading(test::cuboid(200, 100, 150), rows, 0, top_opening(), {}, note);
  CHECK(std::ranges::is_sorted(shares));
  CHECK(shares.back() == 1);
  const StopQuery at_once{[](void*) { return true; }, nullptr};
  const trunk::LoadingPlan stopped =
      plan_loading(test::cuboid(200, 100, 150), rows, 0, top_opening(), {}, {}, at_once);
  CHECK(!stopped.complete);
  CHECK(stopped.steps.size() == 1);
}
