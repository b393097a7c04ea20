// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Impacts with the default settings: bodies of all shapes and sizes, from slow to 300 m/s, with steps of 0.1
// to 10 ms, land on walls without rising from them and without passing them, slide over the seams of walls,
// and what overlaps at the start does not fly apart.
#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "dynamics/worlds.hpp"
#include "jam/dynamics/batch/scene_batch.hpp"
#include "jam/dynamics/scenes/mesh_container.hpp"
#include "jam/dynamics/step/collision.hpp"
#include "jam/dynamics/step/simulation.hpp"

using namespace jam;
using namespace jam::dynamics;
using namespace jam::test;

namespace {

constexpr double g = 9.81;

enum class Body { sphere, box, capsule, both };
constexpr Body bodies[] = {Body::sphere, Body::box, Body::capsule, Body::both};

/// A body of size r [m]: a sphere, a cube, a capsule, or a union of two spheres.
int add(World& world, Body body, double r, Vec3d centre, Surface surface = {}) {
  std::vector<Shape> parts;
  if (body == Body::sphere) parts = {sphere_shape(r)};
  if (body == Body::box) parts = {box_shape({r, r, r})};
  if (body == Body::capsule) parts = {{ShapeKind::capsule, r, {r, 0, 0}, {}, 0}};
  if (body == Body::both) {
    parts = {sphere_shape(r), sphere_shape(r)};
    parts[0].pose.position = {-0.5 * r, 0, 0};
    parts[1].pose.position = {0.5 * r, 0, 0};
  }
  return world.add_body(parts, {centre, {}}, 1, surface, 1);
}

Simulation started(const World& world, double step, Vec3d gravity = {0, 0, -g}) {
  StepSettings settings;
  settings.step = step;
  settings.gravity = gravity;
  settings.solver.tolerance = 1e-3;
  return Simulation(world, settings, collider_detection());
}

/// How far above its lowest place the body comes again [m].
double rise(Simulation& simulation, int body, double time) {
  double lowest = 1e300, highest = -1e300;
  while (simulation.time() < time) {
    REQUIRE(simulation.advance().blown_up.empty());
    const double z = simulation.world().bodies.pose[body].position.z;
    if (z < lowest) {
      lowest = z;
      highest = z;
    }
    highest = std::max(highest, z);
  }
  return highest - lowest;
}

/// A room of 2 m around the origin, its floor at z = 0, whose walls have two triangles each.
World room() {
  const std::vector<Vec3d> vertices{{-1, -1, 0}, {1, -1, 0}, {-1, 1, 0}, {1, 1, 0},
                                    {-1, -1, 2}, {1, -1, 2}, {-1, 1, 2}, {1, 1, 2}};
  const std::vector<std::array<int, 3>> triangles{{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6},
                                                  {0, 1, 4}, {1, 5, 4}, {2, 6, 3}, {3, 6, 7},
                                                  {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  World world;
  world.add_wall(MeshContainer(vertices, triangles).shapes(), {}, {});
  return world;
}

/// `count` fixed boxes of 1 x 2 x 1 m side by side along x, with their tops at z = 0; the first begins at x =
/// -1.
World tiles(int count, double friction, double angle = 0) {
  World world;
  const Quaterniond turn = from_axis_angle(Vec3d{0, 0, 1}, angle);
  for (int k = 0; k < count; ++k)
    world.add_wall(box_shape({0.5, 1, 0.5}), {rotate(turn, {k - 0.5, 0, -0.5}), turn}, {friction, 0});
  return world;
}

}  // namespace

TEST_CASE("a body that falls by 1 m stays where it lands") {
  for (const Body body : bodies) {
    for (const double r : {1e-3, 1e-2, 1.0}) {
      for (const double step : {1e-3, 1e-2}) {
        CAPTURE(static_cast<int>(body), r, step);
        World on_plane;
        add_floor(on_plane, {});
        World on_plate;  // As thin as the body.
        on_plate.add_wall(box_shape({3, 3, r / 2}), {{0.1, 0.2, -r / 2}, {}}, {});
        for (World& world : std::array{on_plane, on_plate}) {
          const int fallen = add(world, body, r, {0, 0, 1 + r});
          Simulation simulation = started(world, step);
          CHECK(rise(simulation, fallen, 0.7) < 1e-2);
          CHECK(simulation.world().bodies.pose[fallen].position.z == Approx(r).margin(0.01 * r + 1e-5));
        }
      }
    }
  }
}

TEST_CASE("a body that falls into a corner of a mesh stays there") {
  for (const Body body : bodies) {
    CAPTURE(static_cast<int>(body));
    World world = room();
    const int fallen = add(world, body, 0.02, {0.3, 0.4, 1.5});
    world.bodies.velocity[fallen] = {6, 5, -3};
    Simulation simulation = started(world, 2e-3);
    CHECK(rise(simulation, fallen, 0.8) < 1.5e-2);
    const Vec3d end = simulation.world().bodies.pose[fallen].position;
    CHECK(end.x < 0.981);
    CHECK(end.y < 0.981);
    CHECK(end.z > 0.019);
  }
}

TEST_CASE("fast bodies stop at walls, also where the wall is what moves") {
  for (const Body body : {Body::sphere, Body::box, Body::capsule}) {
    for (const double r : {1e-3, 5e-2}) {
      for (const double speed : {10.0, 100.0, 300.0}) {
        for (const double step : {1e-4, 1e-3, 2e-3}) {
          CAPTURE(static_cast<int>(body), r, speed, step);
          World still, moving;
          for (World* world : {&still, &moving}) {
            const int wall = world->add_wall(box_shape({0.005, 0.5, 0.5}), {}, {});
            const int flying = add(*world, body, r, {-1, 0.03, 0.02});
            if (world == &still) world->bodies.velocity[flying] = {speed, 0, 0};
            else world->set_motion(wall, {.velocity = {-speed, 0, 0}});
          }
          for (const World* world : {&still, &moving}) {
            Simulation simulation = started(*world, step, {});
            const int steps = static_cast<int>(std::ceil(1 / speed / step)) + 2;
            for (int k = 0; k < steps; ++k) REQUIRE(simulation.advance().blown_up.empty());
            const Bodies& end = simulation.world().bodies;
            CHECK(end.pose[1].position.x - end.pose[0].position.x < -0.005 - 0.99 * r);
            CHECK(std::fabs(end.velocity[1].x - end.velocity[0].x) < 0.01 * speed);
          }
        }
      }
    }
  }
}

TEST_CASE("a fast body hits what it hits, and nothing that it passes") {
  // A plate beside the path would hold the ball if contacts were taken from the start of the step alone.
  World world;
  world.add_wall(box_shape({0.1, 0.1, 0.1}), {{0, 0, -0.12}, {}}, {});
  const int ball = add_sphere(world, 0.01, 1, {-0.5, 0, 0}, {});
  world.bodies.velocity[ball] = {200, 0, 0};
  Simulation simulation = started(world, 5e-3, {});
  simulation.advance();
  CHECK(simulation.world().bodies.velocity[ball].x == Approx(200).epsilon(1e-9));
  CHECK(std::fabs(simulation.world().bodies.velocity[ball].z) < 1e-9);
}

TEST_CASE("a body that another one strikes does not pass a wall behind it") {
  World world;
  world.add_wall(box_shape({0.005, 0.5, 0.5}), {{0.03, 0, 0}, {}}, {});
  const int struck = add_sphere(world, 0.01, 1, {0, 0, 0}, {});
  const int striking = add_sphere(world, 0.01, 1, {-0.3, 0, 0}, {});
  world.bodies.velocity[striking] = {100, 0, 0};
  Simulation simulation = started(world, 1e-3, {});
  for (int k = 0; k < 10; ++k) {
    simulation.advance();
    CHECK(simulation.world().bodies.pose[struck].position.x < 0.03 - 0.005 - 0.009);
  }
}

TEST_CASE("a small thing far away changes nothing") {
  double end[2];
  for (const bool far_thing : {false, true}) {
    World world;
    add_floor(world, {});
    const int ball = add_sphere(world, 0.1, 1, {0, 0, 1.1}, {});
    if (far_thing) world.add_wall(box_shape({1e-3, 1e-3, 1e-3}), {{5, 0, 0}, {}}, {});
    Simulation simulation = started(world, 1e-3);
    CHECK(rise(simulation, ball, 1) < 1e-6);
    end[far_thing ? 1 : 0] = simulation.world().bodies.pose[ball].position.z;
  }
  CHECK(end[0] == end[1]);
}

TEST_CASE("spheres that overlap at the start part without flying apart") {
  for (const double step : {1e-3, 5e-4}) {
    for (const double gravity : {0.0, g}) {
      CAPTURE(step, gravity);
      World world;
      add_floor(world, {});
      add_sphere(world, 0.1, 1, {0, 0, 0.1}, {});
      add_sphere(world, 0.1, 1, {0, 0, 0.296}, {});
      Simulation simulation = started(world, step, {0, 0, -gravity});
      double kinetic = 0, growth = 0;
      for (int k = 0; k < 50; ++k) {
        const StepReport report = simulation.advance();
        REQUIRE(report.blown_up.empty());
        kinetic = std::max(kinetic, report.kinetic);
        growth = std::max(growth, report.growth);
      }
      CHECK(kinetic < 1e-5);
      CHECK(growth < 1e-5);
      CHECK(simulation.world().bodies.pose[2].position.z == Approx(0.3).margin(2e-5));
    }
  }
}

TEST_CASE("a cube slides over the seams of boxes as on one box") {
  for (const double angle : {0.0, 148.0}) {
    for (const double friction : {0.0, 0.2}) {
      for (const double step : {1e-4, 1e-3, 4e-3}) {
        CAPTURE(angle, friction, step);
        const double turn = angle * std::acos(-1.0) / 180;
        World world = tiles(8, friction, turn);
        const Quaterniond rotation = from_axis_angle(Vec3d{0, 0, 1}, turn);
        const int cube = add_box(world, {0.2, 0.2, 0.2}, 1, rotate(rotation, {-0.5, 0, 0.2}), {friction, 0});
        world.bodies.pose[cube].rotation = rotation;
        world.bodies.velocity[cube] = rotate(rotation, {3, 0, 0});
        Simulation simulation = started(world, step);
        while (simulation.time() < 1) {
          REQUIRE(simulation.advance().growth < 1e-5);
          REQUIRE(length(simulation.world().bodies.angular_velocity[cube]) < 0.01);
        }
        CHECK(rotate_inverse(rotation, simulation.world().bodies.velocity[cube]).x ==
              Approx(3 - friction * g).epsilon(0.01));
      }
    }
  }
}

TEST_CASE("a cube creeps over a seam, and spheres and capsules cross it") {
  for (const Body body : {Body::box, Body::sphere, Body::capsule}) {
    for (const double step : {1e-4, 1e-3, 4e-3}) {
      CAPTURE(static_cast<int>(body), step);
      World world = tiles(2, 0);
      const int slider = add(world, body, 0.1, {-0.101, 0, 0.1});
      world.bodies.velocity[slider] = {body == Body::box ? 0.01 : 1, 0, 0};
      Simulation simulation = started(world, step);
      const double before = simulation.world().bodies.velocity[slider].x;
      while (simulation.time() < 0.4) simulation.advance();
      CHECK(simulation.world().bodies.velocity[slider].x == Approx(before).epsilon(0.01));
      CHECK(simulation.world().bodies.pose[slider].position.x == Approx(-0.101 + 0.4 * before).epsilon(0.02));
    }
  }
}

TEST_CASE("a plate that slides with much friction does not sink into the floor") {
  for (const double friction : {1.0, 5.0}) {
    World world;
    add_floor(world, {friction, 0});
    const int box = add_box(world, {0.5, 0.5, 0.05}, 1, {0, 0, 0.05}, {friction, 0});
    world.bodies.velocity[box] = {10, 0, 0};
    Simulation simulation = started(world, 1e-3);
    double lowest = 1;
    while (simulation.time() < 0.3) {
      simulation.advance();
      lowest = std::min(lowest, simulation.world().bodies.pose[box].position.z);
    }
    CHECK(lowest > 0.0499);
  }
}

TEST_CASE("a batch takes the same impacts as a simulation") {
  const auto make = [] {
    World world = tiles(2, 0);
    const int cube = add(world, Body::box, 0.1, {-0.3, 0, 0.1});
    world.bodies.velocity[cube] = {1, 0, 0};
    const int small = add(world, Body::sphere, 0.01, {0.4, 0.3, 1});
    const int fast = add(world, Body::sphere, 0.01, {-2, 0.5, -0.5});
    world.bodies.velocity[fast] = {100, 0, 0};
    static_cast<void>(small);
    return world;
  };
  const World world = make();
  StepSettings settings;
  settings.step = 2e-3;
  settings.solver.tolerance = 1e-3;
  Simulation alone(world, settings, collider_detection());
  SceneBatch batch(world, settings, 1, {});
  for (int k = 0; k < 250; ++k) alone.advance();
  batch.advance(250, {});
  const Bodies end = batch.bodies(0);
  for (int k = 2; k < 5; ++k) {
    CAPTURE(k);
    CHECK(length(end.pose[k].position - alone.world().bodies.pose[k].position) < 1e-4);
    CHECK(length(end.velocity[k] - alone.world().bodies.velocity[k]) < 1e-3);
  }
  CHECK(end.velocity[2].x == Approx(1).epsilon(0.01));
  CHECK(end.pose[3].position.z == Approx(0.01).margin(1e-4));
  CHECK(end.pose[4].position.x < -1);
  CHECK(batch.record(0).growth < 1e-4);
}
