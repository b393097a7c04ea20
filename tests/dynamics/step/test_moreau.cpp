// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Moreau's midpoint rule on single bodies against exact results (Nuetzi A, validation D).
#include <catch2/catch.hpp>

#include <cmath>

#include "dynamics/worlds.hpp"
#include "jam/dynamics/step/collision.hpp"
#include "jam/dynamics/step/simulation.hpp"

using namespace jam;
using namespace jam::dynamics;
using namespace jam::test;

namespace {

constexpr double g = 9.81;

/// Nuetzi's defaults: h 1 ms, sor with alpha 1, steps of impulses below 1e-12.
StepSettings nuetzi(SolverKind kind = SolverKind::sor) {
  StepSettings settings;
  settings.scheme = Scheme::moreau;
  settings.warm_start = false;
  settings.solver.kind = kind;
  settings.solver.criterion = Criterion::step_norm;
  settings.solver.relative = 1e-12;
  settings.solver.absolute = 1e-12;
  settings.solver.relaxation = kind == SolverKind::sor ? 1 : 0;
  settings.solver.iteration_limit = 100000;
  return settings;
}

/// A solid sphere of radius 0.1 m and mass 1 kg at a gap above the floor, gap and centre measured along z.
World sphere_world(double gap, Surface surface) { return sphere_on_floor(0.1, gap, surface); }

StepReport run(Simulation& simulation, int steps) {
  StepReport report;
  for (int k = 0; k < steps; ++k) {
    report = simulation.advance();
    REQUIRE(report.blown_up.empty());
  }
  return report;
}

}  // namespace

TEST_CASE("free fall is exact (Nuetzi A1)") {
  World world = sphere_world(9.9, {});
  world.bodies.velocity[1] = {1, 0, 0};
  Simulation simulation(world, nuetzi(), hand_contacts);
  run(simulation, 1000);
  const Vec3d x = simulation.world().bodies.pose[1].position;
  CHECK(x.z == Approx(5.095).margin(1e-11));
  CHECK(x.x == Approx(1).margin(1e-11));
  CHECK(simulation.world().bodies.velocity[1].z == Approx(-9.81).margin(1e-11));
}

TEST_CASE("a dropped sphere bounces by Newton's law (Nuetzi A3)") {
  const SolverKind kind =
      GENERATE(SolverKind::sor, SolverKind::jor, SolverKind::dense_sor, SolverKind::dense_relaxed);
  for (const double e : {1.0, 0.5, 0.0}) {
    CAPTURE(e, name_of(kind));
    Simulation simulation(sphere_world(1, {0.3, e}), nuetzi(kind), hand_contacts);
    const Bodies& bodies = simulation.world().bodies;
    int open = 0;
    double before = 0;
    for (;; ++open) {
      before = bodies.velocity[1].z;
      if (simulation.advance().contacts > 0) break;
      REQUIRE(open < 1000);
    }
    // The velocity at the end of the last open step; the impact sees it.
    CHECK(open == 452);
    CHECK(before == Approx(-4.434120).margin(1e-9));
    CHECK(bodies.velocity[1].z == Approx(e * 4.434120).margin(1e-9));
    double apex = -1;
    for (int k = 0; k < (e == 1 ? 100000 : 400); ++k) {
      simulation.advance();
      apex = std::max(apex, bodies.pose[1].position.z - 0.1);
    }
    if (e == 1) {
      CHECK(apex <= 1.000001);
      const double z = bodies.pose[1].position.z - 0.1, v = bodies.velocity[1].z;
      // Kinetic and potential energy of the drop from 1 m; each step is exact, each impact keeps the speed.
      CHECK(std::fabs(0.5 * v * v + g * z - g) / g < 1e-11);
    } else if (e == 0.5) {
      CHECK(apex == Approx(0.247308).margin(1e-6));
    } else {
      CHECK(bodies.pose[1].position.z - 0.1 == Approx(-0.004328).margin(1e-6));
      CHECK(std::fabs(bodies.velocity[1].z) < 1e-12);
    }
  }
}

