// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Joints and motors (Negrut T18 to T20), by both schemes and every solver.
#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>
#include <vector>

#include "dynamics/worlds.hpp"
#include "jam/dynamics/constraints/joint_rows.hpp"
#include "jam/dynamics/step/collision.hpp"
#include "jam/dynamics/step/simulation.hpp"
#include "support/refusal.hpp"

using namespace jam;
using namespace jam::dynamics;
using namespace jam::test;

namespace {

/// A wall that nothing touches, for joints to the world.
int add_ground(World& world) { return world.add_wall(sphere_shape(0.01), {{0, 0, 50}, {}}, {}); }

StepSettings tight(double step, Scheme scheme = Scheme::semi_implicit, SolverKind kind = SolverKind::sor) {
  StepSettings settings;
  settings.scheme = scheme;
  settings.step = step;
  settings.solver.kind = kind;
  settings.solver.law = kind == SolverKind::pe_jacobi ? ContactLaw::pyramid : ContactLaw::coulomb;
  settings.solver.tolerance = 1e-12;
  settings.solver.iteration_limit = 20000;
  settings.solver.check_interval = 1;
  return settings;
}

/// A sphere of radius 0.1 m whose centre is 1 m from a spherical joint, at 5 degrees.
World pendulum() {
  World world;
  const int ground = add_ground(world);
  const double angle = 5 * std::numbers::pi / 180;
  const int bob = add_sphere(world, 0.1, 1, {std::sin(angle), 0, -std::cos(angle)}, {});
  world.joints.push_back(joint_at(world, JointKind::spherical, ground, bob, {}));
  return world;
}

/// Crank, coupler and rocker of 1 m and 1 kg over or under (`way` 1 or -1) the x axis through `base`: a
/// parallelogram, hinged about y, whose crank is driven. `coupler`: half edges of its box.
World four_bar(const Drive& drive, Vec3d base, int way, Vec3d coupler) {
  World world;
  const int ground = add_ground(world);
  const double z = way;
  const Vec3d corner[4] = {base, base + Vec3d{0, 0, z}, base + Vec3d{1, 0, z}, base + Vec3d{1, 0, 0}};
  int link[3];
  for (int k = 0; k < 3; ++k) {
    link[k] = add_box(world, k == 1 ? coupler : Vec3d{0.02, 0.02, 0.5}, 1, 0.5 * (corner[k] + corner[k + 1]),
                      {0.3, 0});
  }
  const Vec3d y{0, 1, 0};
  world.joints.push_back(joint_at(world, JointKind::revolute, ground, link[0], corner[0], y));
  world.joints.push_back(joint_at(world, JointKind::revolute, link[0], link[1], corner[1], y));
  world.joints.push_back(joint_at(world, JointKind::revolute, link[1], link[2], corner[2], y));
  world.joints.push_back(joint_at(world, JointKind::revolute, link[2], ground, corner[3], y));
  world.joints[0].driven = true;
  world.joints[0].drive = drive;
  return world;
}

/// Angle of the crank about y.
double crank_angle(const World& world) {
  const Vec3d up = rotate(world.bodies.pose[1].rotation, {0, 0, 1});
  return std::atan2(up.x, up.z);
}

}  // namespace

