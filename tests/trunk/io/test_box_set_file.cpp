// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Sets of the user's own, as JSON and as packing lists.
#include <catch2/catch.hpp>

#include <string>

#include "jam/core/error.hpp"
#include "jam/trunk/io/box_set_file.hpp"

using namespace jam;
using namespace jam::trunk;
using Catch::Contains;

namespace {

/// A set with this list of items.
BoxSet set_of(const std::string& items) {
  return parse_box_set(R"({"schema": "jampack/box-set/1", "items": )" + items + "}", "own.json");
}

/// A set of one item, with more keys.
BoxSet item(const std::string& more) {
  return set_of(R"([{"name": "a", "edges_mm": [300, 200, 100])" + more + "}]");
}

BoxSet list_of(const std::string& lines) {
  return parse_packing_list("name,length,width,height,count\n" + lines, "list.csv");
}

}  // namespace

TEST_CASE("a set of items is read with all that it says") {
  const BoxSet set = parse_box_set(R"({"schema": "jampack/box-set/1", "name": "trip", "items": [
    {"name": "case <b>", "edges_mm": [750, 500, 250], "count": 2, "value": 12.5},
    {"name": "crate", "edges_mm": [400, 300, 330], "orientations": "upright"},
    {"name": "chair", "edges_mm": [600, 150, 120], "orientations": [3, 1], "last": true}]})",
                                   "own.json");
  CHECK(set.own);
  CHECK(set.name == "trip");
  REQUIRE(set.pieces.size() == 3);
  CHECK(set.pieces[0].name == "case <b>");
  CHECK(set.pieces[0].edge == Vec3d{750, 500, 250});
  CHECK(set.pieces[0].count == 2);
  CHECK(set.pieces[0].value == 12.5);
  CHECK(set.pieces[0].any_way());
  CHECK(set.pieces[1].count == 0);
  CHECK_FALSE(set.pieces[1].value.has_value());
  CHECK(set.pieces[1].vertical == std::array{false, false, true});
  CHECK(set.pieces[2].vertical == std::array{true, false, true});
  CHECK(set.pieces[2].last);
  CHECK(item("").name == "own");
}

TEST_CASE("an item alone without limit and rule is packed as boxes of one size") {
  CHECK(item("").uniform());
  CHECK_FALSE(item(R"(, "count": 3)").uniform());
  CHECK_FALSE(item(R"(, "orientations": "upright")").uniform());
  CHECK_FALSE(item(R"(, "least_count": 3)").uniform());
  CHECK_FALSE(item(R"(, "carries_kg": 0)").uniform());
  CHECK_FALSE(item(R"(, "value": 3)").has_values());
}

TEST_CASE("a set that cannot be is refused by place and reason") {
  CHECK_THROWS_WITH(set_of("[]"), "own.json: items: it is empty: at least one item is needed");
  CHECK_THROWS_WITH(item(R"(, "fragility": "red")"),
                    Contains("items[0].fragility") &&
                        Contains("possible here are name, edges_mm, count, least_count, value, orientations, "
                                 "last, mass_kg, carries_kg, colour"));
  CHECK_THROWS_WITH(parse_box_set(R"({"schema": "jampack/scene/1", "items": []})", "own.json"),
                    Contains("jampack/box-set/1"));
  for (const char* count : {"0", "-1", "1.5", "1000000", "1e99"})
    CHECK_THROWS_WITH(item(std::string(R"(, "count": )") + count),
                      Contains("items[0].count") && Contains("from 1 to 10000"));
  CHECK_THROWS_WITH(item(R"(, "count": "2")"), Contains("expected a number"));
  for (const char* value : {"0", "-2", "1e10"})
    CHECK_THROWS_WITH(item(std::string(R"(, "value": )") + value), Contains("a number above 0"));
  for (const char* ways : {R"("flat")", "[]", "[4]", "[1, 1]", "3", R"(["z"])", "null"})
    CHECK_THROWS_WITH(item(std::string(R"(, "orientations": )") + ways), Contains("items[0].orientations"));
  CHECK_THROWS_WITH(set_of(R"([{"name": "a", "edges_mm": [300, 200]}])"), Contains("three edges"));
  CHECK_THROWS_WITH(set_of(R"([{"name": "a", "edges_mm": [300, 0, 100]}])"),
                    Contains("items[0].edges_mm[1]") && Contains("0.001 to 1e6"));
  CHECK_THROWS_WITH(set_of(R"([{"edges_mm": [300, 20, 100]}])"), Contains("name"));
  CHECK_THROWS_WITH(set_of(R"([{"name": "a\nb", "edges_mm": [300, 20, 100]}])"), Contains("items[0].name"));
  CHECK_THROWS_WITH(set_of(R"([{"name": "a", "edges_mm": [3, 2, 1]}, {"name": "a", "edges_mm": [4, 2, 1]}])"),
                    Contains("items[1].name") && Contains("an item before"));
  CHECK_THROWS_WITH(item(R"(, "last": true)"), Contains("last"));
  std::string many = "[";
  for (int i = 0; i <= item_limit; ++i)
    many += (i > 0 ? "," : "") + std::string(R"({"name": ")") + std::to_string(i) +
            R"(", "edges_mm": [3, 2, 1]})";
  CHECK_THROWS_WITH(set_of(many + "]"), Contains("1001 items: at most 1000 are accepted"));
}

