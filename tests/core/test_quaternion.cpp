// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Quaternions against the properties of rotations and against each other's formulas.
#include <catch2/catch.hpp>

#include <limits>
#include <numbers>

#include "jam/core/quaternion.hpp"

using namespace jam;

namespace {

// Some twenty operations on numbers of order one, each rounded once: 16 units in the last place are never
// reached, a wrong sign gives order one.
template <class T>
constexpr T tolerance = 16 * std::numeric_limits<T>::epsilon();

template <class T>
T distance(Vec3<T> a, Vec3<T> b) {
  return length(a - b);
}

template <class T>
Quaternion<T> some_rotation(T angle = T(1.1)) {
  return from_axis_angle(Vec3<T>{1, -2, T(0.5)}, angle);
}

}  // namespace

TEMPLATE_TEST_CASE("a quarter turn about z takes x to y and y to -x", "[unit]", float, double) {
  using V = Vec3<TestType>;
  const auto q = from_axis_angle(V{0, 0, 3}, std::numbers::pi_v<TestType> / 2);
  CHECK(distance(rotate(q, V{1, 0, 0}), V{0, 1, 0}) < tolerance<TestType>);
  CHECK(distance(rotate(q, V{0, 1, 0}), V{-1, 0, 0}) < tolerance<TestType>);
  CHECK(distance(rotate(q, V{0, 0, 1}), V{0, 0, 1}) < tolerance<TestType>);
}

TEMPLATE_TEST_CASE("matrix and direct formula rotate alike", "[unit]", float, double) {
  using V = Vec3<TestType>;
  const auto q = some_rotation<TestType>();
  const auto matrix = rotation_matrix(q);
  for (V v : {V{1, 0, 0}, V{0, 1, 0}, V{0, 0, 1}, V{1, TestType(-0.5), TestType(0.25)}}) {
    CHECK(distance(matrix * v, rotate(q, v)) < tolerance<TestType>);
    CHECK(distance(matrix.transposed_times(v), rotate_inverse(q, v)) < tolerance<TestType>);
    CHECK(distance(rotate_inverse(q, rotate(q, v)), v) < tolerance<TestType>);
  }
}

TEMPLATE_TEST_CASE("the rotation matrix is orthonormal and right-handed", "[unit]", float, double) {
  const auto matrix = rotation_matrix(some_rotation<TestType>());
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      CHECK(dot(matrix.column[i], matrix.column[j]) == Approx(i == j ? 1 : 0).margin(tolerance<TestType>));
    }
  }
  CHECK(distance(cross(matrix.column[0], matrix.column[1]), matrix.column[2]) < tolerance<TestType>);
}

TEMPLATE_TEST_CASE("a product turns by the right factor first", "[unit]", float, double) {
  using V = Vec3<TestType>;
  const auto p = some_rotation<TestType>();
  const auto q = from_axis_angle(V{0, 1, 0}, TestType(0.7));
  const V v{1, TestType(-0.5), TestType(0.25)};
  CHECK(distance(rotate(p * q, v), rotate(p, rotate(q, v))) < tolerance<TestType>);
  CHECK(distance(rotate(p * q, v), rotate(q, rotate(p, v))) > TestType(0.1));
  CHECK(norm(p * q) == Approx(1).margin(tolerance<TestType>));
}

TEMPLATE_TEST_CASE("the product with the conjugate is the identity", "[unit]", float, double) {
  const auto q = some_rotation<TestType>();
  const auto one = q * conjugate(q);
  CHECK(one.w == Approx(1).margin(tolerance<TestType>));
  CHECK(length(one.vector()) < tolerance<TestType>);
}

TEMPLATE_TEST_CASE("turning in small steps about one axis adds up the angles", "[unit]", float, double) {
  const Vec3<TestType> axis{0, TestType(0.6), TestType(0.8)};
  Quaternion<TestType> q;
  for (int i = 0; i < 10; ++i) q = turned(q, axis * TestType(0.1));
  const auto whole = from_axis_angle(axis, TestType(1));
  // Ten products, each with the error of one.
  CHECK(distance(q.vector(), whole.vector()) < 10 * tolerance<TestType>);
  CHECK(q.w == Approx(whole.w).margin(10 * tolerance<TestType>));
}

TEMPLATE_TEST_CASE("what has no direction becomes the identity", "[unit]", float, double) {
  const Quaternion<TestType> identity;
  CHECK(from_axis_angle(Vec3<TestType>{}, TestType(1)) == identity);
  CHECK(normalised(Quaternion<TestType>{0, 0, 0, 0}) == identity);
  CHECK(normalised(Quaternion<TestType>{std::numeric_limits<TestType>::quiet_NaN(), 0, 0, 0}) == identity);
  CHECK(normalised(Quaternion<TestType>{0, 2, 0, 0}) == Quaternion<TestType>{0, 1, 0, 0});
}