TEST_CASE("rows of joints are derivatives of what they hold at zero (Negrut 2.2)") {
  World world;
  const int a = add_box(world, {0.1, 0.2, 0.3}, 2, {0.1, 0.2, 0.3}, {});
  const int b = add_box(world, {0.3, 0.1, 0.2}, 1, {0.9, -0.2, 0.1}, {});
  world.bodies.pose[a].rotation = normalised(Quaterniond{0.9, 0.1, -0.3, 0.2});
  world.bodies.pose[b].rotation = normalised(Quaterniond{0.5, 0.4, 0.2, -0.6});
  for (const JointKind kind : {JointKind::spherical, JointKind::revolute, JointKind::prismatic}) {
    CAPTURE(word_of(kind, joint_words));
    Joint joint = joint_at(world, kind, a, b, {0.4, 0.1, 0.3}, {1, 2, 3});
    joint.driven = kind != JointKind::spherical;
    joint.drive.start = 0.1;
    // Off its frames a little; prismatic rotations are exact where they vanish.
    joint.frame_b.position += Vec3d{0.01, 0.02, 0.03};
    if (kind == JointKind::revolute)
      joint.frame_b.rotation = joint.frame_b.rotation * from_axis_angle(Vec3d{1, 2, 4}, 0.2);
    const Twist twist[2] = {{{0.3, -0.2, 0.5}, {0.7, 0.1, -0.4}}, {{-0.1, 0.6, 0.2}, {-0.3, 0.8, 0.5}}};
    const auto blocks_after = [&](double h, JointBlock* block) {
      Pose pose[2];
      for (const int k : {0, 1}) {
        const Pose& now = world.bodies.pose[k == 0 ? a : b];
        pose[k] = {now.position + h * twist[k].linear, turned_exactly(now.rotation, twist[k].angular, h)};
      }
      return set_joint_blocks(joint, pose[0], pose[1], 0.7, {}, block);
    };
    JointBlock now[2], later[2], earlier[2];
    const double h = 1e-6;
    const int count = blocks_after(0, now);
    CHECK(count == (kind == JointKind::spherical ? 1 : 2));
    blocks_after(h, later);
    blocks_after(-h, earlier);
    for (int k = 0; k < count; ++k) {
      const Vec3d rate = (later[k].violation - earlier[k].violation) / (2 * h);
      const ContactRow& row = now[k].row;
      const Vec3d u =
          point_velocity(row.axis, row.turn_b, twist[1]) - point_velocity(row.axis, row.turn_a, twist[0]);
      // The angle of a drive is that of turning about the axis while the axes are parallel.
      if (kind == JointKind::revolute && k == 1) {
        CHECK(u.x == Approx(rate.x).margin(1e-8));
        CHECK(u.y == Approx(rate.y).margin(1e-8));
      } else {
        CHECK(length(u - rate) < 1e-8);
      }
    }
  }
}

TEST_CASE("a pendulum has its period, and its joint drifts by a second order (Negrut T18)") {
  double error[2];
  for (const bool fine : {false, true}) {
    const double h = fine ? 1e-3 : 1e-2;
    Simulation simulation(pendulum(), tight(h), hand_contacts);
    double last_x = 1, first_crossing = 0, last_crossing = 0, drift = 0, amplitude = 0;
    int crossings = 0;
    const int steps = static_cast<int>(std::lround(18 / h));
    for (int k = 0; k < steps; ++k) {
      const StepReport report = simulation.advance();
      REQUIRE(report.status == SolveStatus::solved);
      drift = std::max(drift, report.joint_error);
      const double x = simulation.world().bodies.pose[1].position.x;
      if (last_x > 0 && x <= 0) {
        last_crossing = report.time - h * x / (x - last_x);
        if (crossings++ == 0) first_crossing = last_crossing;
      }
      last_x = x;
      if (report.time > 16) amplitude = std::max(amplitude, std::fabs(x));
    }
    error[fine ? 1 : 0] = drift;
    if (!fine) continue;
    CHECK((last_crossing - first_crossing) / (crossings - 1) == Approx(2.01103).epsilon(1e-4));
    CHECK(amplitude == Approx(std::sin(5 * std::numbers::pi / 180)).epsilon(0.01));
  }
  CAPTURE(error[0], error[1]);
  CHECK(error[0] < 2 * 3.7e-6);
  CHECK(error[0] > 0.5 * 3.7e-6);
  CHECK(error[1] < 2 * 3.7e-8);
  CHECK(error[1] > 0.5 * 3.7e-8);
}

