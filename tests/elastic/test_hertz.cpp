// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Closed forms of Hertz against formulas and tables.
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "elastic/contacts.hpp"
#include "jam/core/error.hpp"
#include "jam/elastic/model/hertz.hpp"

using namespace jam;
using namespace jam::elastic;

TEST_CASE("Hertz, circle: approach to force and back (E1)") {
  const Curvature gap{1 / 40.0, 1 / 40.0};  // R = 20.
  const HertzContact pressed = hertz_by_approach(gap, 102, 0.1);
  CHECK(pressed.force == Approx(19.233304).epsilon(1e-6));
  CHECK(pressed.x_axis == Approx(1.414214).epsilon(1e-6));
  CHECK(pressed.y_axis == Approx(pressed.x_axis));
  CHECK(pressed.peak == Approx(4.591613).epsilon(1e-6));
  const HertzContact loaded = hertz_by_force(gap, 102, 15);
  CHECK(loaded.approach == Approx(0.0847276).epsilon(1e-6));
  CHECK(loaded.x_axis == Approx(1.3017496).epsilon(1e-6));
  CHECK(loaded.peak == Approx(4.2264696).epsilon(1e-6));
  CHECK(loaded.stiffness == Approx(2 * 102 * loaded.x_axis).epsilon(1e-12));
}

TEST_CASE("Hertz, circle of the acceptance tests (section 6)") {
  const HertzContact contact = hertz_by_force({0.01, 0.01}, test::m1().modulus, test::hertz_force);
  CHECK(contact.x_axis == Approx(1).epsilon(1e-9));
  CHECK(contact.peak == Approx(4.390481).epsilon(1e-6));
  CHECK(contact.approach == Approx(0.02).epsilon(1e-9));
}

TEST_CASE("Hertz, ellipse (T12)") {
  const Curvature gap{0.004569721496, 0.012990590903};
  const HertzContact contact = hertz_by_force(gap, test::m1().modulus, 20.943951024);
  CHECK(contact.x_axis == Approx(2).epsilon(1e-9));
  CHECK(contact.y_axis == Approx(1).epsilon(1e-9));
  CHECK(contact.peak == Approx(5).epsilon(1e-9));
  CHECK(contact.approach == Approx(0.031269476889).epsilon(1e-9));
  const HertzContact exchanged = hertz_by_force({gap.b, gap.a}, test::m1().modulus, 20.943951024);
  CHECK(exchanged.x_axis == contact.y_axis);
  CHECK(exchanged.approach == contact.approach);
  const HertzContact back = hertz_by_approach(gap, test::m1().modulus, contact.approach);
  CHECK(back.force == Approx(contact.force).epsilon(1e-12));
}

TEST_CASE("Hertz: nearly circular and very long patches keep their digits") {
  for (const double more : {1e-4, 1e-8, 1e-12}) {
    const HertzContact nearly = hertz_by_force({0.01, 0.01 * (1 + more)}, 100, 1),
                       circle = hertz_by_force({0.01, 0.01}, 100, 1);
    // The first-order change of the axes: equal and opposite, 3/8 of the change of curvature around the mean,
    // which falls by 1/6.
    CHECK(nearly.peak / circle.peak - 1 == Approx(more / 3).epsilon(0.01).margin(1e-15));
  }
  // A long patch: the pressures of each section are those of a line contact, p0 = E* b B, B = curvature of
  // the section, up to ln terms.
  const HertzContact line = hertz_by_force({1e-8, 0.01}, 100, 1);
  CHECK(line.x_axis > 500 * line.y_axis);
  CHECK(line.peak == Approx(100 * line.y_axis * 0.01).epsilon(1e-3));
  CHECK_THROWS_AS(hertz_by_force({1e-15, 0.01}, 100, 1), InputError);
  CHECK_THROWS_AS(hertz_by_force({0, 0.01}, 100, 1), InputError);
}