TEST_CASE("a sphere slides, then rolls (Nuetzi A4, Strobl A7, validation D2)") {
  World world = sphere_world(0, {0.3, 0});
  world.bodies.velocity[1] = {2, 0, 0};
  for (const SolverKind kind :
       {SolverKind::sor, SolverKind::jor, SolverKind::dense_sor, SolverKind::dense_relaxed}) {
    CAPTURE(name_of(kind));
    Simulation simulation(world, nuetzi(kind), hand_contacts);
    const Bodies& bodies = simulation.world().bodies;
    run(simulation, 100);
    CHECK(bodies.velocity[1].x == Approx(1.7057).margin(1e-9));
    CHECK(rotate(bodies.pose[1].rotation, bodies.angular_velocity[1]).y == Approx(7.3575).margin(1e-9));
    run(simulation, 94);
    CHECK(bodies.velocity[1].x > 10.0 / 7 + 1e-4);
    run(simulation, 1);
    CHECK(bodies.velocity[1].x == Approx(10.0 / 7).margin(1e-9));
    run(simulation, 205);
    CHECK(bodies.velocity[1].x == Approx(10.0 / 7).margin(1e-9));
    CHECK(bodies.pose[1].position.x == Approx(0.626904584).margin(1e-9));
    CHECK(std::fabs(bodies.pose[1].position.z - 0.1) < 1e-12);
  }
}

TEST_CASE("a block and a sphere on an incline (Nuetzi A5, validation D3)") {
  const SolverKind kind =
      GENERATE(SolverKind::sor, SolverKind::jor, SolverKind::dense_sor, SolverKind::dense_relaxed);
  struct Row {
    double angle, block, sphere, spin;
  };
  for (const Row& row :
       {Row{10, 0, 1.216777587795, 12.167775878}, Row{25, 1.478621330427, 2.961346534054, 29.613465341},
        Row{30, 2.356287236662, 3.503571428571, 35.035714286},
        Row{50, 5.623172051690, 5.623172051690, 47.293098383}}) {
    CAPTURE(row.angle, name_of(kind));
    StepSettings settings = nuetzi(kind);
    settings.gravity = inclined(row.angle);
    settings.energy_guard = 0;
    World block = sphere_world(0, {0.3, 0});
    block_rotation(block, 1);
    Simulation sliding(block, settings, hand_contacts);
    if (kind == SolverKind::sor) CHECK(run(sliding, 1).iterations == 2);
    else run(sliding, 1);
    run(sliding, 999);
    CHECK(sliding.world().bodies.velocity[1].x == Approx(row.block).margin(1e-9));
    Simulation rolling(sphere_world(0, {0.3, 0}), settings, hand_contacts);
    run(rolling, 1000);
    const Bodies& bodies = rolling.world().bodies;
    CHECK(bodies.velocity[1].x == Approx(row.sphere).margin(1e-9));
    CHECK(rotate(bodies.pose[1].rotation, bodies.angular_velocity[1]).y == Approx(row.spin).margin(2e-8));
  }
  // The friction angle of 0.3 is 16.699 degrees.
  for (const double angle : {16.69, 16.71}) {
    StepSettings settings = nuetzi(kind);
    settings.gravity = inclined(angle);
    World block = sphere_world(0, {0.3, 0});
    block_rotation(block, 1);
    Simulation simulation(block, settings, hand_contacts);
    run(simulation, 1000);
    const double v = simulation.world().bodies.velocity[1].x;
    CHECK((angle < 16.7 ? std::fabs(v) < 1e-9 : v > 1e-4));
  }
}

TEST_CASE("the direction of sliding does not matter (Nuetzi A9, Negrut T11)") {
  const SolverKind kind =
      GENERATE(SolverKind::sor, SolverKind::jor, SolverKind::dense_sor, SolverKind::dense_relaxed);
  for (int degrees = 0; degrees <= 90; degrees += 5) {
    CAPTURE(degrees, name_of(kind));
    const double angle = degrees * std::acos(-1.0) / 180;
    World world = sphere_world(0, {0.3, 0});
    block_rotation(world, 1);
    world.bodies.velocity[1] = {2 * std::cos(angle), 2 * std::sin(angle), 0};
    Simulation simulation(world, nuetzi(kind), hand_contacts);
    run(simulation, 500);
    const Vec3d v = simulation.world().bodies.velocity[1];
    const double speed = 2 - 0.3 * g * 0.5;
    CHECK(length(v - Vec3d{speed * std::cos(angle), speed * std::sin(angle), 0}) < 1e-10);
  }
}

