// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Boxes that enter a container under its ceiling and fall.
#include "jam/dynamics/scenes/pour.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <vector>

#include "dynamics/meshes.hpp"
#include "jam/dynamics/step/collision.hpp"

using namespace jam;
using namespace jam::dynamics;

namespace {

MeshContainer room(double x, double y, double z) {
  const test::Mesh mesh = test::box_mesh(x, y, z);
  return {mesh.vertices, mesh.triangles};
}

/// A container, and boxes that wait.
World waiting(const MeshContainer& container, Vec3d half, int count) {
  World world;
  world.add_wall(container.shapes(), {}, {0.4, 0});
  Shape shape;
  shape.kind = ShapeKind::box;
  shape.half = half;
  for (int k = 0; k < count; ++k)
    world.bodies.kind[world.add_body({&shape, 1}, {}, 250, {0.4, 0})] = BodyKind::inactive;
  return world;
}

}  // namespace

TEST_CASE("boxes that enter keep their gap from walls and other boxes, and are near the ceiling", "[unit]") {
  const MeshContainer container = room(1, 0.8, 0.6);
  const Vec3d half{0.1, 0.05, 0.025};
  const World world = waiting(container, half, 100);
  const double gap = 0.002;
  const std::vector<Entrance> entrances = pour(container, world, gap, 7, 0);
  CHECK(entrances.size() > 8);
  CHECK(entrances.size() < 100);
  int along_x = 0, along_y = 0;
  for (std::size_t a = 0; a < entrances.size(); ++a) {
    CAPTURE(a);
    CHECK(entrances[a].body == static_cast<int>(a) + 1);
    const BoxAt box{entrances[a].pose, half};
    CHECK(container.holds(box, 0.999 * gap));
    CHECK(box.pose.position.z == Approx(0.6 - 0.025 - gap).margin(1e-4));
    const Vec3d along = rotate(box.pose.rotation, {1, 0, 0});
    along_x += std::fabs(along.x) > 1 - 1e-9 ? 1 : 0;
    along_y += std::fabs(along.y) > 1 - 1e-9 ? 1 : 0;
    for (std::size_t b = 0; b < a; ++b)
      CHECK_FALSE(overlap({box.pose, half + 0.999 * Vec3d{gap, gap, gap}}, {entrances[b].pose, half}));
  }
  CHECK((along_x > 2 && along_y > 2));
  CHECK(along_x + along_y == static_cast<int>(entrances.size()));
  // The same again; other places for another seed or look.
  const auto first = [&](std::uint64_t seed, std::uint64_t look) {
    return pour(container, world, gap, seed, look).at(0).pose.position;
  };
  CHECK(first(7, 0) == entrances[0].pose.position);
  CHECK_FALSE(first(8, 0) == entrances[0].pose.position);
  CHECK_FALSE(first(7, 1) == entrances[0].pose.position);
}

TEST_CASE("a box that just fits finds its place, and a larger one does not", "[unit]") {
  const Vec3d half{0.1, 0.05, 0.025};
  const MeshContainer tight = room(0.21, 0.11, 0.06), low = room(0.21, 0.11, 0.053);
  CHECK(pour(tight, waiting(tight, half, 3), 0.002, 1, 0).size() == 1);
  CHECK(pour(low, waiting(low, half, 3), 0.002, 1, 0).empty());
}

TEST_CASE("boxes that enter a simulation fall, and are no gain of energy", "[unit]") {
  const MeshContainer container = room(1, 0.8, 0.6);
  StepSettings settings;
  settings.step = 2e-3;
  Simulation simulation(waiting(container, {0.1, 0.05, 0.025}, 40), settings, collider_detection());
  StepReport report;
  for (int k = 0; k < 500; ++k) {
    if (k % 50 == 0)
      simulation.enter(pour(container, simulation.world(), 0.002, 3, static_cast<std::uint64_t>(k / 50)));
    report = simulation.advance();
    REQUIRE(report.blown_up.empty());
    if (k == 0) CHECK(report.bodies < 40);
  }
  CHECK(report.bodies == 40);
  for (int body = 1; body <= 40; ++body)
    CHECK(container.contains(simulation.world().bodies.pose[body].position));
}
