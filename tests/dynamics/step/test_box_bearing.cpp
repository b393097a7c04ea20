// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Which face of a box a contact belongs to. What boxes bear is tested with the load test of trunkpack
// (tests/apps).
#include <catch2/catch.hpp>

#include <cmath>

#include "jam/dynamics/step/box_bearing.hpp"

using namespace jam;
using namespace jam::dynamics;

TEST_CASE(
    "a normal leaves a box by the face that looks its way, and by the first axis where it looks between "
    "two") {
  CHECK(face_of({1, 0, 0}) == 0);
  CHECK(face_of({-0.9, 0.3, 0.2}) == 1);
  CHECK(face_of({0, 1, 0}) == 2);
  CHECK(face_of({0.1, -0.8, 0.5}) == 3);
  CHECK(face_of({0.1, 0.2, 0.9}) == 4);
  CHECK(face_of({0, 0, -1}) == 5);
  // At 45 degrees, with the rounding of a step or without.
  const double half = std::sqrt(0.5);
  for (const double error : {-1e-9, -1e-15, 0.0, 1e-15, 1e-9}) {
    CHECK(face_of({half, half + error, 0}) == 0);
    CHECK(face_of({-half, 0, half + error}) == 1);
    CHECK(face_of({0, -half, -half - error}) == 3);
    CHECK(face_of({-0.577350269, 0.577350269 + error, -0.577350269 - error}) == 1);
  }
  CHECK(face_of({half, half * (1 + 1e-5), 0}) == 2);
}