TEST_CASE("Hertz: curvatures of two bodies") {
  const Curvature spheres = gap_curvature(1 / 10.0, 1 / 10.0, 1 / 30.0, 1 / 30.0, 0.7);
  CHECK(spheres.a == Approx(spheres.b));
  CHECK(spheres.a == Approx(0.5 * (1 / 10.0 + 1 / 30.0)));
  const Curvature crossed = gap_curvature(
      1 / 10.0, 0, 1 / 10.0, 0, std::numbers::pi / 2);  // Crossed cylinders: like a sphere on a plane.
  CHECK(crossed.a == Approx(1 / 20.0));
  CHECK(crossed.b == Approx(1 / 20.0));
  const Curvature groove = gap_curvature(1 / 10.0, 1 / 10.0, -1 / 12.0, 0, 0);
  CHECK(groove.a == Approx(0.5 * (1 / 10.0 - 1 / 12.0)));
  CHECK(groove.b == Approx(1 / 20.0));
  const Curvature line =
      gap_curvature(1 / 10.0, 0, 1 / 10.0, 0, 0);  // Parallel cylinders touch along a line.
  CHECK(line.a == 0);
  CHECK(line.b == Approx(1 / 10.0));
  CHECK_THROWS_AS(gap_curvature(1 / 10.0, 1 / 10.0, -1 / 8.0, 0, 0), InputError);
  CHECK_THROWS_AS(gap_curvature(0, 0, 0, 0, 0), InputError);
}

TEST_CASE("curvatures of both bodies add up to that of the gap, in its frame") {
  for (const double angle : {0.0, 0.3, 1.2, -2.0}) {
    CAPTURE(angle);
    const Curvature gap = gap_curvature(0.1, 0.02, 0.05, -0.01, angle);
    const auto bodies = body_curvatures(0.1, 0.02, 0.05, -0.01, angle);
    CHECK(bodies[0].x + bodies[1].x == Approx(2 * gap.a));
    CHECK(bodies[0].y + bodies[1].y == Approx(2 * gap.b));
    CHECK(bodies[0].x + bodies[0].y == Approx(0.12));
  }
}

TEST_CASE("line contacts: half-width, peak, and the approach by quadrature") {
  // R = 10, L = 30, E* = 115385: b = sqrt(4 F R / (pi E* L)), p0 = sqrt(F E* / (pi R L)).
  const double modulus = 115385, force = 2000, length = 30;
  const HertzContact line = line_by_force(0.05, length, modulus, force);
  CHECK(line.x_axis == Approx(std::sqrt(4 * force * 10 / (std::numbers::pi * modulus * length))));
  CHECK(line.peak == Approx(std::sqrt(force * modulus / (std::numbers::pi * 10 * length))));
  double sum = 0;
  constexpr int steps = 20000;
  for (int k = 0; k < steps; ++k) {
    // x = b sin(t): p dx = p0 b cos^2(t) dt.
    const double t = (k + 0.5) / steps * std::numbers::pi - std::numbers::pi / 2,
                 x = std::fabs(line.x_axis * std::sin(t));
    sum += line.peak * line.x_axis * std::pow(std::cos(t), 2) * 2 * std::asinh(0.5 * length / x) *
           std::numbers::pi / steps;
  }
  CHECK(line.approach == Approx(sum / (std::numbers::pi * modulus)).epsilon(1e-4));
  const HertzContact back = line_by_approach(0.05, length, modulus, line.approach);
  CHECK(back.force == Approx(force));
  const double more = line_by_force(0.05, length, modulus, 1.0001 * force).approach;
  CHECK(line.stiffness == Approx(0.0001 * force / (more - line.approach)).epsilon(1e-3));
  CHECK_THROWS_AS(line_by_approach(0.05, length, modulus, 1000), InputError);
}

TEST_CASE("Cattaneo: the stick radius at 7/8 of the friction limit is half of the patch (E3)") {
  CHECK(stick_ratio(0.875) == Approx(0.5));
}
