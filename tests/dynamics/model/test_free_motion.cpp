// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Motion of a single body without contacts against exact solutions.
#include <catch2/catch.hpp>

#include <cmath>

#include "jam/dynamics/model/bodies.hpp"
#include "jam/dynamics/model/free_motion.hpp"

using namespace jam;
using namespace jam::dynamics;

namespace {

double energy_of(Vec3d inertia, Vec3d w) { return 0.5 * dot(scaled(inertia, w), w); }

}  // namespace

TEST_CASE("a free top keeps energy and angular momentum (Strobl A9, validation D7)") {
  // J = (1, 2, 3), spinning nearly about the middle axis, which is unstable: ten time units. The explicit
  // rule of the source loses 7.4e-4 and 3.7e-4; the midpoint rule keeps both up to rounding, 4000 steps of
  // some 1e-16 each.
  const Vec3d inertia{1, 2, 3}, start{0.01, 1, 0.01};
  Vec3d w = start;
  double largest_x = 0;
  for (int step = 0; step < 4000; ++step) {
    w = spun(w, inertia, 0.0025);
    largest_x = std::max(largest_x, std::fabs(w.x));
  }
  CHECK(energy_of(inertia, w) == Approx(energy_of(inertia, start)).epsilon(1e-12));
  CHECK(length(scaled(inertia, w)) == Approx(length(scaled(inertia, start))).epsilon(1e-12));
  // Small deviations grow with the rate sqrt((J2 - J1) (J3 - J2) / (J1 J3)) = 1 / sqrt 3: cosh(10 / sqrt 3)
  // is 161, so the top tips over.
  CHECK(largest_x > 0.5);
}

TEST_CASE("the angular momentum of a free top stays in its direction in the world") {
  const Vec3d inertia{1, 2, 3};
  Vec3d w{0.3, 1, 0.2};
  Quaterniond q;
  const Vec3d start = rotate(q, scaled(inertia, w));
  const double h = 1e-3;
  for (int step = 0; step < 2000; ++step) {
    const Vec3d after = spun(w, inertia, h);
    q = turned_exactly(q, 0.5 * (w + after), h);
    w = after;
  }
  // Second order: about (|w| h)^2 t = 2e-6.
  CHECK(length(rotate(q, scaled(inertia, w)) - start) < 1e-5);
}

TEST_CASE("the linear step of a quaternion turns by w t (1 - (w h)^2 / 48) (Nuetzi A2)") {
  Quaterniond q, free;
  const Vec3d w{0, 0, 10};
  for (int step = 0; step < 1000; ++step) {
    q = normalised(turned_linearly(turned_linearly(q, w, 5e-4), w, 5e-4));
    free = turned_linearly(turned_linearly(free, w, 5e-4), w, 5e-4);
  }
  // 10 rad in a second, a little less: -2.083e-5 rad to 1 %.
  const double angle = 2 * std::atan2(q.z, q.w) + 4 * std::acos(-1.0);
  CHECK(angle - 10 == Approx(-2.083e-5).epsilon(0.01));
  // Without normalisation each step multiplies the length: 1.00626955 to 1e-7.
  CHECK(norm(free) == Approx(1.00626955).margin(1e-7));
}

TEST_CASE("the exponential map turns by the exact angle (Negrut T6)") {
  Quaterniond q;
  const Vec3d w{1, 2, -2};  // 3 rad/s
  for (int step = 0; step < 100000; ++step) q = turned_exactly(q, w, 1e-3);
  CHECK(std::fabs(norm(q) - 1) < 1e-6);
  // 300 rad about (1, 2, -2) / 3, to 1e-5 rad.
  const Quaterniond expected = from_axis_angle(w, 300.0);
  const Quaterniond difference = conjugate(expected) * q;
  CHECK(2 * length(difference.vector()) < 1e-5);
}

TEST_CASE("a wall follows its prescribed motion") {
  const Motion motion{.velocity = {1, 0, 0},
                      .amplitude = {0, 0, 0.1},
                      .frequency = 2,
                      .phase = 0.3,
                      .angular_velocity = {0, 0, 0.5}};
  const Pose start{{1, 2, 3}, {}};
  CHECK(motion_at(start, motion, 0).pose.position == start.position);
  const double t = 0.37, d = 1e-6;
  const Vec3d difference =
      (motion_at(start, motion, t + d).pose.position - motion_at(start, motion, t - d).pose.position) /
      (2 * d);
  CHECK(length(difference - motion_at(start, motion, t).velocity) < 1e-7);
}