TEST_CASE("an item has a least number, a mass, a limit and a colour") {
  const BoxSet set =
      item(R"(, "count": 4, "least_count": 4, "mass_kg": 7.5, "carries_kg": 0, "colour": "#33AAff")");
  const Piece& piece = set.pieces.front();
  CHECK(piece.least == 4);
  CHECK(piece.mass == 7.5);
  CHECK(piece.carries == 0.0);
  CHECK(piece.colour == "#33aaff");
  CHECK(set.has_least());
  CHECK(set.has_limits());
  CHECK_FALSE(item("").has_least());
  CHECK_FALSE(item("").has_limits());
}

TEST_CASE("numbers, masses, limits and colours that cannot be are refused") {
  CHECK_THROWS_WITH(
      item(R"(, "count": 3, "least_count": 4)"),
      "own.json: items[0].least_count: at least 4 are asked for, but count allows 3: a number up to "
      "count is accepted");
  for (const char* least : {"0", "-1", "1000000"})
    CHECK_THROWS_WITH(item(std::string(R"(, "least_count": )") + least),
                      Contains("items[0].least_count") && Contains("from 1 to 10000"));
  for (const char* mass : {"0", "-1", "1e6"})
    CHECK_THROWS_WITH(item(std::string(R"(, "mass_kg": )") + mass), Contains("a mass from 0.001 to 1e5 kg"));
  for (const char* carries : {"-1", "1e6"})
    CHECK_THROWS_WITH(item(std::string(R"(, "carries_kg": )") + carries), Contains("a mass from 0"));
  CHECK_THROWS_WITH(item(R"(, "carries_kg": false)"), Contains("expected a number"));
  for (const char* colour : {"red", "#12345", "#1234567", "#12345g", "123456#"})
    CHECK_THROWS_WITH(item(std::string(R"(, "colour": ")") + colour + '"'),
                      Contains("a colour like \"#3366cc\""));
  CHECK_THROWS_WITH(set_of(R"([{"name": "a", "edges_mm": [3, 2, 1], "mass_kg": 2, "carries_kg": 5},
                               {"name": "b", "edges_mm": [4, 2, 1]}])"),
                    Contains("items[0].carries_kg: 'b' has no mass_kg"));
  CHECK_NOTHROW(set_of(R"([{"name": "a", "edges_mm": [3, 2, 1], "carries_kg": 0},
                           {"name": "b", "edges_mm": [4, 2, 1]}])"));
}

TEST_CASE("a packing list is read as spreadsheets write it") {
  const BoxSet set = parse_packing_list(
      "\xef\xbb\xbfname,length,width,height,count\r\n\"crate, heavy\", 400 ,300,250.5,6\r\n\r\n"
      "\"lamp \"\"T\"\"\",700,250,250,1",
      "out/moving.csv");
  CHECK(set.own);
  CHECK(set.name == "moving");
  REQUIRE(set.pieces.size() == 2);
  CHECK(set.pieces[0].name == "crate, heavy");
  CHECK(set.pieces[0].edge == Vec3d{400, 300, 250.5});
  CHECK(set.pieces[0].count == 6);
  CHECK(set.pieces[1].name == "lamp \"T\"");
  CHECK(set.pieces[1].count == 1);
}

TEST_CASE("a packing list that cannot be is refused by line and column") {
  CHECK_THROWS_WITH(parse_packing_list("", "list.csv"),
                    "list.csv:1: the header of a packing list is needed: name,length,width,height,count");
  CHECK_THROWS_WITH(parse_packing_list("name;length;width;height;count\n", "list.csv"), Contains("header"));
  CHECK_THROWS_WITH(list_of(""), Contains("no item follows"));
  CHECK_THROWS_WITH(list_of("a,1,2,3\n"), Contains("list.csv:2: 4 fields"));
  CHECK_THROWS_WITH(list_of("a,1,2,3,4\n\nb,1,x,3,4\n"), Contains("list.csv:4: width is 'x'"));
  CHECK_THROWS_WITH(list_of("a,1,2,-3,4\n"), Contains("list.csv:2: height is '-3'"));
  CHECK_THROWS_WITH(list_of("a,1,2,3,1000000\n"), Contains("count is '1000000'") && Contains("1 to 10000"));
  CHECK_THROWS_WITH(list_of("a,1,2,3,\n"), Contains("count is ''"));
  CHECK_THROWS_WITH(list_of("a,1,2,3,4\na,2,2,3,4\n"), Contains("list.csv:3") && Contains("item before"));
  CHECK_THROWS_WITH(list_of("\"a,1,2,3,4\n"), Contains("list.csv:2: a quote is not closed"));
  CHECK_THROWS_WITH(list_of("a\"b,1,2,3,4\n"), Contains("list.csv:2: a quote inside"));
  CHECK_THROWS_WITH(list_of("\"a\nb\",1,2,3,4\n"), Contains("control character"));
  CHECK_THROWS_WITH(list_of("caf\xe9,1,2,3,4\n"), Contains("not UTF-8"));
}
