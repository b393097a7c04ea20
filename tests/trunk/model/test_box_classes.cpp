// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Colours of boxes: of their item, else of their orientation.
#include "jam/trunk/model/box_classes.hpp"

#include <catch2/catch.hpp>

#include "jam/trunk/model/orientation_class.hpp"

using namespace jam;
using namespace jam::trunk;

TEST_CASE("an item with a colour has a class of its own") {
  BoxSet set{"trip", {{"case", {300, 200, 100}}, {"bag", {200, 100, 50}}}, true};
  BoxRow large, small;
  large.edge = {300, 200, 100};
  small.edge = {200, 100, 50};
  const BoxClasses plain = box_classes(set, {large, small});
  CHECK(plain.classes.size() == orientation_class_count);
  CHECK(plain.of_box[0] == plain.of_box[1]);
  set.pieces[1].colour = "#3366cc";
  const BoxClasses coloured = box_classes(set, {large, small});
  REQUIRE(coloured.classes.size() == orientation_class_count + 1);
  const BoxClass& own = coloured.classes[coloured.of_box[1]];
  CHECK(own.name == "bag");
  CHECK(own.item);
  CHECK(own.colour == std::array{0x33, 0x66, 0xcc});
  const BoxClass& other = coloured.classes[coloured.of_box[0]];
  CHECK_FALSE(other.item);
  CHECK(other.colour == plain.classes[plain.of_box[0]].colour);
}
