// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// BOX files: round trips, both versions, and malformed input.
#include "jam/trunk/io/box_files.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "jam/core/error.hpp"
#include "scenes/trunk/sample_boxes.hpp"
#include "support/refusal.hpp"
#include "support/temporary_file.hpp"

using namespace jam;
using namespace jam::trunk;
using Catch::Matchers::Contains;
using Catch::Matchers::Equals;

namespace {

std::string refusal(const std::string& text) {
  return jam::test::refusal_of([&] { return parse_box_file(text, "a.box"); });
}

const std::string upright = "0 0 0  1 0 0  0 1 0  0 0\n";

}  // namespace

TEST_CASE("boxes read back as the same doubles, tags, edges and comments", "[unit]") {
  for (const bool two_sizes : {false, true}) {
    const std::vector<BoxRow> rows = rows_of(awkward_boxes(two_sizes));
    const BoxFileComments comments = {
        {"generator", "trunkpack 0.1.0: test"}, {"problem", "trunk.off"}, {"seed", "17"}};
    const BoxFile file = parse_box_file(box_text(rows, comments), "a.box");
    CHECK(file.rows == rows);
    CHECK(file.comments == comments);
    // A packing on disk, and the text again: nothing drifts.
    const TemporaryFile on_disk("b.box", "");
    write_boxes(on_disk.path(), awkward_boxes(two_sizes), comments);
    CHECK(read_box_file(on_disk.path()).rows == rows);
    CHECK(box_text(file.rows, comments) == box_text(rows, comments));
  }
}

TEST_CASE("the layout is that of version 0.0.2 for litre boxes, with edge lengths else", "[unit]") {
  PlacedBox box;
  box.centre = {1, 2.5, -3};
  CHECK_THAT(box_text(rows_of({{box}}), {{"seed", "1"}}),
             Equals("# box 0.0.2\n# seed: 1\n# every box is 200 x 100 x 50 mm\n1\n"
                    "1 2.5 -3  1 0 0  0 1 0  0 0\n"));
  box.edge = {100, 50, 20};
  CHECK_THAT(box_text(rows_of({{box}})), Equals("# box 0.0.3\n1\n1 2.5 -3  1 0 0  0 1 0  0 0  100 50 20\n"));
}

TEST_CASE("a file without edge lengths takes the size that it is given", "[unit]") {
  CHECK(parse_box_file("1\n" + upright, "a.box").rows[0].edge == Vec3d{200, 100, 50});
  CHECK(parse_box_file("1\n" + upright, "a.box", {3, 2, 1}).rows[0].edge == Vec3d{3, 2, 1});
  CHECK(parse_box_file("1\n0 0 0 1 0 0 0 1 0 0 0 9 8 7\n", "a.box", {3, 2, 1}).rows[0].edge ==
        Vec3d{9, 8, 7});
}

TEST_CASE("the comment on rounded edges is a radius in mm", "[unit]") {
  CHECK(parse_box_file("# rounded: 7.5\n1\n" + upright, "a.box").corner_radius == 7.5);
  CHECK_FALSE(parse_box_file("1\n" + upright, "a.box").corner_radius.has_value());
  CHECK_THROWS_WITH(
      parse_box_file("# rounded: 7.5\n# rounded: 7.5\n1\n" + upright, "a.box"),
      Catch::StartsWith("a.box") && Catch::Contains("2") && Catch::Contains("a second comment `rounded`"));
  for (const char* text : {"", "-1", "nan", "5 mm", "1e10"}) {
    CHECK_THROWS_AS(parse_box_file("# rounded: " + std::string(text) + "\n1\n" + upright, "a.box"),
                    InputError);
  }
}

TEST_CASE("the comment on the size of litre boxes is as good as edge lengths", "[unit]") {
  const std::string comment = "# every box is 200 x 100 x 50 mm\n";
  for (const std::string& text : {comment + "1\n" + upright, "1\n" + upright + comment}) {
    const BoxFile file = parse_box_file(text, "a.box", {3, 2, 1});
    CHECK(file.rows[0].edge == litre_box);
    CHECK(file.tells_size);
  }
  CHECK_FALSE(parse_box_file("1\n" + upright, "a.box").tells_size);
  CHECK(parse_box_file("1\n0 0 0 1 0 0 0 1 0 0 0 9 8 7\n", "a.box").tells_size);
  CHECK(parse_box_file("# every box is 9 x 9 x 9 mm\n1\n" + upright, "a.box", {3, 2, 1}).rows[0].edge ==
        Vec3d{3, 2, 1});
}

