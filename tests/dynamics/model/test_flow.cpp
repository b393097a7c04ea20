// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Bodies that enter and leave, walls that are there until a time.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <set>

#include "dynamics/worlds.hpp"
#include "jam/dynamics/step/collision.hpp"
#include "jam/dynamics/step/simulation.hpp"
#include "support/refusal.hpp"

using namespace jam;
using namespace jam::dynamics;
using namespace jam::test;

namespace {

/// `count` spheres of radius 0.1 m that wait for an inlet of 3 x 3 + 4 places at a height of 2 m.
World waiting_world(int count) {
  World world;
  world.flow.interval = 0.01;
  world.flow.inlet = {.centre = {0, 0, 2},
                      .radius = 0.6,
                      .pitch = 0.3,
                      .jitter = 0.05,
                      .batch = 0,
                      .velocity = {0, 0, -1},
                      .seed = 7};
  for (int k = 0; k < count; ++k) world.add_waiting_body(sphere_shape(0.1), 1000, {0.3, 0});
  return world;
}

}  // namespace

TEST_CASE("bodies enter in the order of the queue, at places of their own") {
  World world = waiting_world(20);
  CHECK(world.flow.waiting.size() == 20);
  CHECK(!world.bodies.dynamic(0));
  run_flow(world);
  // A disc of radius 0.6 m holds 13 points of the grid.
  CHECK(world.flow.entered == 13);
  CHECK(world.flow.waiting.front() == 13);
  std::set<std::pair<long, long>> places;
  for (int i = 0; i < 13; ++i) {
    const Vec3d p = world.bodies.pose[i].position;
    CHECK(world.bodies.dynamic(i));
    CHECK(p.z == 2);
    CHECK(world.bodies.velocity[i] == Vec3d{0, 0, -1});
    const double x = std::round(p.x / 0.3), y = std::round(p.y / 0.3);
    CHECK(std::fabs(p.x - 0.3 * x) <= 0.05);
    CHECK(std::fabs(p.y - 0.3 * y) <= 0.05);
    places.insert({std::lround(x), std::lround(y)});
    for (int j = 0; j < i; ++j) CHECK(length(p - world.bodies.pose[j].position) >= 0.2);
  }
  CHECK(places.size() == 13);
  // All places are taken until the bodies have fallen by a diameter and the jitter.
  run_flow(world);
  CHECK(world.flow.entered == 13);
  for (int i = 0; i < 13; ++i) world.bodies.pose[i].position.z -= 0.3;
  run_flow(world);
  CHECK(world.flow.entered == 20);
  CHECK(world.flow.waiting.empty());
}

TEST_CASE("a batch limits how many enter, and the seed decides where") {
  World world = waiting_world(20), same = world, other = world;
  world.flow.inlet.batch = same.flow.inlet.batch = other.flow.inlet.batch = 3;
  other.flow.inlet.seed = 8;
  run_flow(world), run_flow(same), run_flow(other);
  CHECK(world.flow.entered == 3);
  CHECK(world.bodies.pose[0].position == same.bodies.pose[0].position);
  CHECK(!(world.bodies.pose[0].position == other.bodies.pose[0].position));
}

TEST_CASE("what falls below the drain leaves, and returns where it shall") {
  for (const bool returns : {false, true}) {
    CAPTURE(returns);
    World world = waiting_world(0);
    world.flow.drain = -1;
    world.flow.returns = returns;
    add_sphere(world, 0.1, 1, {0, 0, -1.1}, {});
    add_sphere(world, 0.1, 1, {0, 0, -0.9}, {});
    world.bodies.velocity[0] = {0, 0, -5};
    run_flow(world);
    CHECK(world.flow.left == 1);
    CHECK(world.bodies.dynamic(1));
    CHECK(world.bodies.dynamic(0) == returns);
    if (returns) CHECK(world.bodies.pose[0].position.z == 2);
    CHECK(world.bodies.velocity[0] == (returns ? Vec3d{0, 0, -1} : Vec3d{}));
  }
}

TEST_CASE("a wall is there until its time, and a flow is no gain of energy") {
  World world;
  const int lid = world.add_wall(box_shape({0.5, 0.5, 0.05}), {{0, 0, -0.05}, {}}, {0.3, 0});
  world.gates.push_back({lid, 0.1});
  add_sphere(world, 0.1, 1, {0, 0, 0.1}, {0.3, 0});
  world.flow = waiting_world(0).flow;
  world.flow.drain = -1;
  world.flow.returns = true;
  StepSettings settings;
  Simulation simulation(world, settings, collider_detection());
  for (int k = 0; k < 100; ++k) simulation.advance();
  CHECK(simulation.world().bodies.pose[1].position.z == Approx(0.1).margin(1e-6));
  // It falls by 1.1 m in 0.4736 s and enters again at the look after that, at a height of 2 m.
  StepReport report;
  for (int k = 0; k < 474; ++k) report = simulation.advance();
  CHECK(report.left == 0);
  for (int k = 0; k < 6; ++k) report = simulation.advance();
  CHECK(report.left == 1);
  CHECK(simulation.world().bodies.pose[1].position.z == Approx(2));
  // It has gained 29 J; entering many times is no blow-up.
  for (int k = 0; k < 5000; ++k) report = simulation.advance();
  CHECK(report.blown_up.empty());
  CHECK(report.left >= 7);
}

TEST_CASE("flows that cannot be are refused") {
  const auto refused = [](const auto& change) {
    World world = waiting_world(1);
    change(world.flow);
    return refusal_of([&] {
      check_flow(world);
      return 0;
    });
  };
  CHECK(refused([](Flow& f) { f.inlet.pitch = 0.29; }) ==
        "the pitch of the inlet is 0.29 m: bodies that enter side by side need 0.3 m");
  CHECK(refused([](Flow& f) { f.interval = 0; }) == "bodies wait to enter: an interval above 0 s is needed");
  CHECK(refused([](Flow& f) { f.interval = -1; }) == "the interval of a flow is a time of at least 0 s");
  CHECK(refused([](Flow& f) { f.inlet.pitch = 0; }) ==
        "an inlet needs a radius of at least 0 m and a pitch above 0 m");
  CHECK(refused([](Flow&) {}) == "accepted");
}
