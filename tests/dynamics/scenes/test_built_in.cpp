// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The scenes that are built in: what they hold, and their first steps with real collision detection.
#include <catch2/catch.hpp>

#include <algorithm>
#include <string>

#include "jam/core/error.hpp"
#include "jam/core/memory_plan.hpp"
#include "jam/dynamics/scenes/built_in.hpp"
#include "jam/dynamics/scenes/scene.hpp"
#include "jam/dynamics/step/collision.hpp"
#include "support/refusal.hpp"

using namespace jam;
using namespace jam::dynamics;

TEST_CASE("the pile is that of the specification, and follows from its seed (Nuetzi 6-F)") {
  const Scene scene = built_in_scene("pile", 1), same = built_in_scene("pile", 1),
              other = built_in_scene("pile", 2);
  CHECK(scene.world.bodies.count() == 3005);
  CHECK(scene.world.shapes.back().radius == 0.1);
  CHECK(scene.world.bodies.pose.back().position == same.world.bodies.pose.back().position);
  CHECK(!(scene.world.bodies.pose.back().position == other.world.bodies.pose.back().position));
  require_apart("scene", scene.world, collider_detection(), 0);
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

TEST_CASE("every scene starts with the bodies that it promises, apart from each other, and takes a step") {
  for (const SceneInfo& info : built_in_scenes()) {
    CAPTURE(info.name);
    const Scene scene = built_in_scene(info.name, 1, info.least);
    const Bodies& bodies = scene.world.bodies;
    const auto walls = std::count(bodies.mass.begin(), bodies.mass.end(), 0.0);
    // The light ball of the shaken tank and the tray, crank and rod of the segregation come on top.
    const std::string name = info.name;
    CHECK(bodies.count() - walls == info.least + (name == "shaken-tank" ? 1 : name == "segregation" ? 3 : 0));
    require_apart("scene", scene.world, collider_detection(), 1);
    StepSettings settings;
    settings.step = scene.step;
    settings.gravity = scene.gravity;
    settings.solver.iteration_limit = 5;
    Simulation simulation(scene.world, settings, collider_detection());
    CHECK(simulation.advance().blown_up.empty());
  }
}

TEST_CASE(
    "the well is that of its specification: 13 spheres every 60 steps into 150 fixed boxes (Strobl A17)") {
  const Scene scene = built_in_scene("well", 1);
  CHECK(std::count(scene.world.bodies.mass.begin(), scene.world.bodies.mass.end(), 0.0) == 151);
  StepSettings settings;
  settings.step = scene.step;
  Simulation simulation(scene.world, settings, collider_detection());
  StepReport report;
  for (int k = 0; k < 1200; ++k) report = simulation.advance();
  CHECK(report.time == Approx(3));
  CHECK(report.bodies == 20 * 13);
  CHECK(simulation.world().flow.waiting.size() == 3900 - 260);
  for (std::size_t i = 1; i <= 150; ++i) CHECK(simulation.world().bodies.kind[i] == BodyKind::fixed);
}

TEST_CASE("a tank keeps its filling: what flows out falls in again (Negrut S6)") {
  const Scene scene = built_in_scene("tank", 1, 10'000);
  StepSettings settings;
  settings.solver.iteration_limit = 30;
  World world = scene.world;
  // Open from the start, and looked at often, so that a short run is enough.
  world.gates[0].until = 0;
  world.flow.drain = -0.02;
  Simulation simulation(world, settings, collider_detection());
  StepReport report;
  for (int k = 0; k < 100; ++k) report = simulation.advance();
  CHECK(report.left > 20);
  // All enter again at once, but for those whose places are taken for a moment.
  const Flow& flow = simulation.world().flow;
  CHECK(flow.entered + static_cast<long long>(flow.waiting.size()) == report.left);
  CHECK(report.bodies + static_cast<int>(flow.waiting.size()) == 10'000);
  CHECK(flow.waiting.size() < 10);
}

TEST_CASE("a small hopper runs empty at a constant rate without overlaps (Strobl A18)") {
  World world = make_hopper(1000, 1).world;
  world.gates[0].until = 1.5;
  world.flow.interval = 0.0025;
  world.flow.drain = -2;
  StepSettings settings;
  settings.step = 0.0025;
  settings.solver.tolerance = 1e-3;
  settings.solver.iteration_limit = 1000;
  Simulation simulation(world, settings, collider_detection());
  double penetration = 0;
  std::vector<double> left_at;  // [k] Time at which k + 1 bodies had left [s].
  while (left_at.size() < 700 && simulation.steps() < 3000) {
    const StepReport report = simulation.advance();
    REQUIRE(report.blown_up.empty());
    penetration = std::max(penetration, report.penetration);
    while (static_cast<long long>(left_at.size()) < report.left) left_at.push_back(report.time);
  }
  CHECK(penetration < 0.05);
  REQUIRE(left_at.size() >= 700);
  const double first = 250 / (left_at[399] - left_at[149]), second = 250 / (left_at[649] - left_at[399]);
  CAPTURE(penetration, first, second, simulation.steps());
  CHECK(second == Approx(first).epsilon(0.1));
}

TEST_CASE("a crank shakes the tray of the segregation, and joints hold (Negrut S10)") {
  const Scene scene = built_in_scene("segregation", 1, 1000);
  StepSettings settings;
  settings.solver.iteration_limit = 1000;
  settings.solver.tolerance = 1e-3;
  Simulation simulation(scene.world, settings, collider_detection());
  double low = 0, high = 0, error = 0;
  for (int k = 0; k < 100; ++k) {
    const StepReport report = simulation.advance();
    REQUIRE(report.blown_up.empty());
    error = std::max(error, report.joint_error);
    const double z = simulation.world().bodies.pose[1].position.z - scene.world.bodies.pose[1].position.z;
    low = std::min(low, z);
    high = std::max(high, z);
  }
  // From the lower dead centre over twice the crank's 5 mm.
  CHECK(high == Approx(0.01).epsilon(0.01));
  CHECK(low > -1e-4);
  CHECK(error < 1e-4);
}

TEST_CASE("scenes and counts that there are not are refused") {
  CHECK(test::refusal_of([] { return built_in_scene("heap", 1); }) ==
        "there is no scene 'heap': pile, bricks, well, hopper, silo, tank, shaken-tank, mixer, segregation "
        "are accepted");
  CHECK(test::refusal_of([] { return built_in_scene("well", 1, 100); }) ==
        "the scene well has 3900 bodies: its size is fixed");
  CHECK(test::refusal_of([] { return built_in_scene("silo", 1, 100); }) ==
        "the scene silo has 4000 to 4000000 bodies: 100 are not accepted");
}

TEST_CASE("a scene that memory does not hold is refused with the number of bytes") {
  CHECK(bytes_of_run(1'000'000) > std::size_t{2} << 30);
  CHECK(bytes_of_run(1'000'000) < std::size_t{8} << 30);
  if (available_memory_bytes() == 0 || available_memory_bytes() > bytes_of_run(10'000'000)) {
    WARN("skipped: this machine holds the largest scene");
    return;
  }
  std::string refusal;
  try {
    static_cast<void>(built_in_scene("tank", 1, 10'000'000));
  } catch (const OverflowError& error) {
    refusal = error.what();
  }
  CHECK(refusal.find("the scene tank of 10000000 bodies needs ") == 0);
  CHECK(refusal.find("GiB are there: a smaller --count needs less") != std::string::npos);
}
