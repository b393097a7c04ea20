// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Vectors: the identities that define the operations. All inputs are small integers, so every result is
// exact.
#include <catch2/catch.hpp>

#include "jam/core/vec.hpp"

using namespace jam;

TEMPLATE_TEST_CASE("Vec3 adds, scales and compares by component", "[unit]", float, double) {
  using V = Vec3<TestType>;
  const V a{3, -4, 5};
  const V b{1, 2, -2};
  CHECK(a + b == V{4, -2, 3});
  CHECK(a - b == V{2, -6, 7});
  CHECK(-a == V{-3, 4, -5});
  CHECK(TestType{2} * a == a * TestType{2});
  CHECK(a / TestType{2} == V{TestType{1.5}, -2, TestType{2.5}});
  CHECK_FALSE(a == V{3, -4, 6});
  V c = a;
  c += b;
  c -= V{1, 1, 1};
  c *= TestType{3};
  CHECK(c == V{9, -9, 6});
}

TEMPLATE_TEST_CASE("dot and cross products satisfy Lagrange's identity", "[unit]", float, double) {
  const Vec3<TestType> a{3, -4, 5};
  const Vec3<TestType> b{1, 2, -2};
  const auto c = cross(a, b);
  CHECK(c == Vec3<TestType>{-2, 11, 10});
  CHECK(dot(a, c) == 0);
  CHECK(dot(b, c) == 0);
  CHECK(length_squared(c) == length_squared(a) * length_squared(b) - dot(a, b) * dot(a, b));
}

TEMPLATE_TEST_CASE("length and direction of a vector, and the fallback for none", "[unit]", float, double) {
  const Vec3<TestType> a{3, 0, -4};
  CHECK(length(a) == 5);
  CHECK(length(Vec3<TestType>{2, 3, 6}) == 7);
  const Vec3<TestType> unit = normalised(a, {1, 0, 0});
  CHECK(unit == Vec3<TestType>{TestType{3} / 5, 0, -TestType{4} / 5});
  CHECK(normalised(Vec3<TestType>{}, {1, 0, 0}) == Vec3<TestType>{1, 0, 0});
}

TEST_CASE("vectors are aggregates without padding, fit to be copied as bytes", "[unit]") {
  STATIC_REQUIRE(std::is_trivially_copyable_v<Vec3f>);
  STATIC_REQUIRE(std::is_aggregate_v<Vec3f>);
  STATIC_REQUIRE(sizeof(Vec3f) == 12);
  STATIC_REQUIRE(sizeof(Vec3d) == 24);
}
