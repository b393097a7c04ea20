// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Sets with rules: kinds of equal edges, orientations, values; and the search for such sets.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

#include "jam/trunk/io/problem_text.hpp"
#include "jam/trunk/model/box_sets.hpp"
#include "jam/trunk/search/allowance.hpp"
#include "jam/trunk/search/trunk_search.hpp"
#include "trunk/search/search_support.hpp"

using namespace jam;
using namespace jam::trunk;
using Catch::Contains;
using search_test::load_of;

namespace {

constexpr VerticalEdges upright{false, false, true};

/// A box whose edge number `vertical` stands, leaning by `angle` [degrees].
BoxRow standing(Vec3d edge, int vertical, double angle = 0, int tag = 0) {
  const double c = std::cos(angle * 3.14159265358979 / 180), s = std::sin(angle * 3.14159265358979 / 180);
  const Vec3d x{c, 0, -s}, y{0, 1, 0}, z{s, 0, c};
  BoxRow row;
  row.edge = edge;
  row.first_axis = vertical == 0 ? z : vertical == 1 ? y : x;
  row.second_axis = vertical == 0 ? x : vertical == 1 ? z : y;
  row.tag[0] = tag;
  return row;
}

}  // namespace

TEST_CASE("an upright box stands on its third edge within five degrees") {
  const Piece crate{"crate", {400, 300, 330}, 0, false, {}, upright};
  CHECK(lies_as_allowed(crate, standing(crate.edge, 2)));
  CHECK(lies_as_allowed(crate, standing(crate.edge, 2, 4.9)));
  CHECK_FALSE(lies_as_allowed(crate, standing(crate.edge, 2, 5.1)));
  CHECK_FALSE(lies_as_allowed(crate, standing(crate.edge, 0)));
  CHECK_FALSE(lies_as_allowed(crate, standing(crate.edge, 1)));
  // In another order of the edges.
  CHECK(lies_as_allowed(crate, standing({330, 400, 300}, 0)));
  // Equal edges cannot be told apart.
  const Piece cube{"cube", {200, 200, 200}, 0, false, {}, upright};
  CHECK(lies_as_allowed(cube, standing(cube.edge, 1)));
}

TEST_CASE("kinds of equal edges are told apart by tags, then by rules and counts") {
  const Vec3d edge{300, 200, 100};
  const BoxSet set{"own", {{"any", edge, 2, false}, {"up", edge, 1, false, {}, upright}}, true};
  const std::vector<BoxRow> rows{standing(edge, 2), standing(edge, 0), standing(edge, 2, 0, 1), {}};
  CHECK(kinds_of(set, rows) == std::vector<int>{1, 0, 0, -1});
  CHECK(piece_counts(set, rows) == std::vector<int>{2, 1});
  CHECK(piece_names(set, rows) == std::vector<std::string>{"up", "any", "any", ""});
}

TEST_CASE("values decide where a set has some, litres otherwise") {
  BoxSet set{"own", {{"a", {300, 200, 100}, 2, false, 50.0}, {"b", {100, 100, 100}, 2, false}}, true};
  const std::vector<BoxRow> rows{standing({300, 200, 100}, 2), standing({100, 100, 100}, 2)};
  CHECK(value_of(set, rows) == Approx(51));
  set.pieces.front().value.reset();
  CHECK(value_of(set, rows) == Approx(7));
}

TEST_CASE("a verdict names boxes that lie as their kind does not allow") {
  const Vec3d edge{400, 300, 330};
  TrunkProblem problem;
  problem.set = {"own", {{"crate", edge, 1, false, {}, {false, true, true}}}, true};
  LoadVerdict verdict;
  verdict.legal = true;
  add_set_violations(problem, {standing(edge, 0)}, verdict);
  CHECK_FALSE(verdict.legal);
  REQUIRE(verdict.violations.size() == 1);
  CHECK(verdict.violations.front() ==
        "box 0 is piece crate, which may not lie like this: its edge of 300 or 330 mm has to be vertical, "
        "within 5 degrees");
}

