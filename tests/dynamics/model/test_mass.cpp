// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Masses and moments of inertia against formulas and against each other.
#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>

#include "jam/core/error.hpp"
#include "jam/dynamics/model/bodies.hpp"
#include "support/refusal.hpp"

using namespace jam;
using namespace jam::dynamics;

namespace {

Shape capsule(double radius, double half_length) {
  return {ShapeKind::capsule, radius, {half_length, 0, 0}, {}, 0};
}

void check_near(Vec3d a, Vec3d b, double tolerance) {
  CAPTURE(a.x, a.y, a.z, b.x, b.y, b.z);
  CHECK(length(a - b) < tolerance);
}

}  // namespace

TEST_CASE("masses of a ball, a box and a capsule") {
  const MassProperties ball = mass_of({ShapeKind::sphere, 0.1, {}, {}, 0}, 1000);
  CHECK(ball.mass == Approx(4.0 / 3 * std::numbers::pi).epsilon(1e-14));
  CHECK(ball.inertia.x == Approx(0.4 * ball.mass * 0.01).epsilon(1e-14));

  // A cube of edge 1 and mass 1 has J = 1 / 6 (Nuetzi B4).
  const MassProperties cube = mass_of({ShapeKind::box, 0, {0.5, 0.5, 0.5}, {}, 0}, 1);
  CHECK(cube.mass == 1);
  check_near(cube.inertia, {1.0 / 6, 1.0 / 6, 1.0 / 6}, 1e-15);
  const MassProperties slab = mass_of({ShapeKind::box, 0, {1, 2, 3}, {}, 0}, 1);
  check_near(slab.inertia, {48.0 * 13 / 3, 48.0 * 10 / 3, 48.0 * 5 / 3}, 1e-12);

  // Without an axis a capsule is a ball; a long thin one is a rod, m (2 l)^2 / 12 across.
  const MassProperties round = mass_of(capsule(0.1, 0), 1000);
  CHECK(round.mass == Approx(ball.mass));
  check_near(round.inertia, ball.inertia, 1e-14);
  const MassProperties rod = mass_of(capsule(1e-4, 1), 1000);
  CHECK(rod.inertia.y == Approx(rod.mass / 3).epsilon(1e-3));
  CHECK(jam::test::refusal_of([] {
          return mass_of({ShapeKind::plane, 0, {}, {}, 0}, 1);
        }).find("a plane has no mass") == 0);
}

TEST_CASE("the moments of a capsule are those of its slices") {
  const double r = 0.3, l = 0.7;
  const MassProperties capsule_mass = mass_of(capsule(r, l), 1);
  double mass = 0, along = 0, across = 0;
  const int slices = 200000;
  for (int k = 0; k < slices; ++k) {
    const double x = (k + 0.5) / slices * (l + r), over = std::max(0.0, x - l), radius2 = r * r - over * over;
    const double slice = 2 * std::numbers::pi * radius2 * (l + r) / slices;  // Both halves.
    mass += slice;
    along += slice * radius2 / 2;
    across += slice * (radius2 / 4 + x * x);
  }
  CHECK(capsule_mass.mass == Approx(mass).epsilon(1e-8));
  CHECK(capsule_mass.inertia.x == Approx(along).epsilon(1e-8));
  CHECK(capsule_mass.inertia.y == Approx(across).epsilon(1e-8));
}

TEST_CASE("two halves have the mass, centre and moments of the whole") {
  const Quaterniond turn = from_axis_angle(Vec3d{1, 2, 3}, 0.7);
  Shape whole{ShapeKind::box, 0, {0.4, 0.2, 0.1}, {{1, -2, 3}, turn}, 0};
  Shape left = whole, right = whole;
  left.half.x = right.half.x = 0.2;
  left.pose.position -= rotate(turn, {0.2, 0, 0});
  right.pose.position += rotate(turn, {0.2, 0, 0});
  const MassProperties one = mass_of(whole, 500);
  const MassProperties parts[] = {mass_of(left, 500), mass_of(right, 500)};
  const MassProperties two = combined(parts);
  CHECK(two.mass == Approx(one.mass).epsilon(1e-14));
  check_near(two.frame.position, one.frame.position, 1e-14);
  // Ascending eigenvalues.
  check_near(two.inertia, one.inertia, 1e-13);
  // The axes agree up to their signs: J in the world.
  for (const Vec3d axis : {Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0.3, -0.4, 0.8}}) {
    const auto times = [&](const MassProperties& p) {
      const Vec3d local = rotate_inverse(p.frame.rotation, axis);
      return rotate(p.frame.rotation, {p.inertia.x * local.x, p.inertia.y * local.y, p.inertia.z * local.z});
    };
    check_near(times(one), times(two), 1e-13);
  }
}

TEST_CASE("a body of several shapes keeps them where they were, about its centre of mass") {
  World world;
  const Shape parts[] = {{ShapeKind::sphere, 0.1, {}, {{0, 0, 0}, {}}, 0},
                         {ShapeKind::sphere, 0.1, {}, {{0.3, 0, 0}, {}}, 0},
                         {ShapeKind::sphere, 0.1, {}, {{0, 0.2, 0}, {}}, 0}};
  const Pose pose{{5, 6, 7}, from_axis_angle(Vec3d{0, 1, 1}, 0.5)};
  const int body = world.add_body(parts, pose, 1000, {0.3, 0});
  check_near(world.bodies.pose[body].position, pose.position + rotate(pose.rotation, {0.1, 0.2 / 3, 0}),
             1e-14);
  for (int k = 0; k < 3; ++k) {
    const Pose placed = world.bodies.pose[body] * world.shapes[k].pose;
    check_near(placed.position, pose.position + rotate(pose.rotation, parts[k].pose.position), 1e-14);
    CHECK(world.shapes[k].body == body);
  }
  const int heavy = world.add_body(parts, pose, 1000, {0.3, 0}, 12);
  CHECK(world.bodies.mass[heavy] == Approx(12));
  CHECK(world.bodies.inertia[heavy].x / 12 == Approx(world.bodies.inertia[body].x / world.bodies.mass[body]));
}

TEST_CASE("a pair of bodies has its own surface or the smaller values of the two") {
  World world;
  const Shape ball{ShapeKind::sphere, 0.1, {}, {}, 0};
  for (const Surface surface : {Surface{0.3, 0.5}, Surface{0.6, 0.1}, Surface{0.4, 0}})
    world.add_body({&ball, 1}, {}, 1, surface);
  world.pairs = {{0, 2, {0.9, 0.8}}};
  CHECK(world.surface_of(1, 0).friction == 0.3);
  CHECK(world.surface_of(1, 0).restitution == 0.1);
  CHECK(world.surface_of(2, 0).friction == 0.9);
  CHECK(world.surface_of(0, 2).restitution == 0.8);
  CHECK(world.surface_of(1, 2).friction == 0.4);
}

TEST_CASE("a body without mass is refused") {
  World world;
  MassProperties none;
  CHECK(jam::test::refusal_of([&] {
          return world.bodies.add(none, {}, {});
        }).find("needs a mass and moments of inertia above 0") != std::string::npos);
}
