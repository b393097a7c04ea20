// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Exact verification of a gap between boxes and to walls, and boxes of space that are kept free.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "jam/core/error.hpp"
#include "jam/mesh/rooms/keep_out.hpp"
#include "jam/mesh/verify_boxes.hpp"
#include "reading.hpp"
#include "shapes.hpp"

using namespace jam::mesh;
using Catch::Contains;
using jam::InputError;
using jam::Vec3d;
using jam::trunk::BoxRow;
using jam::trunk::TrunkProblem;

namespace {

/// A room of 430 x 115 x 110 mm, and litre boxes in it.
TrunkProblem problem_with(double gap) {
  TrunkProblem problem;
  problem.container = shapes::container(shapes::cuboid({0, 0, 0}, {430, 115, 110}));
  problem.gap = gap;
  return problem;
}

BoxRow at(double x, double y = 57, double z = 55) {
  BoxRow row;
  row.centre = {x, y, z};
  row.edge = {200, 100, 50};
  return row;
}

std::vector<std::string> violations(const TrunkProblem& problem, const std::vector<BoxRow>& rows) {
  return check_boxes(problem, rows, 1).violations;
}

}  // namespace

TEST_CASE("Boxes that keep a gap exactly are legal, and a hundredth of a micrometre less is not") {
  const std::vector<BoxRow> rows{at(107), at(314)};
  CHECK(violations(problem_with(7), rows).empty());
  CHECK(violations(problem_with(6.5), rows).empty());
  CHECK_THAT(violations(problem_with(7), {at(107), at(314 - 1e-5)}).at(0),
             Contains("boxes 0 and 1 are 6.99999 mm apart, less than the gap of 7 mm"));
  CHECK_THAT(violations(problem_with(7), {at(107 - 1e-5), at(314)}).at(0),
             Contains("box 0 and the wall of the container: triangle") &&
                 Contains("are 6.99999 mm apart, less than the gap of 7 mm"));
  CHECK_THAT(violations(problem_with(7), {at(107), at(300)}).at(0), Contains("overlap by 7.00000 mm"));
}

TEST_CASE("The gap of turned boxes is the distance of their edges") {
  // Two edges cross at a right angle, one above the other.
  const double half = std::sqrt(0.5);
  BoxRow lower = at(215, 57, 0), upper = at(215, 57, 0);
  lower.edge = {100, 20, 20};
  lower.second_axis = {0, half, half};
  upper.edge = {20, 50, 20};
  upper.first_axis = {half, 0, half};
  const double reach = 20 * half;
  lower.centre.z = 30;
  upper.centre.z = 30 + 2 * reach + 4;
  CHECK(violations(problem_with(3.999), {lower, upper}).empty());
  CHECK_FALSE(violations(problem_with(4.001), {lower, upper}).empty());
}

TEST_CASE("Fixed boxes keep the gap to others only") {
  TrunkProblem problem = problem_with(5);
  problem.fixed = {at(100, 57, 25), at(300, 57, 25)};
  CHECK(violations(problem, problem.fixed).empty());
  std::vector<BoxRow> rows = problem.fixed;
  rows.push_back(at(110, 57, 80));
  CHECK(violations(problem, rows).empty());
  rows.back().centre.z = 79;
  CHECK(violations(problem, rows).size() == 2);
}

TEST_CASE("A box to be kept free is two corners of it") {
  const KeepOut box = parse_keep_out("10,0,5,-10,1e1,25");
  CHECK(box.low == Vec3d{-10, 0, 5});
  CHECK(box.high == Vec3d{10, 10, 25});
  CHECK(jam::trunk::volume_of(surface_of(box, LengthUnit::centimetre, UpAxis::y)) == Approx(4e6));
  for (const char* text : {"", "1,2,3", "1,2,3,4,5", "1,2,3,4,5,6,7", "1,2,3,4,5,x", "1,2,3,4,5,inf"})
    CHECK_THROWS_WITH(parse_keep_out(text), Contains("X0,Y0,Z0,X1,Y1,Z1 is accepted"));
  CHECK_THROWS_WITH(parse_keep_out("0,0,0,1,0,1"), Contains("no volume"));
}
