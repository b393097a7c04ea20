// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>

#include "jam/core/error.hpp"
#include "jam/loading/open_container.hpp"
#include "loading/rooms.hpp"

using namespace jam;
using namespace jam::loading;

namespace {

double area_of_walls(const OpenContainer& open) {
  double area = 0;
  for (int k = 0; k < open.walls.count(); ++k) {
    const auto& [a, b, c] = open.walls.corners(k);
    area += length(cross(b - a, c - a)) / 2;
  }
  return area;
}

/// Area of the walls that are open.
double area_of_lid(const trunk::Container& room, const OpenContainer& open) {
  return trunk::area_of(room.surface) - area_of_walls(open);
}

}  // namespace

TEST_CASE("the lid of a cuboid is its top, or the wall at the rear") {
  const trunk::Container room = test::cuboid(400, 200, 300);
  const OpenContainer top = open_container(room, top_opening());
  CHECK(top.walls.count() == 10);
  CHECK(area_of_lid(room, top) == Approx(400 * 200));
  CHECK(top.outside == 300);
  const OpenContainer rear = open_container(room, rear_opening());
  CHECK(area_of_lid(room, rear) == Approx(200 * 300));
  CHECK(rear.outside == 400);
}

TEST_CASE("a floor below a ledge is no lid, and a ledge with a wall beyond it is none") {
  const trunk::Container room = test::room_with_ledge();
  const OpenContainer open = open_container(room, top_opening());
  // Both horizontal roofs are outermost: that at z = 300, and that of the part below the ledge.
  CHECK(area_of_lid(room, open) == Approx(400 * 200));
}

TEST_CASE("walls are cut at the plane of an opening") {
  const trunk::Container room = test::cuboid(400, 200, 300);
  const OpenContainer open =
      open_container(room, {"z<=250", {0, 0, 1}, {{{0, 0, 250}, {0, 0, 1}, "z<=250"}}});
  CHECK(area_of_lid(room, open) == Approx(400 * 200 + 50 * 2 * (400 + 200)));
  CHECK(area_of_walls(open) == Approx(400 * 200 + 250 * 2 * (400 + 200)));
}

TEST_CASE("a plane at which nothing is open is refused") {
  const trunk::LoadingOpening above{"z<=900", {0, 0, 1}, {{{0, 0, 900}, {0, 0, 1}, "z<=900"}}};
  CHECK_THROWS_AS(open_container(test::cuboid(400, 200, 300), above), InputError);
}

TEST_CASE("a plane beyond which all of the container lies is refused") {
  for (const double height : {-900.0, 0.0}) {
    const trunk::LoadingOpening below{"below", {0, 0, 1}, {{{0, 0, height}, {0, 0, 1}, "below"}}};
    CHECK_THROWS_AS(open_container(test::cuboid(400, 200, 300), below), InputError);
  }
}