TEST_CASE("joints of a hanging chain carry the weight below them, by every solver (Negrut T19)") {
  for (const SolverKind kind :
       {SolverKind::sor, SolverKind::jor, SolverKind::ccp, SolverKind::apgd, SolverKind::pe_jacobi}) {
    CAPTURE(name_of(kind));
    World world;
    int above = add_ground(world);
    for (int k = 0; k < 10; ++k) {
      const int link = add_sphere(world, 0.1, 1 + 0.1 * k, {0, 0, -0.15 - 0.3 * k}, {});
      world.joints.push_back(joint_at(world, JointKind::spherical, above, link, {0, 0, -0.3 * k}));
      above = link;
    }
    StepSettings settings = tight(1e-3, Scheme::semi_implicit, kind);
    settings.solver.tolerance = 1e-7;
    settings.solver.iteration_limit = 100'000;
    Simulation simulation(world, settings, hand_contacts);
    StepReport report;
    for (int k = 0; k < 5; ++k) report = simulation.advance();
    CHECK(report.status == SolveStatus::solved);
    double below = 0;
    for (int k = 9; k >= 0; --k) {
      below += 1 + 0.1 * k;
      CHECK(simulation.solution().impulses[k].z == Approx(below * 9.81e-3).epsilon(1e-4));
    }
  }
}

TEST_CASE("a four-bar follows its motor and does not drift apart, by both schemes (Negrut T19)") {
  for (const Scheme scheme : {Scheme::semi_implicit, Scheme::moreau}) {
    CAPTURE(name_of(scheme));
    // From rest: a motor that starts at once moves a Moreau step of bodies at rest by half of it only.
    const Drive drive{0, 0, 0.4, 0.2, std::numbers::pi / 2};
    StepSettings settings = tight(1e-3, scheme, SolverKind::sor);
    settings.solver.tolerance = 1e-7;
    Simulation simulation(four_bar(drive, {}, 1, {0.5, 0.02, 0.02}), settings, hand_contacts);
    double drift = 0, off = 0;
    const int steps = scheme == Scheme::moreau ? 20'000 : 100'000;
    for (int k = 0; k < steps; ++k) {
      const StepReport report = simulation.advance();
      REQUIRE(report.blown_up.empty());
      drift = std::max(drift, report.joint_error);
      off = std::max(off, std::fabs(crank_angle(simulation.world()) - drive_at(drive, report.time)));
    }
    CHECK(drift < 1e-5);
    CHECK(off < 1e-5);
  }
}

TEST_CASE("what a motor does is work, not a blow-up") {
  // A flywheel that a motor turns to 30 rad/s gains far more than its energy at rest.
  World world;
  const int ground = add_ground(world);
  const int wheel = add_sphere(world, 0.5, 10, {}, {});
  world.joints.push_back(joint_at(world, JointKind::revolute, ground, wheel, {}));
  world.joints[0].driven = true;
  world.joints[0].drive.rate = 30;
  StepSettings settings = tight(1e-3);
  settings.gravity = {};
  Simulation simulation(world, settings, hand_contacts);
  StepReport report;
  for (int k = 0; k < 100; ++k) report = simulation.advance();
  CHECK(report.blown_up.empty());
  CHECK(report.kinetic == Approx(0.5 * 0.4 * 10 * 0.25 * 900));
  CHECK(report.wall_work == Approx(report.kinetic));
}

TEST_CASE("a slider keeps its direction, and its motor moves it (Negrut 2.2, prismatic)") {
  World world;
  const int ground = add_ground(world);
  const int tray = add_box(world, {0.2, 0.2, 0.05}, 3, {0, 0, 1}, {});
  const Vec3d axis = normalised(Vec3d{0.3, 0, 1}, {});
  world.joints.push_back(joint_at(world, JointKind::prismatic, ground, tray, {0.1, 0.05, 1}, axis));
  world.joints[0].driven = true;
  world.joints[0].drive = {0, 0, 0.01, 10, 0};
  Simulation simulation(world, tight(1e-3), hand_contacts);
  for (int k = 0; k < 1000; ++k) {
    const StepReport report = simulation.advance();
    REQUIRE(report.blown_up.empty());
    const Pose& pose = simulation.world().bodies.pose[tray];
    const Vec3d expected = Vec3d{0, 0, 1} + drive_at(world.joints[0].drive, report.time) * axis;
    REQUIRE(length(pose.position - expected) < 1e-6);
    REQUIRE(length(pose.rotation.vector()) < 1e-7);
  }
}

