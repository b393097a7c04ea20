// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>

#include <numbers>

#include "jam/dynamics/model/shape.hpp"

using namespace jam;
using namespace jam::dynamics;

TEST_CASE("a pose of a pose places points as one after the other does", "[dynamics]") {
  const double right = std::numbers::pi / 2;
  const Pose outer{{1, 2, 3}, from_axis_angle(Vec3d{0, 0, 1}, right)};
  const Pose inner{{10, 0, 0}, from_axis_angle(Vec3d{1, 0, 0}, right)};
  const Pose both = outer * inner;
  const Vec3d point{0, 1, 0};  // Inner: (10, 0, 1); outer turns this to (0, 10, 1).
  const Vec3d placed = both.position + rotate(both.rotation, point);
  CHECK(length(placed - Vec3d{1, 12, 4}) < 1e-14);
}
