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
  const trunk::Opening neck{"z<=300", {0, 0, 1}, {{{0, 0, 300}, {0, 0, 1}, "z<=300"}}};
  const trunk::LoadingPlan plan = plan_loading(room, {test::flat_box(300, 100, 25)}, 0, neck, {});
  REQUIRE(plan.loads_all());
  REQUIRE(plan.steps[0].way.size() == 3);
  CHECK(plan.steps[0].way[1].x <= 100 + 1e-3);
  CHECK(plan.steps[0].way[1].z == Approx(25));
}

TEST_CASE("a box that no way leads to is named with what blocks it, and the others are planned without it") {
  // Fixed boxes fill the room beside the ledge up to its height.
  const trunk::Container room = test::room_with_ledge();
  const trunk::Opening neck{"z<=300", {0, 0, 1}, {{{0, 0, 300}, {0, 0, 1}, "z<=300"}}};
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
