// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The semi-implicit scheme on single bodies, with both contact laws (Negrut T, Strobl A, validation D).
#include <catch2/catch.hpp>

#include <cmath>

#include "dynamics/worlds.hpp"
#include "jam/dynamics/step/simulation.hpp"

using namespace jam;
using namespace jam::dynamics;
using namespace jam::test;

namespace {

constexpr double g = 9.81;

/// Both laws are solved by apgd, far below what the tests compare.
StepSettings settings_of(ContactLaw law, double h) {
  StepSettings settings;
  settings.step = h;
  settings.energy_guard = 0;
  settings.solver.law = law;
  settings.solver.tolerance = 1e-13;
  settings.solver.iteration_limit = 20000;
  return settings;
}

/// A solid sphere of radius 0.5 m at a gap above the floor.
World sphere_world(double gap, double friction, double mass = 1) {
  return sphere_on_floor(0.5, gap, {friction, 0}, mass);
}

double gap_of(const Simulation& simulation) { return simulation.world().bodies.pose[1].position.z - 0.5; }
Vec3d velocity_of(const Simulation& simulation) { return simulation.world().bodies.velocity[1]; }

void run(Simulation& simulation, int steps) {
  for (int k = 0; k < steps; ++k) simulation.advance();
}

}  // namespace

TEST_CASE("a sphere rests: its impulse is m g h (Negrut T7, Strobl A10)") {
  for (const ContactLaw law : {ContactLaw::coulomb, ContactLaw::ccp}) {
    Simulation simulation(sphere_world(0, 0.3, 2), settings_of(law, 0.01), hand_contacts);
    run(simulation, 10);
    CHECK(simulation.solution().impulses[0].x == Approx(0.1962).epsilon(1e-9));
    CHECK(length(velocity_of(simulation)) < 1e-10);
  }
}

TEST_CASE("a sphere lands at the end of the step and not earlier (Negrut T8)") {
  for (const ContactLaw law : {ContactLaw::coulomb, ContactLaw::ccp}) {
    World world = sphere_world(0.01, 0.3);
    world.bodies.velocity[1] = {0, 0, -3};
    Simulation simulation(world, settings_of(law, 0.01), hand_contacts);
    run(simulation, 1);
    CHECK(velocity_of(simulation).z == Approx(-1).margin(1e-9));
    CHECK(std::fabs(gap_of(simulation)) < 1e-9);
  }
}

TEST_CASE("free fall by symplectic steps (Strobl A8)") {
  Simulation simulation(sphere_world(100, 0.3), settings_of(ContactLaw::coulomb, 0.01), hand_contacts);
  run(simulation, 100);
  CHECK(velocity_of(simulation).z == Approx(-g).epsilon(1e-12));
  CHECK(gap_of(simulation) - 100 == Approx(-g * 1e-4 * 100 * 101 / 2).epsilon(1e-12));
}

TEST_CASE("a body that cannot turn, on an incline, by the relaxed law (Negrut T9)") {
  for (const double angle : {10.0, 20.0, 30.0}) {
    CAPTURE(angle);
    World world = sphere_world(0, 0.3);
    block_rotation(world, 1);
    StepSettings settings = settings_of(ContactLaw::ccp, 1e-3);
    settings.gravity = inclined(angle);
    Simulation simulation(world, settings, hand_contacts);
    run(simulation, 1000);
    const double expected = angle == 10 ? 0 : angle == 20 ? 0.5897 : 2.3563;
    CHECK(velocity_of(simulation).x == Approx(expected).epsilon(2e-4).margin(1e-9));
    // It hovers at h mu v.
    if (angle > 10) CHECK(gap_of(simulation) == Approx(angle == 20 ? 1.769e-4 : 7.068e-4).epsilon(0.01));
  }
}

TEST_CASE("a body slides until it rolls, by the relaxed law (Negrut T10)") {
  const double h = 1e-3, mu = 0.2, v0 = 2;
  World world = sphere_world(h * mu * v0, mu);
  world.bodies.velocity[1] = {v0, 0, 0};
  Simulation simulation(world, settings_of(ContactLaw::ccp, h), hand_contacts);
  double highest = 0;
  int slipping = 0;
  for (int k = 0; k < 500; ++k) {
    simulation.advance();
    highest = std::max(highest, gap_of(simulation));
    if (velocity_of(simulation).x > 10.0 / 7 + 2e-4) slipping = k + 1;
  }
  // The contact point is in the middle of the gap, so that the arm is longer than the radius by up to h mu v0
  // / 2 = 4e-4 of it.
  CHECK(velocity_of(simulation).x == Approx(10.0 / 7).margin(2e-4));
  CHECK(slipping * h == Approx(2 * v0 / (7 * mu * g)).margin(1.5 * h));
  CHECK(highest <= 1.01 * h * mu * v0);

  // From a closed contact the relaxation launches it: 6.4e-3 m.
  world.bodies.pose[1].position.z = 0.5;
  Simulation launched(world, settings_of(ContactLaw::ccp, h), hand_contacts);
  highest = 0;
  for (int k = 0; k < 500; ++k) {
    launched.advance();
    highest = std::max(highest, gap_of(launched));
  }
  CHECK(highest == Approx(6.4e-3).epsilon(0.1));
  CHECK(velocity_of(launched).x == Approx(10.0 / 7).margin(2e-4));
}

