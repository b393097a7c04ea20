// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/elastic/model/hertz.hpp"

#include <fmt/format.h>

#include <boost/math/special_functions/ellint_rd.hpp>
#include <boost/math/special_functions/ellint_rf.hpp>
#include <cmath>
#include <numbers>
#include <utility>

#include "jam/core/error.hpp"

namespace jam::elastic {
namespace {

using boost::math::ellint_rd;
using boost::math::ellint_rf;

/// (b/a)^2 of the patch for B/A >= 1: with e^2 = 1 - (b/a)^2, B/A = ((a/b)^2 E(e) - K(e)) / (K(e) - E(e)),
/// which in Carlson's integrals is R_D(0, 1, m) / R_D(0, m, 1) without any cancellation near the circle. By
/// bisection in ln m: the quotient falls with m.
double squared_axis_ratio(double curvature_ratio) {
  double low = -700, high = 0;
  for (int k = 0; k < 200 && high - low > 1e-16; ++k) {
    const double middle = 0.5 * (low + high), m = std::exp(middle);
    (ellint_rd(0.0, 1.0, m) > curvature_ratio * ellint_rd(0.0, m, 1.0) ? low : high) = middle;
  }
  return std::exp(0.5 * (low + high));
}

/// Shape of a Hertz contact for unit force and unit long semi-axis.
struct Shape {
  double axis_ratio;  ///< b/a.
  double size;        ///< a^3 over F / (E* A).
  double depth;       ///< Approach over F / (E* a).
  bool along_y;       ///< The long axis is y.
};

Shape shape_of(Curvature gap) {
  if (!(gap.a > 0 && gap.b > 0))
    throw InputError(fmt::format("curvatures {} and {}: numbers above 0 are needed", gap.a, gap.b));
  const bool along_y = gap.a > gap.b;
  const double ratio = along_y ? gap.a / gap.b : gap.b / gap.a;
  if (ratio > 1e12)
    throw InputError(fmt::format("curvatures {} and {}: one is 1e12 times the other, which is a line contact",
                                 gap.a, gap.b));
  const double m = ratio > 1 ? squared_axis_ratio(ratio) : 1;
  // a^3 = 3 F (K - E) / (2 pi E* e^2 A) with (K - E) / e^2 = R_D(0, m, 1) / 3; approach = 3 F K / (2 pi a
  // E*).
  return {std::sqrt(m), ellint_rd(0.0, m, 1.0) / (2 * std::numbers::pi),
          1.5 * ellint_rf(0.0, m, 1.0) / std::numbers::pi, along_y};
}

HertzContact contact_of(const Shape& shape, Curvature gap, double modulus, double force) {
  const double a = std::cbrt(shape.size * force / (modulus * (shape.along_y ? gap.b : gap.a))),
               b = shape.axis_ratio * a;
  HertzContact contact;
  contact.force = force;
  contact.approach = shape.depth * force / (modulus * a);
  contact.x_axis = shape.along_y ? b : a;
  contact.y_axis = shape.along_y ? a : b;
  contact.peak = 1.5 * force / (std::numbers::pi * a * b);
  contact.stiffness = 1.5 * force / contact.approach;
  return contact;
}

}  // namespace

Curvature gap_curvature(double upper_k1, double upper_k2, double lower_k1, double lower_k2, double angle) {
  const double sum = 0.5 * (upper_k1 + upper_k2 + lower_k1 + lower_k2);  // A + B
  const double d1 = upper_k1 - upper_k2, d2 = lower_k1 - lower_k2;
  const double difference =
      0.5 * std::sqrt(std::max(0.0, d1 * d1 + d2 * d2 + 2 * d1 * d2 * std::cos(2 * angle)));  // B - A
  Curvature gap{0.5 * (sum - difference), 0.5 * (sum + difference)};
  // A line contact, but for rounding.
  constexpr double rounding = 1e-14;
  const double scale = std::fabs(upper_k1) + std::fabs(upper_k2) + std::fabs(lower_k1) + std::fabs(lower_k2);
  if (std::fabs(gap.a) <= rounding * scale) gap.a = 0;
  if (!(gap.a >= 0 && gap.b > 0)) {
    throw InputError(
        "the surfaces do not touch in one point, nor along a line: the curvature of their gap must be "
        "positive in one direction, and "
        "negative in none");
  }
  return gap;
}

std::array<BodyCurvature, 2> body_curvatures(double upper_k1, double upper_k2, double lower_k1,
                                             double lower_k2, double angle) {
  const double d1 = upper_k1 - upper_k2, d2 = lower_k1 - lower_k2;
  // From the first direction of the upper body to that of the larger curvature of the gap, and a right angle
  // on.
  const double turn =
      0.5 * std::atan2(d2 * std::sin(2 * angle), d1 + d2 * std::cos(2 * angle)) + 0.5 * std::numbers::pi;
  const auto along = [](double k1, double k2, double at) {
    const double c = std::cos(at) * std::cos(at), s = std::sin(at) * std::sin(at);
    return BodyCurvature{k1 * c + k2 * s, k1 * s + k2 * c};
  };
  return {along(upper_k1, upper_k2, turn), along(lower_k1, lower_k2, turn - angle)};
}

HertzContact hertz_by_force(Curvature gap, double modulus, double force) {
  return contact_of(shape_of(gap), gap, modulus, force);
}

HertzContact hertz_by_approach(Curvature gap, double modulus, double approach) {
  // The approach goes with the force to the power 2/3.
  const Shape shape = shape_of(gap);
  const double unit = contact_of(shape, gap, modulus, 1).approach;
  return contact_of(shape, gap, modulus, std::pow(approach / unit, 1.5));
}

HertzContact line_by_force(double curvature, double length, double modulus, double force) {
  const double radius = 0.5 / curvature, per_length = force / length;
  HertzContact contact;
  contact.force = force;
  contact.x_axis = std::sqrt(4 * per_length * radius / (std::numbers::pi * modulus));
  contact.y_axis = 0.5 * length;
  contact.peak = 2 * per_length / (std::numbers::pi * contact.x_axis);
  // u(0) = 1 / (pi E*) times the integral of p / r over the strip, and its derivative.
  const double slender = std::log(2 * length / contact.x_axis),
               unit = 2 * per_length / (std::numbers::pi * modulus);
  contact.approach = unit * (slender + 0.5);
  contact.stiffness = force / (unit * slender);
  return contact;
}

HertzContact line_by_approach(double curvature, double length, double modulus, double approach) {
  // The approach grows with the force as long as the strip is narrower than twice the length. Bisection in
  // the logarithm of the force.
  const auto found = [&](double log_force) {
    return line_by_force(curvature, length, modulus, std::exp(log_force));
  };
  double high = std::log(std::numbers::pi * modulus * length * length * length * curvature / 2),
         low = high - 600;
  if (!(approach < found(high).approach))
    throw InputError("the approach makes the strip wider than the line is long: a smaller one is needed");
  for (int k = 0; k < 200 && high - low > 1e-15; ++k) {
    const double middle = 0.5 * (low + high);
    (found(middle).approach < approach ? low : high) = middle;
  }
  return found(0.5 * (low + high));
}

double stick_ratio(double load) { return std::cbrt(1 - load); }

}  // namespace jam::elastic
