// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Which mass rests on a box, and which boxes go where it is too much.
#include "jam/loading/mass_limits.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "rooms.hpp"

using namespace jam;
using namespace jam::loading;
using Catch::Contains;

namespace {

/// A room of 600 x 300 x 400 mm and boxes of 200 x 100 x 50 mm of two kinds: `firm` of 3 kg and `soft` of 2
/// kg, which carries `limit` kg.
struct Room {
  trunk::TrunkProblem problem;
  trunk::WallTriangles walls;

  explicit Room(double limit, trunk::Container container = test::cuboid(600, 300, 400)) : walls(container) {
    problem.container = container;
    problem.set.pieces = {{"firm", {200, 100, 50}}, {"soft", {200, 100, 50}}};
    problem.set.pieces[0].mass = 3;
    problem.set.pieces[1].mass = 2;
    problem.set.pieces[1].carries = limit;
    problem.set.own = true;
  }
  [[nodiscard]] std::vector<double> carried(const std::vector<trunk::BoxRow>& rows) const {
    return carried_masses(supports_of(walls, rows, problem.fixed.size(), problem.tolerance),
                          trunk::masses_of(problem.set, rows, assumed_density));
  }
  [[nodiscard]] std::vector<std::string> violations(const std::vector<trunk::BoxRow>& rows) const {
    trunk::LoadVerdict verdict;
    add_limit_violations(problem, walls, rows, verdict);
    return verdict.violations;
  }
  [[nodiscard]] std::vector<int> beyond(const std::vector<trunk::BoxRow>& rows) const {
    return boxes_beyond_limits(problem, walls, rows);
  }
};

trunk::BoxRow row(int kind, double x, double y, double z) {
  trunk::BoxRow row = test::flat_box(x, y, z);
  row.edge = {200, 100, 50};
  row.tag[0] = kind;
  return row;
}
constexpr int firm = 1, soft = 2;

}  // namespace

TEST_CASE("a box that a tolerance lets into a side wall rests on the box below") {
  Room room(0);
  room.problem.tolerance = 1;
  // 3 mm above the other, 0.5 mm in the wall.
  const std::vector<trunk::BoxRow> rows{row(soft, 100, 100, 25), row(firm, 99.5, 100, 78)};
  CHECK(room.carried(rows)[0] == Approx(3));
  CHECK(room.violations(rows).size() == 1);
  CHECK(room.beyond(rows).size() == 1);
}

TEST_CASE("mass is passed down by the area in common") {
  const Room room(0);
  // A wall of bricks: 3 kg, half and half on two, and 2 kg on one of these.
  const std::vector<double> carried =
      room.carried({row(firm, 200, 100, 75), row(firm, 100, 100, 25), row(firm, 300, 100, 25),
                    row(soft, 200, 100, 125), row(firm, 450, 250, 25)});
  CHECK(carried[0] == Approx(2));
  CHECK(carried[1] == Approx(2.5));
  CHECK(carried[2] == Approx(2.5));
  CHECK(carried[3] == 0);
  CHECK(carried[4] == 0);
  // A quarter over the one, three quarters over the other.
  const std::vector<double> uneven =
      room.carried({row(firm, 250, 100, 75), row(firm, 100, 100, 25), row(firm, 300, 100, 25)});
  CHECK(uneven[1] == Approx(0.75));
  CHECK(uneven[2] == Approx(2.25));
}

TEST_CASE("a box that floats counts on what it would fall on, and neighbours bear nothing") {
  const Room room(0);
  const std::vector<trunk::BoxRow> rows{row(firm, 100, 50, 180), row(soft, 100, 50, 25),
                                        row(firm, 300, 50, 25), row(firm, 100, 150, 180)};
  const std::vector<double> carried = room.carried(rows);
  CHECK(carried[1] == Approx(3));
  CHECK(carried[2] == 0);
  CHECK_THAT(room.violations(rows).at(0),
             Contains("box 1 is item soft, on which nothing may rest: box 0 does"));
}

TEST_CASE("what stands on a ledge does not stand on what is below it") {
  // The upper half of the room ends at x = 200: turned over, a step of 200 mm by its side.
  trunk::Container step =
      test::container_of(test::prism({{0, 0}, {200, 0}, {200, 100}, {400, 100}, {400, 300}, {0, 300}},
                                     {{0, 1, 2}, {0, 2, 5}, {2, 4, 5}, {2, 3, 4}}, 200));
  const Room room(0, step);
  const std::vector<trunk::BoxRow> rows{row(firm, 200, 100, 125), row(soft, 100, 100, 25)};
  CHECK(room.carried(rows)[1] == 0);
  CHECK(room.violations(rows).empty());
}

TEST_CASE("a turned box passes on its mass, and fixed boxes bear everything") {
  Room room(1);
  trunk::BoxRow tilted = row(firm, 300, 100, 120);
  const double angle = 20 * std::numbers::pi / 180;
  tilted.first_axis = {std::cos(angle), 0, std::sin(angle)};
  const std::vector<trunk::BoxRow> rows{tilted, row(soft, 300, 100, 25)};
  CHECK(room.carried(rows)[1] == Approx(3));
  CHECK_THAT(room.violations(rows).at(0),
             Contains("box 1 is item soft, which carries at most 1 kg: 3.000 kg rest on it (box 0)"));
  room.problem.fixed = {rows[1]};
  CHECK(room.violations({rows[1], tilted}).empty());
}

TEST_CASE("the boxes that go are those of least worth") {
  Room room(4);
  const std::vector<trunk::BoxRow> pile{row(soft, 100, 50, 25), row(firm, 100, 50, 75),
                                        row(firm, 100, 50, 125), row(firm, 300, 50, 25)};
  CHECK(room.violations(pile).size() == 1);
  CHECK(room.beyond(pile) == std::vector<int>{2});
  // Worth less than the one on top: the soft box itself goes.
  room.problem.set.pieces[0].value = 5;
  room.problem.set.pieces[1].value = 1;
  CHECK(room.beyond(pile) == std::vector<int>{0});
  // Unless the set needs it.
  room.problem.set.pieces[1].least = 1;
  CHECK(room.beyond(pile) == std::vector<int>{2});
  CHECK(room.beyond({pile[0], pile[1]}).empty());
}

TEST_CASE("a pile of soft boxes comes down to one layer") {
  const Room room(0);
  std::vector<trunk::BoxRow> rows;
  for (const double z : {25.0, 75.0, 125.0})
    for (const double x : {100.0, 300.0}) rows.push_back(row(soft, x, 50, z));
  const std::vector<int> gone = room.beyond(rows);
  CHECK(gone.size() == 4);
  std::vector<trunk::BoxRow> kept;
  for (int k = 0; k < 6; ++k) {
    if (std::ranges::find(gone, k) == gone.end()) kept.push_back(rows[k]);
  }
  CHECK(room.violations(kept).empty());
}
