// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The reader of text tables: what it keeps, and what its errors say.
#include <catch2/catch.hpp>

#include <cmath>
#include <fstream>

#include "jam/core/error.hpp"
#include "jam/io/text_table.hpp"
#include "support/paths.hpp"

using namespace jam;
using namespace jam::io;

TEST_CASE("records, comments and blank lines are told apart", "[unit]") {
  const TextTable table("t", "# head\n3 # count\n\n 1\t2.5  3 # tail\n   \n#1 2 3\n4 5 6");
  REQUIRE(table.row_count() == 3);
  CHECK(table.field_count(0) == 1);
  CHECK(table.field_count(1) == 3);
  CHECK(table.line(0) == 2);
  CHECK(table.line(1) == 4);
  CHECK(table.line(2) == 7);
  CHECK(table.number(1, 1, "x") == 2.5);
  CHECK(table.field(2, 2, "y") == "6");
  CHECK(table.comments().size() == 4);
}

TEST_CASE("Windows line ends, a byte order mark and a missing last line end change nothing", "[unit]") {
  const TextTable table("t",
                        "\xEF\xBB\xBF"
                        "1 2\r\n# key: value\r\n3 4");
  REQUIRE(table.row_count() == 2);
  CHECK(table.number(0, 1, "y") == 2);
  CHECK(table.number(1, 1, "y") == 4);
  REQUIRE(table.find_comment("key") != nullptr);
  CHECK(table.find_comment("key")->value == "value");
}

TEST_CASE("annotations keep key, exact value and line; the last one counts", "[unit]") {
  const TextTable table("file",
                        "# enclosing-radius: 22.000193012737\n#centre:0 0\n# two words: no key\n#\n1\n# "
                        "enclosing-radius: 22.10 \n");
  const Comment* radius = table.find_comment("enclosing-radius");
  REQUIRE(radius != nullptr);
  CHECK(radius->value == "22.10");
  CHECK(radius->line == 6);
  CHECK(table.comment_number(*radius) == 22.1);
  REQUIRE(table.find_comment("centre") != nullptr);
  CHECK(table.find_comment("centre")->value == "0 0");
  CHECK(table.find_comment("words") == nullptr);
  CHECK(table.find_comment("") == nullptr);
  CHECK_THROWS_WITH(table.comment_number(*table.find_comment("centre")),
                    "file:2: comment 'centre' is '0 0': a finite number is needed");
}

TEST_CASE("errors name file, line and field, and what is needed", "[unit]") {
  const TextTable table("my.circles", "# c\n1 2\n3 abc\nnan -1\n1e999 0\n7.5 99999999999999999999\n");
  CHECK_THROWS_AS(table.number(1, 1, "x"), InputError);
  CHECK_THROWS_WITH(table.number(1, 1, "x"), "my.circles:3: field 2 (x) is 'abc': a finite number is needed");
  CHECK_THROWS_WITH(table.number(2, 0, "r"), "my.circles:4: field 1 (r) is 'nan': a finite number is needed");
  CHECK_THROWS_WITH(table.number(2, 1, "r", NumberRule::positive),
                    "my.circles:4: field 2 (r) is '-1': a finite number above 0 is needed");
  CHECK_THROWS_WITH(table.number(3, 1, "r", NumberRule::positive),
                    "my.circles:5: field 2 (r) is '0': a finite number above 0 is needed");
  CHECK_THROWS_WITH(table.number(0, 2, "y"), "my.circles:2: field 3 (y) is missing: the line has 2 fields");
  CHECK_THROWS_WITH(table.integer(4, 0, "index", 1, 9),
                    "my.circles:6: field 1 (index) is '7.5': a whole number from 1 to 9 is needed");
  CHECK_THROWS_WITH(table.integer(4, 1, "index", 1, 9), Catch::Contains("my.circles:6: field 2 (index)"));
  CHECK_THROWS_WITH(table.require_field_count(0, 3, "r x y"),
                    "my.circles:2: the line has 2 fields: 3 are needed (r x y)");
  CHECK_NOTHROW(table.require_field_count(0, 2, "x y"));
  CHECK(table.integer(0, 1, "index", 2, 2) == 2);
  CHECK_THROWS_AS(table.integer(0, 1, "index", 3, 9), InputError);
}

TEST_CASE("a number of Fortran is named", "[unit]") {
  const TextTable table("t", "1.5D-3 2d+4 d -1D0\n");
  CHECK_THROWS_WITH(
      table.number(0, 0, "x"),
      "t:1: field 1 (x) is '1.5D-3': a finite number, with e in place of Fortran's D, is needed");
  CHECK_THROWS_WITH(table.number(0, 1, "x"), Catch::Contains("Fortran's D"));
  CHECK_THROWS_WITH(table.number(0, 2, "x"), "t:1: field 3 (x) is 'd': a finite number is needed");
  CHECK(without_fortran_exponent("1.5D-3") == "1.5e-3");
}

