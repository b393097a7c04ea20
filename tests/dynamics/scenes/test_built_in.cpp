// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The scenes that are built in: what they hold, and their first steps with real collision detection.
#include <catch2/catch.hpp>

#include "jam/dynamics/constraints/cone.hpp"
#include "jam/dynamics/scenes/scene.hpp"
#include "jam/dynamics/step/collision.hpp"
#include "support/refusal.hpp"

using namespace jam;
using namespace jam::dynamics;

TEST_CASE("the pile is that of the specification, and follows from its seed (Nuetzi 6-F)") {
  const Scene scene = built_in_scene("pile", 1), same = built_in_scene("pile", 1), other = built_in_scene("pile", 2);
  CHECK(scene.world.bodies.count() == 3005);
  CHECK(scene.world.shapes.back().radius == 0.1);
  CHECK(scene.world.bodies.pose.back().position == same.world.bodies.pose.back().position);
  CHECK(!(scene.world.bodies.pose.back().position == other.world.bodies.pose.back().position));
  require_apart(scene.world, collider_detection(), 0);
}

TEST_CASE("a wall of bricks stands: contacts carry its weight") {
  Scene scene = built_in_scene("bricks", 1);
  // Without the sphere that hits it: far away, at rest.
  const int ball = scene.world.bodies.count() - 1;
  scene.world.bodies.velocity[ball] = {};
  scene.world.bodies.pose[ball].position = {0, -10, 0.08};
  const Bodies& start = scene.world.bodies;
  StepSettings settings;
  settings.solver.tolerance = 1e-4;
  settings.solver.iteration_limit = 500;
  Simulation simulation(scene.world, settings, collider_detection());
  for (int k = 0; k < 20; ++k) {
    const StepReport report = simulation.advance();
    REQUIRE(report.blown_up.empty());
    CHECK(report.penetration < 1e-4);
  }
  double weight = 0, carried = 0;
  for (int i = 0; i < ball; ++i) {
    weight += 9.81e-3 * simulation.world().bodies.mass[i];
    CHECK(length(simulation.world().bodies.pose[i].position - start.pose[i].position) < 1e-3);
  }
  weight += 9.81e-3 * simulation.world().bodies.mass[ball];
  for (std::size_t k = 0; k < simulation.contacts().size(); ++k) {
    const Contact& contact = simulation.contacts()[k];
    // The floor is wall 0; its normal impulses carry everything.
    if (contact.body_a == 0 || contact.body_b == 0) carried += simulation.solution().impulses[k].x;
  }
  CHECK(carried == Approx(weight).epsilon(0.01));
}

TEST_CASE("an unknown scene is refused") {
  CHECK(test::refusal_of([] { return built_in_scene("heap", 1); }) == "there is no scene 'heap': pile, bricks are accepted");
}