TEST_CASE("a sliding box stops where friction says (validation D1)") {
  // mu 0.5, 5 m/s: v^2 / (2 mu g) = 2.548420 m after 1.019368 s. This scheme takes the mean velocity of each
  // step, so only the last one, in which the box stops, is not exact: below v h = 1e-4 m.
  StepSettings settings = nuetzi();
  settings.step = 5e-3;
  Simulation simulation(sliding_box(0.1), settings, hand_contacts);
  int steps = 0;
  while (simulation.world().bodies.velocity[1].x > 1e-9) {
    simulation.advance();
    REQUIRE(++steps < 1000);
  }
  CHECK(steps * settings.step == Approx(1.019368).margin(settings.step));
  CHECK(simulation.world().bodies.pose[1].position.x == Approx(2.548420).margin(1e-4));
}

TEST_CASE("two spheres collide with a restitution (validation D5)") {
  for (const double e : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    for (const Scheme scheme : {Scheme::moreau, Scheme::semi_implicit}) {
      CAPTURE(e, name_of(scheme));
      World world;
      for (const double side : {-1.0, 1.0}) {
        const int ball = add_sphere(world, 0.5, 1, {0.52 * side, 0, 0}, {0.3, e});
        world.bodies.velocity[ball] = {-side, 0, 0};
      }
      StepSettings settings = nuetzi();
      settings.scheme = scheme;
      settings.gravity = {};
      Simulation simulation(world, settings, hand_contacts);
      run(simulation, 100);
      const Bodies& bodies = simulation.world().bodies;
      CHECK(bodies.velocity[1].x - bodies.velocity[0].x == Approx(2 * e).margin(1e-3));
    }
  }
}

TEST_CASE("a sphere slides until it rolls (validation D2)") {
  // It rolls from t = 2 v / (7 mu g) on, with 5/7 v, after 12 v^2 / (49 mu g).
  const double mu = 0.5, v0 = 5;
  World world = sphere_world(0, {mu, 0});
  world.bodies.velocity[1] = {v0, 0, 0};
  StepSettings settings = nuetzi();
  settings.step = 1e-4;
  Simulation simulation(world, settings, hand_contacts);
  const Bodies& bodies = simulation.world().bodies;
  while (bodies.velocity[1].x - 0.1 * bodies.angular_velocity[1].y > 1e-9) {
    simulation.advance();
    REQUIRE(simulation.steps() < 10000);
  }
  CHECK(simulation.time() == Approx(2 * v0 / (7 * mu * g)).margin(settings.step));
  CHECK(bodies.velocity[1].x == Approx(5 * v0 / 7).margin(1e-9));
  CHECK(bodies.pose[1].position.x == Approx(12 * v0 * v0 / (49 * mu * g)).margin(v0 * settings.step));
}

TEST_CASE("contacts take energy and never give any (validation D7)") {
  // Boxes and spheres fall on each other, slide and come to rest. Free flight keeps the energy in this
  // scheme, up to rounding.
  World world;
  add_floor(world, {0.4, 0});
  for (int k = 0; k < 6; ++k) {
    const int box =
        add_box(world, {0.1, 0.08, 0.06}, 1, {0.05 * (k % 2), 0.03 * (k % 3), 0.2 + 0.4 * k}, {0.4, 0});
    world.bodies.velocity[box] = {0.3, 0.1 * k, 0};
    world.bodies.angular_velocity[box] = {1, 2, 0.5 * k};
    add_sphere(world, 0.08, 0.5, {0.06, 0.02 * k, 0.4 + 0.4 * k}, {0.4, 0});
  }
  StepSettings settings;
  settings.scheme = Scheme::moreau;
  settings.solver.tolerance = 1e-9;
  settings.solver.iteration_limit = 100'000;
  Simulation simulation(world, settings, collider_detection());
  const double start = kinetic_energy(world.bodies) + potential_energy(world.bodies, settings.gravity);
  double before = start;
  for (int k = 0; k < 1500; ++k) {
    const StepReport report = simulation.advance();
    const double energy = report.kinetic + report.potential;
    REQUIRE(energy <= before + 1e-7 * start);
    before = energy;
  }
  CHECK(before < 0.3 * start);
}
