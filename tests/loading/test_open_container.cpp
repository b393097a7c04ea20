// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>

#include "jam/core/error.hpp"
#include "jam/loading/open_container.hpp"
#include "loading/rooms.hpp"

using namespace jam;
using namespace jam::loading;

TEST_CASE("the lid of a cuboid is its top, or the wall at the rear") {
  const trunk::Container room = test::cuboid(400, 200, 300);
  const OpenContainer top = open_container(room, top_opening());
  CHECK(top.walls.count() == 10);
  CHECK(trunk::area_of(top.lid) == Approx(400 * 200));
  CHECK(top.outside == 300);
  const OpenContainer rear = open_container(room, rear_opening());
  CHECK(trunk::area_of(rear.lid) == Approx(200 * 300));
  CHECK(rear.outside == 400);
}

TEST_CASE("a floor below a ledge is no lid, and a ledge with a wall beyond it is none") {
  const OpenContainer open = open_container(test::room_with_ledge(), top_opening());
  // Both horizontal roofs are outermost: that at z = 300, and that of the part below the ledge.
  CHECK(trunk::area_of(open.lid) == Approx(400 * 200));
}

TEST_CASE("walls are cut at the plane of an opening") {
  const trunk::Container room = test::cuboid(400, 200, 300);
  const OpenContainer open =
      open_container(room, {"z<=250", {0, 0, 1}, {{{0, 0, 250}, {0, 0, 1}, "z<=250"}}});
  CHECK(trunk::area_of(open.lid) == Approx(400 * 200 + 50 * 2 * (400 + 200)));
  double area = 0;
  for (int k = 0; k < open.walls.count(); ++k) {
    const auto& [a, b, c] = open.walls.corners(k);
    area += length(cross(b - a, c - a)) / 2;
  }
  CHECK(area == Approx(400 * 200 + 250 * 2 * (400 + 200)));
}

TEST_CASE("a plane at which nothing is open is refused") {
  const trunk::Opening above{"z<=900", {0, 0, 1}, {{{0, 0, 900}, {0, 0, 1}, "z<=900"}}};
  CHECK_THROWS_AS(open_container(test::cuboid(400, 200, 300), above), InputError);
}