TEST_CASE("Coulomb's law keeps a sliding sphere on the floor (Strobl A7, validation D4)") {
  const double h = 1e-3;
  World world = sphere_world(0, 0.2);
  world.bodies.velocity[1] = {2, 0, 0};
  Simulation simulation(world, settings_of(ContactLaw::coulomb, h), hand_contacts);
  double highest = 0;
  int rolling = 0;
  for (int k = 0; k < 500; ++k) {
    simulation.advance();
    highest = std::max(highest, std::fabs(gap_of(simulation)));
    if (rolling == 0 && velocity_of(simulation).x < 10.0 / 7 + 1e-6) rolling = k + 1;
  }
  CHECK(velocity_of(simulation).x == Approx(1.4285714).margin(1e-6));
  CHECK(rolling == 292);
  CHECK(highest < 1e-9);
}

TEST_CASE("a point mass that slides: Coulomb's law stays down, the relaxed law lifts it (validation D4)") {
  const double h = 5e-3;
  World world = sphere_world(0, 0.5);
  block_rotation(world, 1);
  world.bodies.velocity[1] = {5, 0, 0};
  Simulation coulomb(world, settings_of(ContactLaw::coulomb, h), hand_contacts);
  Simulation relaxed(world, settings_of(ContactLaw::ccp, h), hand_contacts);
  double down = 0, first = 0, apex = 0;
  for (int k = 0; k < 60; ++k) {  // The first flight takes 80 steps.
    coulomb.advance();
    relaxed.advance();
    down = std::max(down, std::fabs(gap_of(coulomb)));
    if (k == 0) first = gap_of(relaxed);
    apex = std::max(apex, gap_of(relaxed));
  }
  CHECK(down < 1e-12);
  CHECK(first == Approx(9.951e-3).epsilon(1e-3));
  CHECK(apex == Approx(0.20688).epsilon(1e-3));
}

TEST_CASE("a sliding box stops half a step early (validation D1)") {
  Simulation simulation(sliding_box(0.5), settings_of(ContactLaw::coulomb, 5e-3), hand_contacts);
  run(simulation, 300);
  // v h / 2 before 2.548420 m.
  CHECK(simulation.world().bodies.pose[1].position.x == Approx(2.535927).margin(1e-5));
  CHECK(std::fabs(velocity_of(simulation).x) < 1e-9);
}

TEST_CASE("an incline holds a body up to the friction angle (validation D3)") {
  for (const double angle : {26.0, 27.0}) {
    World world = sphere_world(0, 0.5);
    block_rotation(world, 1);
    StepSettings settings = settings_of(ContactLaw::coulomb, 5e-3);
    settings.gravity = inclined(angle);
    Simulation simulation(world, settings, hand_contacts);
    run(simulation, 200);
    const double beta = angle * std::acos(-1.0) / 180,
                 expected = std::max(0.0, g * (std::sin(beta) - 0.5 * std::cos(beta)));
    CHECK(velocity_of(simulation).x == Approx(expected).margin(1e-7));
  }
}

TEST_CASE("a stack rests with the weights of its spheres (Strobl A11, Negrut T12)") {
  for (const ContactLaw law : {ContactLaw::coulomb, ContactLaw::ccp}) {
    StepSettings settings = settings_of(law, 0.01);
    settings.solver.tolerance = 1e-8;
    Simulation simulation(stack_world(10), settings, hand_contacts);
    run(simulation, 5);
    CHECK(simulation.solution().status == SolveStatus::solved);
    for (int i = 0; i < 10; ++i)
      CHECK(simulation.solution().impulses[i].x == Approx((10 - i) * 0.0981).epsilon(3e-5));
  }
}

TEST_CASE("an overlap is corrected by a displacement that leaves no velocity") {
  StepSettings settings = settings_of(ContactLaw::coulomb, 0.01);
  Simulation simulation(sphere_world(-0.001, 0.3), settings, hand_contacts);
  const StepReport report = simulation.advance();
  // All of it but half of what counts as no overlap, a ten-thousandth of the radius.
  CHECK(gap_of(simulation) == Approx(-0.5 * 1e-4 * 0.5).margin(1e-9));
  CHECK(length(velocity_of(simulation)) < 1e-9);
  CHECK(report.overlap == Approx(0.002));
  CHECK(report.growth < 1e-12);  // The work of the correction is no gain.
  // A deep one in several steps, of a twentieth of the radius each.
  Simulation deep(sphere_world(-0.06, 0.3), settings, hand_contacts);
  run(deep, 1);
  CHECK(gap_of(deep) == Approx(-0.035).margin(1e-9));
  run(deep, 2);
  CHECK(std::fabs(gap_of(deep)) < 1e-4 * 0.5);
  CHECK(length(velocity_of(deep)) < 1e-9);
}

TEST_CASE(
    "what a solver leaves of an overlap is corrected at a tenth of the speed that gravity adds in a step at "
    "most") {
  StepSettings settings = settings_of(ContactLaw::coulomb, 0.01);
  Simulation simulation(sphere_world(-2e-5, 0.3), settings, hand_contacts);
  run(simulation, 1);
  CHECK(velocity_of(simulation).z == Approx(2e-5 / 0.01).margin(1e-9));
  CHECK(std::fabs(gap_of(simulation)) < 1e-9);
}