TEST_CASE("a packing without boxes claims no size", "[unit]") {
  CHECK_THAT(box_text({}), Equals("# box 0.0.2\n0\n"));
}

TEST_CASE("a packing without boxes is a file", "[unit]") {
  CHECK(parse_box_file(box_text({}), "a.box").rows.empty());
  CHECK_THAT(box_text({}), Contains("\n0\n"));
}

TEST_CASE("comments cannot break a line", "[unit]") {
  const std::string text = box_text(rows_of({{PlacedBox{}}}), {{"note", "a\n7 7 7\rb"}});
  CHECK(parse_box_file(text, "a.box").comments.at("note") == "a 7 7 7 b");
}

TEST_CASE(
    "a rotation off by less than 1e-4 is orthonormalised, one off by rounding is kept, others are refused",
    "[unit]") {
  const auto row = [](const std::string& columns) { return "1\n0 0 0 " + columns + " 0 0\n"; };
  const BoxRow near = parse_box_file(row("1.00004 0 0  0.00005 0.99997 0"), "a.box").rows[0];
  CHECK(orthonormal_defect(near.first_axis, near.second_axis) <= rotation_rounding);
  CHECK(near.first_axis == Vec3d{1, 0, 0});
  const BoxRow kept = parse_box_file(row("0.6000000000000001 0.8 0  0.8 -0.6 0"), "a.box").rows[0];
  CHECK(kept.first_axis == Vec3d{0.6000000000000001, 0.8, 0});
  CHECK_THAT(refusal(row("1.0001 0 0  0 1 0")),
             Contains("a.box:2: fields 4 to 9") && Contains("off by 0.00020"));
  CHECK_THAT(refusal(row("1 0 0  1 0 0")), Contains("no columns of a rotation"));
  CHECK_THAT(refusal(row("0 0 0  0 0 0")), Contains("no columns of a rotation"));
  CHECK_THAT(refusal(row("1e200 0 0  0 1 0")), Contains("field 4 (a1)"));
}

TEST_CASE("malformed BOX files are refused with line and field", "[unit]") {
  CHECK_THAT(refusal(""), Contains("a.box: is empty"));
  CHECK_THAT(refusal("# box 0.0.2\n"), Contains("a.box: is empty"));
  CHECK_THAT(refusal("2\n" + upright),
             Contains("a.box:1: announces 2 boxes, but the file holds 1: it is truncated"));
  CHECK_THAT(refusal("1\n" + upright + upright),
             Contains("a.box:1: announces 1 boxes, but the file holds 2"));
  CHECK_THAT(refusal("-1\n" + upright), Contains("count of boxes is '-1'"));
  CHECK_THAT(refusal("0\n" + upright), Contains("count of boxes is '0'"));
  CHECK_THAT(refusal("1\n0 0 0 1 0 0 0 1 0 0\n"), Contains("a.box:2: the line has 10 fields: 11 are needed"));
  CHECK_THAT(refusal("2\n0 0 0 1 0 0 0 1 0 0 0 1 1 1\n" + upright),
             Contains("a.box:3: the line has 11 fields: 14 are needed"));
  CHECK_THAT(refusal("2\n" + upright + "0 nan 0 1 0 0 0 1 0 0 0\n"),
             Contains("a.box:3: field 2 (y) is 'nan': a finite number"));
  CHECK_THAT(refusal("1\n0 0 1e10 1 0 0 0 1 0 0 0\n"), Contains("field 3 (z) is '1e10': at most 1e9 mm"));
  CHECK_THAT(refusal("1\n0 0 0 1 0 0 0 1 0 0.5 0\n"), Contains("field 10 (p0) is '0.5': a whole number"));
  CHECK_THAT(refusal("1\n0 0 0 1 0 0 0 1 0 0 0 200 0 50\n"),
             Contains("field 13 (l2) is '0': a finite number above 0"));
  CHECK_THAT(refusal("{\"schema\": 1}\n"), Contains("a.box:1: "));
  CHECK_THROWS_WITH(read_boxes("no-such-folder/a.box"), Contains("no-such-folder/a.box: cannot be opened"));
}