TEST_CASE("a definition keeps the rules and no other definition changes") {
  TrunkProblem problem;
  problem.set = {
      "own", {{"crate", {400, 300, 330}, 1, false, {}, upright}, {"b", {1, 2, 3}, 0, false}}, true};
  const std::string text = definition_text(problem);
  CHECK_THAT(text, Contains("\nvertical 0 1 0 1 1 1\n"));
  const TrunkProblem read = read_definition(text);
  REQUIRE(read.set.pieces.size() == 2);
  CHECK(may_be_vertical(read.set.pieces[0].vertical, read.set.pieces[0].edge, 330));
  CHECK_FALSE(may_be_vertical(read.set.pieces[0].vertical, read.set.pieces[0].edge, 400));
  CHECK(read.set.pieces[1].any_way());
  CHECK(definition_text(read) == text);
  problem.set.pieces[0].vertical = {true, true, true};
  CHECK_THAT(definition_text(problem), !Contains("vertical"));
}

TEST_CASE("upright items stand in the load, also where lying ones would be more") {
  // Lying, two rows of two layers; upright, three rows that are too high for a second layer.
  const Container container =
      search_test::cuboid_container({402, 302, 201}, from_axis_angle(Vec3d{0, 0, 1}, 0.4));
  BoxSet set{"own", {{"item", {400, 100, 150}, 8, false}}, true};
  CHECK(load_of(set, container, 2).rows.size() == 4);
  set.pieces.front().vertical = upright;
  const TrunkResult result = load_of(set, container, 2);
  CHECK(result.rows.size() == 3);
  for (const BoxRow& row : result.rows) CHECK(lies_as_allowed(set.pieces.front(), row));
  set.pieces.front().vertical = {true, false, false};
  CHECK(load_of(set, container, 2).rows.empty());
}

TEST_CASE("a frame without a vertical axis carries no upright item") {
  // The floor leans by 20 degrees: the item stands across the lattice of the walls.
  const Container container =
      search_test::cuboid_container({600, 500, 500}, from_axis_angle(Vec3d{1, 0, 0}, 0.35));
  const BoxSet set{"own", {{"item", {200, 150, 100}, 0, false, {}, upright}}, true};
  const TrunkResult result = load_of(set, container, 1);
  CHECK(result.rows.size() >= 10);
  for (const BoxRow& row : result.rows) CHECK(lies_as_allowed(set.pieces.front(), row));
}

TEST_CASE("the more valuable item is packed where one of two fits") {
  const Container container = search_test::cuboid_container({310, 210, 110});
  BoxSet set{
      "own", {{"large", {300, 200, 100}, 1, false, 1.0}, {"small", {150, 100, 50}, 1, false, 9.0}}, true};
  const TrunkResult result = load_of(set, container, 6);
  REQUIRE(result.rows.size() == 1);
  CHECK(result.rows.front().tag[0] == 2);
  CHECK(result.totals.best_value == Approx(9));
}

TEST_CASE("a load holds the least numbers of items without a limit") {
  // Either item alone fills the room.
  BoxSet set{"own", {{"cube", {100, 100, 100}}, {"half", {100, 100, 50}}}, true};
  for (Piece& piece : set.pieces) piece.least = 5;
  const TrunkResult result = load_of(set, search_test::cuboid_container({600, 400, 300}), 4);
  CHECK(result.totals.best_lacking == 0);
  CHECK(lacking_pieces(set, result.rows) == 0);
  CHECK(litres_of(result.rows) == Approx(72));
}

TEST_CASE("boxes that are packed with a gap or a tolerance keep their worth") {
  const BoxSet set{"own", {{"a", {300, 200, 100}}, {"b", {100, 100, 50}}}, true};
  TrunkProblem problem = search_test::problem_in(search_test::cuboid_container({600, 400, 300}), {}, set);
  const std::vector<BoxRow> rows{standing({300, 200, 100}, 2), standing({100, 100, 50}, 2)};
  for (const double gap : {0.0, 20.0}) {
    problem.gap = gap;
    problem.tolerance = gap > 0 ? 0 : 1;
    const Allowance allowance(problem);
    CHECK(value_of(allowance.packed().set, allowance.packed(rows)) == Approx(6.5));
  }
}
