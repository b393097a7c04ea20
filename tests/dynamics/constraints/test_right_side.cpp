// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Right sides: relative velocities against finite differences, impacts, gaps.
#include <catch2/catch.hpp>

#include "dynamics/worlds.hpp"
#include "jam/dynamics/solvers/solver.hpp"

using namespace jam;
using namespace jam::dynamics;
using namespace jam::test;

namespace {

/// A sphere above the floor at a gap [m] with a vertical velocity [m/s]; q of the step.
ContactProblem falling(double gap, double velocity, double restitution, const GapRule& rule) {
  World world;
  add_floor(world, {0.3, restitution});
  const int ball = add_sphere(world, 0.5, 1, {0, 0, 0.5 + gap}, {0.3, restitution});
  world.bodies.velocity[ball] = {0, 0, velocity};
  const std::vector<Twist> twist = twists_of(world.bodies);
  return contact_problem(world, world.bodies.pose, hand_contacts(world, world.bodies.pose, 1), twist, twist,
                         rule);
}

}  // namespace

TEST_CASE("relative velocities are those of the contact points, of moving walls too (Nuetzi B6, Negrut T2)") {
  World world;
  const Shape ball = sphere_shape(0.3);
  const int wall = world.add_wall(ball, {{0.1, 0, 0}, {}}, {});
  world.set_motion(wall, {.velocity = {0.3, -0.2, 0.5}, .angular_velocity = {1, 2, 3}});
  world.place_walls(0.4, 0.4);
  const int body = add_box(world, {0.2, 0.3, 0.4}, 1, {0.5, 0.4, 0.3}, {});
  world.bodies.pose[body].rotation = from_axis_angle(Vec3d{1, -1, 2}, 0.8);
  world.bodies.velocity[body] = {-0.4, 0.1, 0.2};
  world.bodies.angular_velocity[body] = {0.5, -1, 0.7};
  const Vec3d n = normalised(Vec3d{1, 2, -1}, {});
  const Contact contact{0, 1, wall, body, 0, {0.3, 0.2, 0.25}, n, 0};
  const std::vector<Twist> twist = twists_of(world.bodies);
  const ContactProblem problem =
      contact_problem(world, world.bodies.pose, {&contact, 1}, twist, twist, {.impacts_only = true});

  // The two material points that are at the contact now, a little later and a little earlier.
  const double d = 1e-6;
  const auto moved = [&](int k, double t) {
    const Pose& pose = world.bodies.pose[k];
    const Vec3d local = rotate_inverse(pose.rotation, contact.point - pose.position);
    const Vec3d spin = rotate(pose.rotation, world.bodies.angular_velocity[k]);
    return pose.position + t * world.bodies.velocity[k] + rotate(turned(pose.rotation, t * spin), local);
  };
  const Vec3d difference = (moved(body, d) - moved(wall, d) - moved(body, -d) + moved(wall, -d)) / (2 * d);
  const ContactFrame frame = contact_frame(n);
  CHECK(problem.q[0].x == Approx(dot(frame.axis[0], difference)).margin(1e-6));
  CHECK(problem.q[0].y == Approx(dot(frame.axis[1], difference)).margin(1e-6));
  CHECK(problem.q[0].z == Approx(dot(frame.axis[2], difference)).margin(1e-6));
}

TEST_CASE("bodies that are pressed together get an impulse that separates them (Nuetzi B6)") {
  const ContactProblem problem = falling(0, -1, 0, {.impacts_only = true});
  CHECK(solve(problem, {}).impulses[0].x == Approx(1));
}

TEST_CASE("gaps and impacts in the right side (Negrut 2.4)") {
  const GapRule gaps{.impacts_only = false, .step = 0.01};
  // q = u_N + gap / h.
  CHECK(falling(0.02, -1, 0, gaps).q[0].x == Approx(-1 + 2));
  // An overlap is corrected at no more than the recovery speed.
  CHECK(falling(-0.001, -1, 0, {false, 0.01, 0.5}).q[0].x == Approx(-1 - 0.1));
  CHECK(falling(-0.1, 0, 0, {false, 0.01, 0.5}).q[0].x == Approx(-0.5));
  // A contact that closes within the step bounces; one that stays open does not.
  CHECK(falling(0.005, -1, 0.5, gaps).q[0].x == Approx(-1 - 0.5));
  CHECK(falling(0.02, -1, 0.5, gaps).q[0].x == Approx(-1 + 2));
  // Moreau: no gap.
  CHECK(falling(-0.001, -1, 0.5, {.impacts_only = true}).q[0].x == Approx(-1.5));
}

TEST_CASE("the gap that a step predicts is that after its motion, to second order (Strobl A13)") {
  double error[2];
  for (const int k : {0, 1}) {
    const double h = k == 0 ? 0.02 : 0.01;
    World world;
    const int a = add_sphere(world, 0.5, 1, {0, 0, 0}, {}), b = add_sphere(world, 0.5, 1, {1, 0.4, 0.1}, {});
    world.bodies.velocity[a] = {0.2, 0.5, -0.3};
    world.bodies.velocity[b] = {-0.6, 0.1, 0.4};
    const std::vector<Twist> twist = twists_of(world.bodies);
    const std::vector<Contact> contacts = hand_contacts(world, world.bodies.pose, 1);
    REQUIRE(contacts.size() == 1);
    const ContactProblem problem =
        contact_problem(world, world.bodies.pose, contacts, twist, twist, {.impacts_only = false, .step = h});
    for (const int body : {a, b}) world.bodies.pose[body].position += h * world.bodies.velocity[body];
    error[k] = std::fabs(h * problem.q[0].x - hand_contacts(world, world.bodies.pose, 1)[0].gap);
  }
  CHECK(error[0] < 2e-4);
  CHECK(error[0] / error[1] == Approx(4).epsilon(0.1));
}
