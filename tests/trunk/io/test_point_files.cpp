// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// POINT files: units, round trips, and malformed input.
#include "jam/trunk/io/point_files.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "jam/core/error.hpp"
#include "jam/io/read_file.hpp"
#include "support/refusal.hpp"
#include "support/temporary_file.hpp"

using namespace jam;
using namespace jam::trunk;
using Catch::Matchers::Contains;
using Catch::Matchers::Equals;

namespace {

std::string refusal(const std::string& text) {
  const TemporaryFile file("a.point", text);
  return jam::test::refusal_of([&] { return read_points(file.path()); });
}

}  // namespace

TEST_CASE("points are millimetres in memory and tenths in files", "[unit]") {
  const TemporaryFile written("b.point", "");
  write_points(written.path(), {{1, 2.5, -0.05}, {0, 1e9, 123.456}, {-0.5, 10, -12}});
  CHECK_THAT(io::read_file(written.path()), Equals("3\n10 25 -0.5\n0 10000000000 1234.56\n-5 100 -120\n"));
  const TemporaryFile file("a.point", "2 # two\n10 25 -0.5\n\n+1e1 3 0.1e-3 # last\n");
  const std::vector<Vec3d> points = read_points(file.path());
  REQUIRE(points.size() == 2);
  CHECK(points[0] == Vec3d{1, 2.5, -0.05});
  CHECK(points[1] == Vec3d{1, 0.3, 1e-5});
}

TEST_CASE("points read back as the same doubles", "[unit]") {
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal;
  std::vector<Vec3d> points = {
      {0.1, 0.3, -0.0}, {5e-324, 1e-300, 0.30000000000000004}, {-1e9, 1 / 3.0, 0.01}};
  for (int k = 0; k < 5000; ++k)
    points.push_back({1000 * normal(random), normal(random), std::exp(3 * normal(random))});
  const TemporaryFile file("a.point", "");
  write_points(file.path(), points);
  CHECK(read_points(file.path()) == points);
}

TEST_CASE("malformed POINT files are refused with line and field", "[unit]") {
  CHECK_THAT(refusal(""), Contains("a.point: is empty"));
  CHECK_THAT(refusal("0\n"), Contains("count of points is '0'"));
  CHECK_THAT(refusal("2\n1 2 3\n"),
             Contains("a.point:1: announces 2 points, but the file holds 1: it is truncated"));
  CHECK_THAT(refusal("1\n1 2 3\n4 5 6\n"), Contains("announces 1 points, but the file holds 2"));
  CHECK_THAT(refusal("2\n1 2 3\n1 2\n"), Contains("a.point:3: the line has 2 fields: 3 are needed (x y z)"));
  CHECK_THAT(refusal("1\n1 inf 3\n"), Contains("a.point:2: field 2 (y) is 'inf': a finite number"));
  CHECK_THAT(refusal("1\n1 2 3mm\n"), Contains("field 3 (z) is '3mm'"));
  CHECK_THAT(refusal("1\n1 2 1e11\n"), Contains("field 3 (z) is '1e11': at most 1e10"));
  CHECK_THROWS_WITH(read_points("no-such.point"), Contains("no-such.point: cannot be opened"));
}
