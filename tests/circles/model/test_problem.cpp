// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Radius families, lists of radii, and their errors.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "jam/circles/model/problem.hpp"
#include "jam/core/error.hpp"
#include "support/temporary_file.hpp"

using namespace jam::circles;
using Catch::Matchers::Contains;
using jam::InputError;

TEST_CASE("every family but one has the radii i^p in ascending order", "[unit]") {
  for (std::string_view family : family_names) {
    if (family == "bidisperse") continue;
    const double exponent = family_exponent(family).value();
    const Problem problem = make_problem(family, 50);
    REQUIRE(problem.count() == 50);
    CHECK(problem.family == family);
    CHECK(std::is_sorted(problem.radii.begin(), problem.radii.end()));
    for (int i = 1; i <= 50; ++i) {
      const double expected = std::pow(i, exponent);
      const double found = problem.radii[exponent < 0 ? 50 - i : i - 1];
      CHECK(std::abs(found - expected) <= 1e-15 * expected * 2);  // One rounding more or less than pow.
    }
  }
}

TEST_CASE("linear and equal radii are exact", "[unit]") {
  CHECK(make_problem("linear", 3).radii == std::vector<double>{1, 2, 3});
  CHECK(make_problem("equal", 3).radii == std::vector<double>{1, 1, 1});
}

TEST_CASE("bidisperse circles are as many small as large ones, or one more", "[unit]") {
  CHECK(make_problem("bidisperse", 4).radii == std::vector<double>{1, 1, 1.4, 1.4});
  CHECK(make_problem("bidisperse", 5).radii == std::vector<double>{1, 1, 1, 1.4, 1.4});
  CHECK(make_problem("bidisperse", 1).radii == std::vector<double>{1});
}

TEST_CASE("a bad family or number of circles is refused with what is known or allowed", "[unit]") {
  CHECK_THROWS_WITH(make_problem("cubic", 5), Contains("cubic") && Contains("inv-two-thirds"));
  CHECK_THROWS_WITH(make_problem("file", 5), Contains("unknown radius family"));
  CHECK_THROWS_WITH(make_problem("linear", 0), Contains("at least 1"));
  CHECK_THROWS_WITH(make_problem("linear", -7), Contains("-7"));
  CHECK_THROWS_WITH(make_problem("linear", 2'000'001), Contains("at most 2000000"));
  CHECK_THROWS_AS(make_problem("linear", std::numeric_limits<long long>::max()), InputError);
  CHECK(is_family("inv-fifth"));
  CHECK_FALSE(is_family("Linear"));
}

TEST_CASE("given radii are sorted and a family is recognised, also from rounded decimals", "[unit]") {
  for (std::string_view family : family_names) {
    std::vector<double> radii = make_problem(family, 20).radii;
    for (double& radius : radii) radius *= 1 + 3e-13;
    std::reverse(radii.begin(), radii.end());
    const Problem problem = problem_from_radii(radii);
    CHECK(problem.family == family);
    CHECK(problem.radii == make_problem(family, 20).radii);
  }
}

TEST_CASE("scaled families and other lists are no family", "[unit]") {
  CHECK(problem_from_radii({2, 4, 6}).family == "file");
  CHECK(problem_from_radii({1, 2, 4}).family == "file");
  CHECK(problem_from_radii({3, 0.5}).radii == std::vector<double>{0.5, 3});
}

TEST_CASE("radii that are not finite and positive are refused", "[unit]") {
  CHECK_THROWS_WITH(problem_from_radii({}), Contains("empty"));
  CHECK_THROWS_WITH(problem_from_radii({1, 0}), Contains("radius 2"));
  CHECK_THROWS_WITH(problem_from_radii({1, 2, -3}), Contains("radius 3"));
  CHECK_THROWS_AS(problem_from_radii({std::numeric_limits<double>::quiet_NaN()}), InputError);
  CHECK_THROWS_AS(problem_from_radii({std::numeric_limits<double>::infinity()}), InputError);
}

TEST_CASE("a file of radii is read with comments, Windows line ends and without a final newline", "[unit]") {
  const TemporaryFile file("radii.txt", "# radii\r\n2.5\r\n\r\n1  # the small one\r\n7e-1");
  const Problem problem = read_radii(file.path());
  CHECK(problem.radii == std::vector<double>{0.7, 1, 2.5});
  CHECK(problem.family == "file");
}

TEST_CASE("a file of radii may count equal ones, and be CSV", "[unit]") {
  const auto radii_of = [](const std::string& text) {
    const TemporaryFile file("radii.csv", text);
    return read_radii(file.path()).radii;
  };
  for (const char* text :
       {"3 x 1.25\n2\n", "3x1.25\n2", "2\n3*1.25 # three\n", "3 X1.25\r\n1 * 2\r\n", "1.25,1.25, 1.25;2\n",
        "3 x 1.25, 2\n", "radius\n1.25\n1.25\n1.25\n2\n", "count,radius\n3,1.25\n1,2\n",
        "\"Radius\";name;\"Count\"\n2;\"b\";1\n1.25;a;3\n"}) {
    INFO(text);
    CHECK(radii_of(text) == std::vector<double>{1.25, 1.25, 1.25, 2});
  }
}

TEST_CASE("a malformed file of radii is refused with file, line and field", "[unit]") {
  const auto message_for = [](const std::string& text, long long n = 0) {
    const TemporaryFile file("radii.txt", text);
    try {
      (void)read_radii(file.path(), n);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  CHECK_THAT(message_for(""), Contains("radii.txt") && Contains("empty"));
  CHECK_THAT(message_for("# nothing\n"), Contains("empty"));
  CHECK_THAT(message_for("1\nnan\n"), Contains("radii.txt:2:") && Contains("radius"));
  CHECK_THAT(message_for("1\n2\ninf\n"), Contains("radii.txt:3:"));
  CHECK_THAT(message_for("-1\n"), Contains("radii.txt:1:"));
  CHECK_THAT(message_for("0\n"), Contains("radii.txt:1:"));
  CHECK_THAT(message_for("1\n2 3\n"), Contains("radii.txt:2:"));
  CHECK_THAT(message_for("one\n"), Contains("'one'"));
  CHECK_THAT(message_for("x 1\n"), Contains("radii.txt:1:") && Contains("12 x 1.25"));
  CHECK_THAT(message_for("1\n1.5 x 2\n"), Contains("radii.txt:2:") && Contains("count is '1.5'"));
  CHECK_THAT(message_for("0 x 2\n"), Contains("count is '0'"));
  CHECK_THAT(message_for("3 x -2\n"), Contains("'-2'"));
  CHECK_THAT(message_for("3 x 2 x 1\n"), Contains("'2 x 1'"));
  CHECK_THAT(message_for("2000000 x 1\n1\n"), Contains("more than 2000000 radii"));
  CHECK_THAT(message_for("9000000000 x 1\n"), Contains("count is"));
  CHECK_THAT(message_for("0.5,0.2,1\n0.1,0.3,1\n"), Contains("radii.txt:1:") && Contains("'radius'"));
  CHECK_THAT(message_for("size,name\n1,a\n"), Contains("radii.txt:1:") && Contains("'radius'"));
  CHECK_THAT(message_for("name,radius\na,1\nb\n"), Contains("radii.txt:3:"));
  CHECK_THAT(message_for("radius\n"), Contains("holds no radii"));
  CHECK_THAT(message_for("1\n2\n", 3), Contains("2 radii") && Contains("3"));
  CHECK(message_for("1\n2\n", 2) == "accepted");
  CHECK_THROWS_AS(read_radii("no-such-folder/radii.txt"), InputError);
}
