// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Classes of orientation, in the world's frame and in a turned one.
#include "jam/trunk/model/orientation_class.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "scenes/trunk/sample_boxes.hpp"

using namespace jam;
using namespace jam::trunk;

namespace {

std::vector<BoxRow> all_ways(Quaterniond frame) {
  BoxPacking packing;
  for (const Quaterniond& rotation : axis_aligned_rotations())
    packing.boxes.push_back({{}, frame * rotation});
  return rows_of(packing);
}

}  // namespace

TEST_CASE("24 rotations of a box are six ways to lie", "[unit]") {
  const OrientationClasses classes = classify_orientations(all_ways({}));
  std::array<int, orientation_class_count> count{};
  for (const int orientation : classes.of_box) ++count[orientation];
  CHECK(count == std::array<int, orientation_class_count>{4, 4, 4, 4, 4, 4, 0});
  CHECK(orientation_name(classes, classes.of_box[0]) == "long edge x, middle edge y");
  CHECK(orientation_name(classes, 3) == "long edge y, middle edge z");
  CHECK(orientation_name(classes, turned_class) == "turned");
}

TEST_CASE("boxes that share a turned frame are aligned in it, and the odd one is turned", "[unit]") {
  std::vector<BoxRow> boxes = all_ways(from_axis_angle(Vec3d{1, 2, 3}, 0.5));
  boxes.push_back(BoxRow{});
  const OrientationClasses classes = classify_orientations(boxes);
  CHECK(std::count(classes.of_box.begin(), classes.of_box.end(), turned_class) == 1);
  CHECK(classes.of_box.back() == turned_class);
  CHECK(orientation_name(classes, 0) == "long edge x', middle edge y'");
}

TEST_CASE("the class follows the lengths of the edges, not their order in the row", "[unit]") {
  BoxRow box;
  box.edge = {50, 100, 200};
  CHECK(classify_orientations({box}).of_box[0] == 5);
  box.edge = {100, 200, 50};
  CHECK(classify_orientations({box}).of_box[0] == 2);
}

TEST_CASE("every class has a colour of its own", "[unit]") {
  std::set<std::array<int, 3>> colours;
  for (int k = 0; k < orientation_class_count; ++k) colours.insert(orientation_colour(k));
  CHECK(colours.size() == orientation_class_count);
}
