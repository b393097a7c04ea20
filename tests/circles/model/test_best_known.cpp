// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The table of best known radii and comparisons with it.
#include <catch2/catch.hpp>

#include "jam/circles/model/best_known.hpp"
#include "jam/circles/model/search.hpp"
#include "jam/core/error.hpp"

using namespace jam::circles;
using Catch::Matchers::Contains;

namespace {

BestKnown value_of(const std::string& text) {
  return parse_best_known("family,n,radius,source\nequal,1," + text + ",x", "t").at({"equal", 1});
}

}  // namespace

TEST_CASE("the table has the values that the literature names", "[unit]") {
  CHECK(best_known("linear", 10)->radius == 22.000193012737);
  CHECK(best_known("linear", 10)->text == "22.000193012737");
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

TEST_CASE("a source says what the value is: a proven optimum and by whom, a conjecture, or a bound",
          "[unit]") {
  CHECK(source_text(*best_known("equal", 10)) == "proven optimum, Pirl 1969");
  CHECK(source_text(*best_known("equal", 7)) == "proven optimum");
  CHECK(source_text(*best_known("equal", 14)) == "conjectured optimum, Goldberg 1971");
  CHECK(reached(4.328428554861, *best_known("equal", 14)));
  for (const auto& [n, radius] :
       {std::pair(14, 4.328428554861), {16, 4.615425594873}, {17, 4.792033731742}}) {
    CAPTURE(n);
    CHECK(meets_target(radius, target_of(*best_known(
                                   "equal", n))));  // 18.1: a search for three decimals must be able to end.
  }
  CHECK_FALSE(reached(4.33, *best_known("equal", 14)));
  for (const char* family : {"sqrt", "inv-sqrt", "inv-fifth", "inv-two-thirds"})
    CHECK_THAT(source_text(*best_known(family, 50)), Contains("upper bound of 2015"));
  CHECK_THAT(source_text(*best_known("linear", 24)), Contains("2013"));
}

TEST_CASE("the copy compiled in is complete and equals the table in use", "[unit]") {
  const BestKnownTable embedded = parse_best_known(best_known_csv(), "embedded");
  CHECK(embedded.size() == best_known_table().size());
  CHECK(embedded.size() == 206 + 40 + 14 + 5 + 4 * 96);
}

TEST_CASE("a published value keeps all its digits, also those that no double holds", "[unit]") {
  for (const char* text : {"3.8130256313981243982516251560", "4.328", "7", "22.000193012737"})
    CHECK(value_of(text).text == text);
  CHECK(best_known("equal", 10)->text == "3.8130256313981243982516251560");
  CHECK(best_known("equal", 150)->text == "13.4608063709697900630016100898");
}

TEST_CASE(
    "a radius reaches a value up to one unit of its last published decimal, met to 1e-9 as every target",
    "[unit]") {
  const BestKnown few = value_of("104.5403");
  CHECK(reached(104.5403, few));
  CHECK(reached(104.5403 + 0.99e-4, few));
  CHECK_FALSE(reached(104.5403 + 1.01e-4, few));
  CHECK(reached(100, few));
  CHECK(beats(104.5403 - 1.01e-4, few));
  CHECK_FALSE(beats(104.5403 - 0.99e-4, few));
}

TEST_CASE("exact values and values with more digits than a double are reached to 1e-9", "[unit]") {
  for (const char* text : {"5", "3.8130256313981243982516251560"}) {
    const BestKnown value = value_of(text);
    CHECK(reached(value.radius * (1 + 0.9e-9), value));
    CHECK_FALSE(reached(value.radius * (1 + 1.1e-9), value));
    CHECK(beats(value.radius * (1 - 1.1e-9), value));
    CHECK_FALSE(beats(value.radius * (1 - 0.9e-9), value));
  }
}

TEST_CASE("what is called reached also ends a search for it, and the other way round", "[unit]") {
  for (const char* text : {"4.328", "104.54036376", "5", "3.8130256313981243982516251560"}) {
    const BestKnown value = value_of(text);
    for (const double excess : {-1e-3, 0.0, 1e-12, 1e-10, 0.9e-9, 1.1e-9, 1e-5, 2e-4, 3e-4, 1e-3})
      CHECK(reached(value.radius * (1 + excess), value) ==
            meets_target(value.radius * (1 + excess), target_of(value)));
  }
}

TEST_CASE("the relative gap is negative for a better packing", "[unit]") {
  const BestKnown value = value_of("100");
  CHECK(relative_gap(101, value) == Approx(0.01));
  CHECK(relative_gap(99, value) == Approx(-0.01));
}

TEST_CASE("a table keeps sources with commas, comments, Windows line ends and a missing final newline",
          "[unit]") {
  const BestKnownTable table =
      parse_best_known("# c\r\nfamily,n,radius,source\r\n\r\nlinear,1,1,exact\r\nsqrt,2,2.4142,a, b", "t");
  CHECK(table.size() == 2);
  CHECK(table.at({"linear", 1}).text == "1");
  CHECK(table.at({"sqrt", 2}).source == "a, b");
  CHECK(table.at({"sqrt", 2}).text == "2.4142");
}

TEST_CASE("a malformed table is refused with line and field", "[unit]") {
  const std::string head = "family,n,radius,source\n";
  const auto parse = [&](const std::string& row) { return parse_best_known(head + row, "t.csv"); };
  CHECK_THROWS_WITH(parse_best_known("", "t.csv"), Contains("t.csv") && Contains("empty"));
  CHECK_THROWS_WITH(parse_best_known("n,radius\n", "t.csv"), Contains("t.csv:1") && Contains("header"));
  CHECK_THROWS_WITH(parse("cubic,1,1,x"), Contains("t.csv:2") && Contains("family"));
  CHECK_THROWS_WITH(parse("linear,0,1,x"), Contains("n: '0'"));
  CHECK_THROWS_WITH(parse("linear,1.5,1,x"), Contains("n: '1.5'"));
  CHECK_THROWS_WITH(parse("linear,1,nan,x"), Contains("radius: 'nan'"));
  CHECK_THROWS_WITH(parse("linear,1,-1,x"), Contains("radius"));
  CHECK_THROWS_WITH(parse("linear,1,1"), Contains("4 fields"));
  CHECK_THROWS_WITH(parse("linear,1,1,x\nlinear,1,1,y"), Contains("t.csv:3") && Contains("second"));
}