TEST_CASE("a table in UTF-16 with a mark is read in either byte order", "[unit]") {
  for (const bool little : {true, false}) {
    std::string text = little ? "\xFF\xFE" : "\xFE\xFF";
    for (const char c : std::string("1 2.5\n3 4 # \x01\n")) {
      if (little) text += c, text += c == 1 ? '\x26' : '\0';
      else text += c == 1 ? '\x26' : '\0', text += c;
    }
    const TextTable table("t", text);
    CHECK(table.row_count() == 2);
    CHECK(table.number(0, 1, "x") == 2.5);
    CHECK(table.comments()[0].value == "\xE2\x98\x81");  // U+2601
  }
  using namespace std::string_literals;
  CHECK_THROWS_WITH(TextTable("t", "1\0 \0"s), Catch::Contains("UTF-16"));
  CHECK_THROWS_WITH(TextTable("t", "\0001"s), Catch::Contains("UTF-16"));
  CHECK_THROWS_WITH(TextTable("t", "\xFF\xFE\x31"s), Catch::Contains("UTF-16"));
  // Half of a pair of surrogates, and a pair.
  CHECK_THROWS_WITH(TextTable("t", "\xFF\xFE\x3D\xD8\x31\x00"s), Catch::Contains("UTF-16"));
  CHECK(TextTable("t", "\xFF\xFE#\0\x3D\xD8\x00\xDE"s).comments()[0].value == "\xF0\x9F\x98\x80");
}

TEST_CASE("the announced count must hold", "[unit]") {
  TextTable good("t", "2\n1 2 3\n4 5 6\n");
  CHECK(good.take_count("circles") == 2);
  CHECK(good.row_count() == 2);
  CHECK(good.number(0, 0, "r") == 1);
  CHECK(good.field_count(1) == 3);

  const auto count = [](const char* text) { return TextTable("t", text).take_count("circles"); };
  CHECK_THROWS_WITH(count(""), "t: is empty: the count of circles is needed in the first line");
  CHECK_THROWS_WITH(count("# only a comment\n"), Catch::Contains("is empty"));
  CHECK_THROWS_WITH(count("3\n1 2 3\n4 5 6\n"),
                    "t:1: announces 3 circles, but the file holds 2: it is truncated, or the count is wrong");
  CHECK_THROWS_WITH(count("1\n1 2 3\n4 5 6\n"),
                    "t:1: announces 1 circles, but the file holds 2: correct the count or remove lines");
  CHECK_THROWS_WITH(count("1 2 3\n"), "t:1: the line has 3 fields: 1 are needed (the count of circles)");
  for (const char* text : {"0\n", "-1\n", "1.5\n1\n", "x\n", "1e2\n", "999999999999999999999\n1\n"})
    CHECK_THROWS_AS(count(text), InputError);
}

TEST_CASE("messages show strange text harmlessly", "[unit]") {
  CHECK(io::quoted("a\x1b[31mb") == "'a?[31mb'");
  CHECK(io::quoted(std::string(100, 'x')) == "'" + std::string(40, 'x') + "...'");
  CHECK(io::quoted(std::string_view("\0", 1)) == "'?'");
}

TEST_CASE("a table survives copying and moving, with its views", "[unit]") {
  // Short texts live inside a std::string and would move with it.
  TextTable first("t", "1 2");
  TextTable copy = first;
  const TextTable moved = std::move(first);
  copy = TextTable("u", "3 4");
  CHECK(moved.number(0, 1, "y") == 2);
  CHECK(copy.number(0, 1, "y") == 4);
}

TEST_CASE("files are read, and unreadable ones are named", "[unit]") {
  const test::TemporaryFolder folder;
  std::ofstream(folder / "a.txt", std::ios::binary) << "1 2\n";
  const TextTable table = TextTable::read(folder / "a.txt");
  CHECK(table.number(0, 1, "y") == 2);
  CHECK(table.name() == (folder / "a.txt").string());

  std::ofstream(folder / "empty.txt", std::ios::binary) << "";
  CHECK(TextTable::read(folder / "empty.txt").empty());
  CHECK_THROWS_WITH(TextTable::read(folder / "none.txt"),
                    Catch::Contains("none.txt: cannot be opened (No such file or directory)"));
  CHECK_THROWS_WITH(TextTable::read(folder.path()), Catch::Contains("this is a folder"));
}

TEST_CASE("a file of very many fields is refused before it fills the memory", "[unit]") {
  std::string text;
  text.reserve(2 * field_limit + 2);
  for (std::size_t k = 0; k <= field_limit; ++k) text += k % 100 == 99 ? "1\n" : "1 ";
  CHECK_THROWS_WITH(TextTable("a.circles", text),
                    Catch::Contains("a.circles:300001: holds more than 30 million fields"));
}
