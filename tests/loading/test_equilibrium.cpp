// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>

#include "jam/loading/equilibrium.hpp"
#include "loading/rooms.hpp"

using namespace jam;
using namespace jam::loading;

namespace {

Equilibrium equilibrium_of(const std::vector<trunk::BoxRow>& rows, const trunk::PlanRules& rules = {}) {
  static const trunk::WallTriangles walls(test::cuboid(1000, 600, 500));
  return {walls, test::boxes_of(rows), rules};
}

/// A box on a slope: turned by an angle about y, on a fixed box that is turned alike.
std::vector<trunk::BoxRow> on_slope(double tangent) {
  const double cosine = 1 / std::sqrt(1 + tangent * tangent), sine = tangent * cosine;
  trunk::BoxRow below = test::flat_box(500, 300, 200), above = below;
  below.first_axis = above.first_axis = {cosine, 0, -sine};
  above.centre += 50 * Vec3d{sine, 0, cosine};
  return {below, above};
}

}  // namespace

TEST_CASE("a stack rests, and each box carries the one above it") {
  Equilibrium stack = equilibrium_of(
      {test::flat_box(500, 300, 25), test::flat_box(500, 300, 75), test::flat_box(520, 310, 125)});
  CHECK(stack.settle() == -1);
  CHECK(stack.carriers(0) == std::vector<int>{-1});
  CHECK(stack.carriers(1) == std::vector<int>{0});
  CHECK(stack.carriers(2) == std::vector<int>{1});
  CHECK(stack.above(0) == std::vector<int>{1});
  CHECK(stack.above(2).empty());
}

TEST_CASE("a box whose centre lies beyond the edge of its support tips") {
  CHECK(equilibrium_of({test::flat_box(300, 300, 25), test::flat_box(395, 300, 75)}).settle() == -1);
  CHECK(equilibrium_of({test::flat_box(300, 300, 25), test::flat_box(405, 300, 75)}).settle() == 1);
}

TEST_CASE("another box weighs a tipping one down") {
  Equilibrium load = equilibrium_of({test::flat_box(300, 300, 25), test::flat_box(420, 300, 75),
                                     test::flat_box(330, 300, 125), test::flat_box(215, 300, 75)});
  CHECK(load.settle() == -1);
  load.remove(2);
  CHECK(load.settle() == 1);
}

TEST_CASE("a box slides on a slope that is steeper than its friction") {
  for (const double tangent : {0.3, 0.39, 0.43, 0.5}) {
    INFO("tangent " << tangent);
    Equilibrium slope = equilibrium_of(on_slope(tangent));
    slope.hold(0);
    CHECK((slope.settle() == -1) == (tangent < 0.4));
  }
}

TEST_CASE("a box between upright walls is not wedged there") {
  Equilibrium gap = equilibrium_of(
      {test::flat_box(100, 300, 200), test::flat_box(500, 300, 200), test::flat_box(300, 300, 200)});
  gap.hold(0);
  gap.hold(1);
  CHECK(gap.settle() == 2);
}

TEST_CASE("a gap up to the reach is closed, a wider one is not") {
  CHECK(equilibrium_of({test::flat_box(500, 300, 29.9)}).settle() == -1);
  CHECK(equilibrium_of({test::flat_box(500, 300, 29.9)}, {.reach = 1}).settle() == 0);
  CHECK(equilibrium_of({test::flat_box(500, 300, 30.1)}).settle() == 0);
}

TEST_CASE("a box that leans on a near corner alone falls") {
  // The upper one would pass the lower one on its way down by 0.7 mm.
  CHECK(equilibrium_of({test::flat_box(300, 300, 25), test::flat_box(500.7, 300, 75.5)}).settle() == 1);
}

TEST_CASE("without friction a box rests on what is level, and slides on what is not") {
  CHECK(equilibrium_of({test::flat_box(500, 300, 25)}, {.friction = 0}).settle() == -1);
  Equilibrium slope = equilibrium_of(on_slope(0.05), {.friction = 0});
  slope.hold(0);
  CHECK(slope.settle() == 1);
}

TEST_CASE("a box that is released moves if nothing else keeps it") {
  Equilibrium load = equilibrium_of({test::flat_box(300, 300, 25), test::flat_box(405, 300, 75)});
  load.hold(1);
  CHECK(load.settle() == -1);
  load.release(1);
  CHECK(!load.is_held(1));
  CHECK(load.settle() == 1);
  CHECK(load.moving() == std::vector<int>{1});
  load.hold(0);
  load.release(0);
  load.remove(1);
  CHECK(load.settle() == -1);
  CHECK(load.moving().empty());
}

TEST_CASE("neighbours are in contact, from whichever side") {
  Equilibrium load = equilibrium_of(
      {test::flat_box(300, 300, 25), test::flat_box(501, 300, 25), test::flat_box(300, 300, 75)});
  CHECK(load.neighbours(0) == std::vector<int>{1, 2});
  load.remove(1);
  CHECK(load.neighbours(0) == std::vector<int>{2});
}

TEST_CASE("what was carried moves when its support goes, and rests again when that is taken back") {
  Equilibrium stack = equilibrium_of({test::flat_box(500, 300, 25), test::flat_box(500, 300, 75)});
  REQUIRE(stack.settle() == -1);
  const Equilibrium::Saved before = stack.save();
  stack.remove(0);
  CHECK(stack.settle() == 1);
  stack.restore(before);
  CHECK(stack.settle() == -1);
  stack.remove(1);
  CHECK(stack.settle() == -1);
}
