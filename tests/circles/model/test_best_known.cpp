// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The table of best known radii and comparisons with it.
#include <catch2/catch.hpp>

#include "jam/circles/model/best_known.hpp"
#include "jam/core/error.hpp"

using namespace jam::circles;
using Catch::Matchers::Contains;

TEST_CASE("the table has the values that the literature names", "[unit]") {
  CHECK(best_known("linear", 10)->radius == 22.000193012737);
  CHECK(best_known("linear", 10)->decimals == 12);
  CHECK(best_known("linear", 128)->radius == 889.40832794);
  CHECK_THAT(best_known("linear", 24)->source, Contains("Ye13"));
  CHECK(best_known("equal", 61)->radius == Approx(8.6612975755).epsilon(1e-10));
  CHECK(best_known("sqrt", 10)->radius == 8.3034681221);
  CHECK(best_known("inv-sqrt", 100)->radius == 2.4002425759);
  CHECK(best_known("inv-fifth", 5)->radius == 2.2446158461);
  CHECK(best_known("inv-two-thirds", 100)->radius == 1.7872378037);
  CHECK_FALSE(best_known("linear", 201).has_value());
  CHECK_FALSE(best_known("file", 10).has_value());
}

TEST_CASE("a source says what the value is: a proven optimum and by whom, a conjecture, or a bound", "[unit]") {
  CHECK(source_text(*best_known("equal", 10)) == "proven optimum, Pirl 1969");
  CHECK(source_text(*best_known("equal", 7)) == "proven optimum");
  CHECK(source_text(*best_known("equal", 14)) == "conjectured optimum, Goldberg 1971");
  CHECK(reached(4.328428554861, *best_known("equal", 14)));
  CHECK_FALSE(reached(4.33, *best_known("equal", 14)));
  for (const char* family : {"sqrt", "inv-sqrt", "inv-fifth", "inv-two-thirds"})
    CHECK_THAT(source_text(*best_known(family, 50)), Contains("upper bound of 2015"));
  CHECK_THAT(source_text(*best_known("linear", 24)), Contains("2013"));
}

TEST_CASE("the copy compiled in is complete and equals the table in use", "[unit]") {
  const BestKnownTable embedded = BestKnownTable::parse(best_known_csv(), "embedded");
  CHECK(embedded.count() == best_known_table().count());
  CHECK(embedded.count() == 206 + 40 + 14 + 5 + 4 * 96);
}

TEST_CASE("a radius reaches a value up to one unit of its last published decimal", "[unit]") {
  const BestKnown eight{104.54036376, 8, "x"};
  CHECK(reached(104.54036376, eight));
  CHECK(reached(104.54036376 + 0.9e-8, eight));
  CHECK_FALSE(reached(104.54036376 + 1.1e-8, eight));
  CHECK(reached(100, eight));
}

TEST_CASE("exact values and values with more digits than a double allow for rounding outwards only", "[unit]") {
  const BestKnown exact{5, 0, "exact"};
  CHECK(reached(5 * (1 + 0.9e-12), exact));
  CHECK_FALSE(reached(5 * (1 + 2e-12), exact));
  const BestKnown long_value{3.8130256313981243982516251560, 28, "x"};
  CHECK(reached(3.8130256313981244 * (1 + 0.9e-12), long_value));
  CHECK_FALSE(reached(3.8130256313981244 * (1 + 2e-12), long_value));
}

TEST_CASE("the relative gap is negative for a better packing", "[unit]") {
  const BestKnown value{100, 8, "x"};
  CHECK(relative_gap(101, value) == Approx(0.01));
  CHECK(relative_gap(99, value) == Approx(-0.01));
}

TEST_CASE("a table keeps sources with commas, comments, Windows line ends and a missing final newline", "[unit]") {
  const BestKnownTable table = BestKnownTable::parse("# c\r\nfamily,n,radius,source\r\n\r\nlinear,1,1,exact\r\nsqrt,2,2.4142,a, b", "t");
  CHECK(table.count() == 2);
  CHECK(table.find("linear", 1)->decimals == 0);
  CHECK(table.find("sqrt", 2)->source == "a, b");
  CHECK(table.find("sqrt", 2)->decimals == 4);
}

TEST_CASE("a malformed table is refused with line and field", "[unit]") {
  const std::string head = "family,n,radius,source\n";
  const auto parse = [&](const std::string& row) { return BestKnownTable::parse(head + row, "t.csv"); };
  CHECK_THROWS_WITH(BestKnownTable::parse("", "t.csv"), Contains("t.csv") && Contains("empty"));
  CHECK_THROWS_WITH(BestKnownTable::parse("n,radius\n", "t.csv"), Contains("t.csv:1") && Contains("header"));
  CHECK_THROWS_WITH(parse("cubic,1,1,x"), Contains("t.csv:2") && Contains("family"));
  CHECK_THROWS_WITH(parse("linear,0,1,x"), Contains("n: '0'"));
  CHECK_THROWS_WITH(parse("linear,1.5,1,x"), Contains("n: '1.5'"));
  CHECK_THROWS_WITH(parse("linear,1,nan,x"), Contains("radius: 'nan'"));
  CHECK_THROWS_WITH(parse("linear,1,-1,x"), Contains("radius"));
  CHECK_THROWS_WITH(parse("linear,1,1"), Contains("4 fields"));
  CHECK_THROWS_WITH(parse("linear,1,1,x\nlinear,1,1,y"), Contains("t.csv:3") && Contains("second"));
}
