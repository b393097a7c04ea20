// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Between quaternions and the columns that are published.
#include "jam/trunk/model/box_row.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "scenes/trunk/sample_boxes.hpp"

using namespace jam;
using namespace jam::trunk;

namespace {

/// Largest difference of any component.
double difference(Vec3d a, Vec3d b) {
  return std::max({std::abs(a.x - b.x), std::abs(a.y - b.y), std::abs(a.z - b.z)});
}

/// Rows of boxes in random poses, in half turns, and near these.
std::vector<BoxRow> all_kinds_of_rows() {
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal;
  std::vector<BoxRow> rows;
  for (int k = 0; k < 2000; ++k) {
    PlacedBox box;
    box.centre = {normal(random), normal(random), normal(random)};
    const Vec3d axis = k % 3 == 0 ? Vec3d{1, 0, 0} : Vec3d{normal(random), normal(random), normal(random)};
    constexpr double half_turn = 3.14159265358979323846;
    const double angle = k % 2 == 0 ? half_turn * normal(random) : half_turn + 1e-9 * normal(random);
    box.rotation = from_axis_angle(axis, angle);
    rows.push_back(row_of(box));
  }
  return rows;
}

}  // namespace

TEST_CASE("a row of any rotation is orthonormal within rounding and comes back from its quaternion",
          "[unit]") {
  for (const BoxRow& row : all_kinds_of_rows()) {
    REQUIRE(orthonormal_defect(row.first_axis, row.second_axis) <= rotation_rounding);
    const PlacedBox box = placed(row);
    REQUIRE(box.rotation.w >= 0);
    REQUIRE(std::abs(norm(box.rotation) - 1) <= 4e-16);
    const BoxRow again = row_of(box);
    // 8e-16 is the worst of three million; twice that, and some.
    REQUIRE(difference(again.first_axis, row.first_axis) <= 2e-15);
    REQUIRE(difference(again.second_axis, row.second_axis) <= 2e-15);
    REQUIRE(again.centre == row.centre);
  }
}

TEST_CASE("the 24 axis-aligned rotations have exact rows, also from quaternions that are slightly off",
          "[unit]") {
  const std::vector<Quaterniond> rotations = axis_aligned_rotations();
  REQUIRE(rotations.size() == 24);
  for (const Quaterniond& rotation : rotations) {
    for (const double off : {0.0, 1e-16, -2e-16}) {
      PlacedBox box;
      box.rotation = {rotation.w + off, rotation.x, rotation.y - off, rotation.z};
      const BoxRow row = row_of(box);
      for (const Vec3d& axis : {row.first_axis, row.second_axis, row.third_axis()}) {
        CHECK(std::abs(axis.x) + std::abs(axis.y) + std::abs(axis.z) == 1.0);
        CHECK(length_squared(axis) == 1.0);
      }
      // No "-0" in files.
      for (const double entry : {row.first_axis.x, row.first_axis.y, row.first_axis.z, row.second_axis.x,
                                 row.second_axis.y, row.second_axis.z}) {
        CHECK_FALSE((std::signbit(entry) && entry == 0));
      }
      CHECK(row_of(placed(row)) == row);
    }
  }
}

TEST_CASE("a quaternion need not be of unit length, and a zero one is the identity", "[unit]") {
  PlacedBox box;
  box.rotation = {2, 0, 0, 2};
  CHECK(row_of(box).first_axis == Vec3d{0, 1, 0});
  box.rotation = {0, 0, 0, 0};
  CHECK(row_of(box).first_axis == Vec3d{1, 0, 0});
}

TEST_CASE("the third axis completes a right-handed rotation", "[unit]") {
  for (const BoxRow& row : all_kinds_of_rows()) {
    const Mat3<double> matrix = rotation_matrix(placed(row).rotation);
    REQUIRE(difference(row.third_axis(), matrix.column[2]) <= 2e-15);
  }
}

TEST_CASE("orthonormalising keeps the first direction and the plane", "[unit]") {
  Vec3d a{1.00002, 0, 0};
  Vec3d b{0.00003, 0.99998, 0};
  orthonormalise(a, b);
  CHECK(a == Vec3d{1, 0, 0});
  CHECK(b == Vec3d{0, 1, 0});
}
