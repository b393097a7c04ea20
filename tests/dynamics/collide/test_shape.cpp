// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <numbers>

#include "jam/dynamics/model/shape.hpp"
#include "support/refusal.hpp"

using namespace jam;
using namespace jam::dynamics;

namespace {

std::string refusal(const Shape& shape) {
  return test::refusal_of([&] { return check_shape(shape, "bodies[3].shape"), 0; });
}

}  // namespace

TEST_CASE("a pose of a pose places points as one after the other does", "[dynamics]") {
  const double right = std::numbers::pi / 2;
  const Pose outer{{1, 2, 3}, from_axis_angle(Vec3d{0, 0, 1}, right)};
  const Pose inner{{10, 0, 0}, from_axis_angle(Vec3d{1, 0, 0}, right)};
  const Pose both = outer * inner;
  const Vec3d point{0, 1, 0};  // Inner: (10, 0, 1); outer turns this to (0, 10, 1).
  const Vec3d placed = both.position + rotate(both.rotation, point);
  CHECK(length(placed - Vec3d{1, 12, 4}) < 1e-14);
}

TEST_CASE("shapes with impossible sizes or poses are refused by name", "[dynamics]") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(refusal({.kind = ShapeKind::sphere, .radius = 1}) == "accepted");
  CHECK(refusal({.kind = ShapeKind::capsule, .radius = 1, .half = {0, 0, 0}}) == "accepted");
  CHECK(refusal({.kind = ShapeKind::box, .half = {1, 2, 3}}) == "accepted");
  CHECK(refusal({.kind = ShapeKind::plane}) == "accepted");

  CHECK(refusal({.kind = ShapeKind::sphere, .radius = 0}) ==
        "bodies[3].shape: the radius is 0 m; it must be finite and > 0");
  CHECK(refusal({.kind = ShapeKind::sphere, .radius = nan}) ==
        "bodies[3].shape: the radius is nan m; it must be finite and > 0");
  CHECK(refusal({.kind = ShapeKind::capsule, .radius = 1, .half = {-1, 0, 0}}) ==
        "bodies[3].shape: half of the axis is -1 m; it must be finite and >= 0");
  CHECK(refusal({.kind = ShapeKind::box, .half = {1, 0, 1}}) ==
        "bodies[3].shape: half of the edge along y is 0 m; it must be finite and > 0");
  CHECK(refusal({.kind = ShapeKind::plane, .pose = {{0, infinity, 0}, {}}}) ==
        "bodies[3].shape: the position is not finite");
  CHECK(refusal({.kind = ShapeKind::plane, .pose = {{}, {2, 0, 0, 0}}}) ==
        "bodies[3].shape: the quaternion has length 2; it must be 1");
}
