// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What a simulation refuses, how it stops, and that threads change no bit.
#include <catch2/catch.hpp>

#include <cmath>
#include <cstring>
#include <limits>

#include "dynamics/worlds.hpp"
#include "jam/dynamics/step/simulation.hpp"
#include "support/refusal.hpp"

using namespace jam;
using namespace jam::dynamics;
using namespace jam::test;

namespace {

std::string refused(const World& world, const StepSettings& settings) {
  return refusal_of([&] { return Simulation(world, settings, hand_contacts).steps(); });
}

}  // namespace

TEST_CASE("settings and states that make no sense are refused") {
  const World world = stack_world(2);
  StepSettings settings;
  settings.step = 0;
  CHECK(refused(world, settings) == "the step is 0 s: a time above 0 is needed");
  settings.step = -1e-3;
  CHECK(refused(world, settings).find("a time above 0 is needed") != std::string::npos);
  settings = {};
  settings.gravity.x = std::nan("");
  CHECK(refused(world, settings) == "the gravity is not finite");
  World broken = world;
  broken.bodies.velocity[2].y = std::numeric_limits<double>::infinity();
  CHECK(refused(broken, {}) == "body 2: its pose or velocity is not finite");
  broken = world;
  broken.bodies.surface[1].friction = -0.1;
  CHECK(refused(broken, {}) == "body 1: friction of at least 0 and restitution from 0 to 1 are accepted");
}

TEST_CASE("a blow-up is taken back and says why") {
  const World world = skidding_rod();
  StepSettings settings;
  settings.step = 1e-4;
  settings.gravity = {};
  settings.energy_guard = 0.1;
  Simulation simulation(world, settings, hand_contacts);
  const StepReport report = simulation.advance();
  CHECK(report.step == 1);
  CHECK(report.blown_up.find("the mechanical energy has grown by") == 0);
  CHECK(simulation.steps() == 0);
  CHECK(simulation.world().bodies.pose[1].position == world.bodies.pose[1].position);
  CHECK(simulation.world().bodies.velocity[1] == Vec3d{-0.5, 0, -1});

  settings.energy_guard = 0;
  Simulation allowed(world, settings, hand_contacts);
  const StepReport grown = allowed.advance();
  CHECK(grown.blown_up.empty());
  CHECK(grown.growth == Approx(0.111).epsilon(0.01));
  CHECK(grown.gainer == 1);
}

TEST_CASE("a wall that moves does work, which is no blow-up") {
  World world;
  const int floor = add_floor(world, {0.5, 0});
  world.set_motion(floor, {.amplitude = {0, 0, 0.02}, .frequency = 5});
  add_sphere(world, 0.1, 1, {0, 0, 0.1}, {0.5, 0});
  Simulation simulation(world, {}, hand_contacts);
  double highest = 0, work = 0;
  for (int k = 0; k < 2000; ++k) {
    const StepReport report = simulation.advance();
    REQUIRE(report.blown_up.empty());
    highest = std::max(highest, simulation.world().bodies.pose[1].position.z);
    work = std::max(work, report.wall_work);
    // Energy comes from the wall alone: up to the difference of the schemes, some per cent of m g a = 0.2 J.
    CHECK(report.kinetic + report.potential - 0.981 <= report.wall_work + 0.02);
  }
  // The acceleration a (2 pi f)^2 = 19.7 m/s^2 is more than g: it is thrown.
  CHECK(highest > 0.125);
  CHECK(work > 0.1);
}

TEST_CASE("a belt drags a body along") {
  World world;
  const int floor = add_floor(world, {0.5, 0});
  world.set_motion(floor, {.velocity = {1, 0, 0}});
  const int block = add_sphere(world, 0.1, 1, {0, 0, 0.1}, {0.5, 0});
  block_rotation(world, block);
  StepSettings settings;
  settings.solver.tolerance = 1e-10;
  Simulation simulation(world, settings, hand_contacts);
  for (int k = 0; k < 100; ++k) simulation.advance();
  CHECK(simulation.world().bodies.velocity[block].x == Approx(0.5 * 9.81 * 0.1).margin(1e-6));
  for (int k = 0; k < 200; ++k) simulation.advance();
  CHECK(simulation.world().bodies.velocity[block].x == Approx(1).margin(1e-6));
}

TEST_CASE("the same bits for any number of threads") {
  const auto run = [](int threads) {
    World world = lattice_world(18, 0.1);
    for (int i = 1; i < world.bodies.count(); ++i)
      world.bodies.velocity[i] = {0.02 * (i % 7), 0.01 * (i % 5), -0.03 * (i % 3)};
    StepSettings settings;
    settings.solver.thread_count = threads;
    settings.solver.tolerance = 1e-2;
    settings.solver.iteration_limit = 10;
    Simulation simulation(world, settings, hand_contacts);
    for (int k = 0; k < 2; ++k) simulation.advance();
    REQUIRE(simulation.contacts().size() > 16384);
    return simulation.world().bodies;
  };
  const Bodies one = run(1), two = run(2);
  CHECK(std::memcmp(one.velocity.data(), two.velocity.data(), one.velocity.size() * sizeof(Vec3d)) == 0);
  CHECK(std::memcmp(one.pose.data(), two.pose.data(), one.pose.size() * sizeof(Pose)) == 0);
}

TEST_CASE("warm starts save iterations") {
  const auto iterations = [](bool warm) {
    StepSettings settings;
    settings.warm_start = warm;
    Simulation simulation(stack_world(10), settings, hand_contacts);
    long long sum = 0;
    for (int k = 0; k < 10; ++k) sum += simulation.advance().iterations;
    return sum;
  };
  CHECK(3 * iterations(true) < iterations(false));
}
