// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Decimals that exact verification does not need.
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "jam/circles/model/packing.hpp"
#include "jam/circles/verify/verify.hpp"
#include "jam/io/number_text.hpp"

using namespace jam::circles;

TEST_CASE("decimals that verification does not need are left out", "[unit]") {
  // Two circles in a row and one with room: noise goes, and the third circle moves to a short number near by.
  const Packing noisy{
      {{1, -1.0000000000000002, 1e-17}, {1, 1, -3e-18}, {0.25, 0.123456789012345, 1.5123456789012345}},
      2.0000000000000004};
  REQUIRE(verify_exact(noisy).legal);
  const Packing shorter = shorten_decimals(noisy);
  CHECK(verify_exact(shorter).legal);
  CHECK(shorter.enclosing_radius == noisy.enclosing_radius);
  CHECK((shorter.circles[0].x == -1 && shorter.circles[0].y == 0));
  CHECK((shorter.circles[1].x == 1 && shorter.circles[1].y == 0 && !std::signbit(shorter.circles[1].y)));
  CHECK((shorter.circles[2].x == 0.123 && shorter.circles[2].y == 1.512));
  // What is as short as it can be stays.
  const Packing again = shorten_decimals(shorter);
  for (std::size_t i = 0; i < 3; ++i)
    CHECK((again.circles[i].x == shorter.circles[i].x && again.circles[i].y == shorter.circles[i].y));
}

TEST_CASE("shortened packings are legal, keep R, and move no circle far", "[unit][fuzz]") {
  std::mt19937_64 random(7);
  for (int trial = 0; trial < 20; ++trial) {
    // A rotated lattice of touching circles with a smaller one in the middle: contacts that no short decimals
    // meet, and a rattler.
    const double angle = static_cast<double>(random() % 10000),
                 radius = std::exp(static_cast<double>(random() % 12) - 6);
    Packing packing;
    for (int row = -4; row <= 4; ++row)
      for (int column = -6; column <= 6; ++column) {
        const double x = 2 * radius * (column + 0.5 * row), y = std::sqrt(3.0) * radius * row;
        if (std::hypot(x, y) > radius && std::hypot(x, y) < 7 * radius)
          packing.circles.push_back(
              {radius, x * std::cos(angle) - y * std::sin(angle), x * std::sin(angle) + y * std::cos(angle)});
      }
    packing.circles.push_back({radius / 2, radius / 7, radius / 9});
    packing.enclosing_radius = enclosing_radius_about_origin(packing.circles);
    const Packing rounded = round_outwards(packing);
    const Packing shorter = shorten_decimals(rounded);
    CHECK(verify_exact(shorter).legal);
    CHECK(shorter.enclosing_radius == rounded.enclosing_radius);
    for (std::size_t i = 0; i < packing.circles.size(); ++i) {
      const Circle &a = rounded.circles[i], &b = shorter.circles[i];
      CHECK(a.radius == b.radius);
      CHECK(std::hypot(a.x - b.x, a.y - b.y) <= 0.0005 * rounded.enclosing_radius);
    }
    const int decimals = static_cast<int>(std::ceil(3 - std::log10(radius)));
    // The middle one is shortened although others cannot be.
    CHECK(shorter.circles.back().x == jam::io::rounded_to_decimals(shorter.circles.back().x, decimals));
  }
}