TEST_CASE("a crank pushes 1000 spheres: joints hold, no sphere escapes (Negrut T20)") {
  // A plough hangs into a trough and swings to one side and back. Beside it is room for two spheres, which so
  // do not jam: nothing could hold the joints against the motor then.
  const Vec3d plough{0.5, 0.1, 0.03};
  World world = four_bar({0, 0, 0.4, 1, 0}, {0, 0, 1.3}, -1, plough);
  const Surface surface{0.3, 0};
  const double low = -0.9, high = 1.9, half = 0.3, radius = 0.04, pitch = 0.09,
               quarter = std::numbers::pi / 2;
  const auto wall = [&](Vec3d point, Vec3d axis, double angle) {
    world.add_wall(plane_shape(), {point, from_axis_angle(axis, angle)}, surface);
  };
  wall({}, {0, 0, 1}, 0);
  wall({0, -half, 0}, {1, 0, 0}, -quarter);
  wall({0, half, 0}, {1, 0, 0}, quarter);
  wall({low, 0, 0}, {0, 1, 0}, quarter);
  wall({high, 0, 0}, {0, 1, 0}, -quarter);
  int spheres = 0;
  for (int k = 0; spheres < 1000; ++k) {
    const Vec3d p{low + 0.06 + pitch * (k % 30), -0.225 + pitch * (k / 30 % 6), 0.045 + pitch * (k / 180)};
    const double room = radius + 0.005;
    const bool in_plough = std::fabs(p.x - 0.5) < 0.5 + room && std::fabs(p.y) < plough.y + room &&
                           std::fabs(p.z - 0.3) < 0.03 + room;
    const bool in_link = std::min(std::fabs(p.x), std::fabs(p.x - 1)) < 0.02 + room &&
                         std::fabs(p.y) < 0.02 + room && p.z > 0.3;
    if (in_plough || in_link) continue;
    add_sphere(world, radius, 0.1, p, surface);
    ++spheres;
  }
  StepSettings settings = tight(1e-3);
  settings.solver.kind = SolverKind::apgd;
  settings.solver.tolerance = 1e-3;
  settings.solver.iteration_limit = 1000;
  Simulation simulation(world, settings, collider_detection());
  double drift = 0, penetration = 0;
  for (int k = 0; k < 500; ++k) {
    const StepReport report = simulation.advance();
    CAPTURE(report.blown_up);
    REQUIRE(report.blown_up.empty());
    drift = std::max(drift, report.joint_error);
    penetration = std::max(penetration, report.penetration);
  }
  CAPTURE(drift, penetration);
  CHECK(drift < 1e-4);
  CHECK(penetration < 0.05 * radius);
  for (int i = world.bodies.count() - spheres; i < world.bodies.count(); ++i) {
    const Vec3d p = simulation.world().bodies.pose[i].position;
    const bool inside = std::fabs(p.y) < half && p.x > low && p.x < high && p.z > 0;
    REQUIRE(inside);
  }
}

TEST_CASE("joints that cannot be are refused") {
  World world = pendulum();
  const auto refused = [&](const Joint& joint) {
    World other = world;
    other.joints = {joint};
    return refusal_of([&] {
      check_joints(other);
      return 0;
    });
  };
  CHECK(refused(world.joints[0]) == "accepted");
  CHECK(refused({.kind = JointKind::revolute, .a = 1, .b = 1}) ==
        "joints[0]: it connects body 1 with itself");
  CHECK(refused({.kind = JointKind::revolute, .a = 1, .b = 7}) ==
        "joints[0]: there is no body 7: there are 0 to 1");
  CHECK(refused({.kind = JointKind::spherical, .a = 0, .b = 1, .driven = true}) ==
        "joints[0]: a spherical joint has no axis to drive");
  add_ground(world);
  CHECK(refused({.kind = JointKind::revolute, .a = 0, .b = 2}) ==
        "joints[0]: it connects two walls, which forces do not move");
}
