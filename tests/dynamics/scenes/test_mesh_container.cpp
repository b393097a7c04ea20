// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/scenes/mesh_container.hpp"

#include <catch2/catch.hpp>

#include <cmath>

#include "dynamics/meshes.hpp"
#include "jam/core/error.hpp"
#include "jam/dynamics/scenes/wall_shapes.hpp"
#include "jam/dynamics/step/collision.hpp"

using namespace jam;
using namespace jam::dynamics;
using namespace jam::test;

namespace {

/// A room of 4 x 2 m whose floor rises in a roof of 45 degrees and 0.5 m height in the middle.
Mesh room_with_ridge() {
  return prism({{0, 0}, {1.5, 0}, {2, 0.5}, {2.5, 0}, {4, 0}, {4, 3}, {0, 3}},
               {{0, 1, 6}, {1, 2, 6}, {2, 5, 6}, {2, 3, 5}, {3, 4, 5}}, 2);
}

/// A room of 4 x 2 m with a step of 1 m height for x > 2.
Mesh room_with_step() {
  return prism({{0, 0}, {2, 0}, {2, 1}, {4, 1}, {4, 3}, {0, 3}}, {{0, 1, 2}, {0, 2, 5}, {2, 3, 4}, {2, 4, 5}},
               2);
}

Shape box_shape(Vec3d half) {
  Shape shape;
  shape.kind = ShapeKind::box;
  shape.half = half;
  return shape;
}

/// Lets one body fall in a container for a time [s].
Simulation dropped(const Mesh& mesh, const Shape& shape, const Pose& pose, Vec3d velocity, double time,
                   double friction = 0.3) {
  World world;
  world.add_wall(MeshContainer(mesh.vertices, mesh.triangles).shapes(), {}, {friction, 0});
  const int body = world.add_body({&shape, 1}, pose, 1000, {friction, 0});
  world.bodies.velocity[body] = velocity;
  StepSettings settings;
  settings.solver.tolerance = 1e-6;
  Simulation simulation(world, settings, collider_detection());
  while (simulation.time() < time - 1e-9) REQUIRE(simulation.advance().blown_up.empty());
  return simulation;
}

}  // namespace

TEST_CASE("an open surface, one turned inside out in part, and a flat one are refused", "[unit]") {
  Mesh open = box_mesh(1, 1, 1);
  open.triangles.pop_back();
  CHECK_THROWS_WITH(
      MeshContainer(open.vertices, open.triangles),
      Catch::Contains("the surface is not closed: 3 of its edges do not have one triangle on each side"));
  Mesh turned = box_mesh(1, 1, 1);
  std::swap(turned.triangles[0][1], turned.triangles[0][2]);
  CHECK_THROWS_WITH(MeshContainer(turned.vertices, turned.triangles), Catch::Contains("not closed"));
  const Mesh flat = box_mesh(1, 1, 0);
  CHECK_THROWS_WITH(MeshContainer(flat.vertices, flat.triangles), Catch::Contains("encloses no volume"));
}

TEST_CASE("edges that point into the container are marked, whichever way the mesh faces", "[unit]") {
  Mesh mesh = room_with_ridge();
  for (int way = 0; way < 2; ++way) {
    const MeshContainer container(mesh.vertices, mesh.triangles);
    int marked = 0, ridge = 0;
    for (const Shape& shape : container.shapes()) {
      CHECK(shape.kind == ShapeKind::triangle);
      for (int k = 0; k < 3; ++k) {
        if ((shape.edges >> k & 1) == 0) continue;
        ++marked;
        const Vec3d corner[3] = {{0, 0, 0}, {shape.half.x, 0, 0}, {shape.half.y, shape.half.z, 0}};
        const Vec3d middle =
            shape.pose.position + rotate(shape.pose.rotation, 0.5 * (corner[k] + corner[(k + 1) % 3]));
        ridge += length(middle - Vec3d{2, 1, 0.5}) < 1e-9 ? 1 : 0;
      }
      // Normals point inwards.
      CHECK(dot(rotate(shape.pose.rotation, Vec3d{0, 0, 1}), Vec3d{2, 1, 1.5} - shape.pose.position) > 0);
    }
    // The ridge, once for each of its two triangles.
    CHECK(marked == 2);
    CHECK(ridge == 2);
    for (auto& t : mesh.triangles) std::swap(t[1], t[2]);
  }
}

TEST_CASE("a container holds boxes that no wall cuts", "[unit]") {
  const Mesh mesh = room_with_step();
  const MeshContainer container(mesh.vertices, mesh.triangles);
  const Vec3d half{0.1, 0.2, 0.3};
  CHECK(container.holds({{{1, 1, 0.301}, {}}, half}, 0));
  CHECK_FALSE(container.holds({{{1, 1, 0.301}, {}}, half}, 0.002));
  CHECK_FALSE(container.holds({{{1, 1, 0.299}, {}}, half}, 0));
  CHECK_FALSE(container.holds({{{3, 1, 0.5}, {}}, half}, 0));  // In the step.
  CHECK_FALSE(container.holds({{{5, 1, 1}, {}}, half}, 0));    // Outside.
  CHECK_FALSE(container.holds({{{1.95, 1, 0.9}, {}}, half}, 0));
  CHECK(container.holds({{{1.89, 1, 0.9}, {}}, half}, 0));
}

TEST_CASE("parts in a container are obstacles, whichever way they face, and parts beside it are refused",
          "[unit]") {
  const Mesh room = box_mesh(4, 2, 3), part = box_mesh(1, 1, 1);
  for (const bool turned : {false, true}) {
    Mesh mesh = room;
    const auto add = [&](Vec3d shift) {
      const int first = static_cast<int>(mesh.vertices.size());
      for (const Vec3d v : part.vertices) mesh.vertices.push_back(v + shift);
      for (const auto& t : part.triangles) {
        mesh.triangles.push_back({first + t[0], first + t[turned ? 2 : 1], first + t[turned ? 1 : 2]});
      }
    };
    add({0.5, 0.5, 0.5});
    const MeshContainer container(mesh.vertices, mesh.triangles);
    CHECK(container.contains({0.4, 1, 1}));
    CHECK_FALSE(container.contains({1, 1, 1}));
    CHECK(container.ceiling(1, 1) == 3);
    CHECK(container.ceiling(9, 1) == 0);
    // A box on the obstacle stays there, at a height of 1.5 m and half of its edge.
    const Shape box = box_shape({0.2, 0.2, 0.1});
    const Simulation lies = dropped(mesh, box, {{1, 1, 1.601}, {}}, {}, 0.3);
    CHECK(lies.world().bodies.pose[1].position.z == Approx(1.6).margin(1e-4));
    add({10, 0, 0});
    CHECK_THROWS_WITH(MeshContainer(mesh.vertices, mesh.triangles), Catch::Contains("parts side by side"));
  }
}

TEST_CASE("a box comes to rest on a floor of triangles, and slides over their edges as over a plane",
          "[unit]") {
  // Its friction stops it after v^2 / (2 mu g) = 0.68 m, across the diagonals of the floor's triangles.
  const Simulation simulation =
      dropped(box_mesh(4, 2, 3), box_shape({0.1, 0.1, 0.1}), {{1, 0.9, 0.1}, {}}, {2, 0.1, 0}, 1.5);
  const Pose pose = simulation.world().bodies.pose[1];
  const double path = std::hypot(pose.position.x - 1, pose.position.y - 0.9);
  CHECK(path == Approx((4 + 0.01) / (2 * 0.3 * 9.81)).epsilon(0.01));
  CHECK(pose.position.z == Approx(0.1).margin(1e-5));
  CHECK(std::fabs(pose.rotation.w) == Approx(1).margin(1e-6));
}

TEST_CASE("a box lies on a ridge, and stands on a step without feeling its side", "[unit]") {
  const Pose on_ridge = dropped(room_with_ridge(), box_shape({0.4, 0.3, 0.1}), {{2, 1, 0.61}, {}}, {}, 0.3)
                            .world()
                            .bodies.pose[1];
  CHECK(on_ridge.position.z == Approx(0.6).margin(1e-4));
  CHECK(on_ridge.position.x == Approx(2).margin(1e-3));
  // Over the edge by less than half: 0.05 m of 0.4.
  const Pose on_step = dropped(room_with_step(), box_shape({0.2, 0.2, 0.2}), {{2.15, 1, 1.201}, {}}, {}, 0.5)
                           .world()
                           .bodies.pose[1];
  CHECK(on_step.position.x == Approx(2.15).margin(1e-4));
  CHECK(on_step.position.z == Approx(1.2).margin(1e-4));
}

TEST_CASE("boxes are stopped by the side of a step, and by corners where walls meet", "[unit]") {
  const Pose pose =
      dropped(room_with_step(), box_shape({0.2, 0.2, 0.2}), {{1.5, 0.3, 0.2}, {}}, {3, -2, 0}, 1, 0)
          .world()
          .bodies.pose[1];
  CHECK(pose.position.x == Approx(1.8).margin(1e-4));
  CHECK(pose.position.y == Approx(0.2).margin(1e-4));
  CHECK(pose.position.z == Approx(0.2).margin(1e-4));
}

TEST_CASE("spheres and capsules roll over the edges of triangles, and rest on ridges", "[unit]") {
  Shape ball;
  ball.radius = 0.1;
  // Rolling from the start, no friction is at work: straight on at its speed.
  const Simulation rolls = dropped(box_mesh(4, 2, 3), ball, {{1, 0.9, 0.1}, {}}, {1, 0.3, 0}, 1, 0);
  CHECK(rolls.world().bodies.velocity[1].x == Approx(1).margin(1e-6));
  CHECK(rolls.world().bodies.velocity[1].y == Approx(0.3).margin(1e-6));
  CHECK(rolls.world().bodies.pose[1].position.z == Approx(0.1).margin(1e-6));
  // On the ridge's edge, in balance.
  const Simulation rests = dropped(room_with_ridge(), ball, {{2, 1, 0.601}, {}}, {}, 0.05);
  CHECK(rests.world().bodies.pose[1].position.z == Approx(0.6).margin(1e-4));
  Shape capsule;
  capsule.kind = ShapeKind::capsule;
  capsule.radius = 0.1;
  capsule.half.x = 0.4;
  const Simulation lies = dropped(room_with_ridge(), capsule, {{2, 1, 0.601}, {}}, {}, 0.05);
  CHECK(lies.world().bodies.pose[1].position.z == Approx(0.6).margin(1e-4));
  const Simulation flat = dropped(box_mesh(4, 2, 3), capsule, {{2, 1, 0.101}, {}}, {}, 0.2);
  CHECK(flat.world().bodies.pose[1].position.z == Approx(0.1).margin(1e-5));
}

TEST_CASE("a box that touches a thin plate does not feel the far side of the plate", "[unit]") {
  Mesh mesh = box_mesh(2, 2, 2);
  const Mesh plate = box_mesh(1.9, 1.9, 0.001);
  const int first = static_cast<int>(mesh.vertices.size());
  for (const Vec3d v : plate.vertices) mesh.vertices.push_back(v + Vec3d{0.05, 0.05, 1});
  for (const auto& [a, b, c] : plate.triangles) mesh.triangles.push_back({first + a, first + b, first + c});
  World world;
  world.add_wall(MeshContainer(mesh.vertices, mesh.triangles).shapes(), {}, {0.3, 0});
  // The box stands on an edge, tilted by 0.5 rad; it hangs from the plate in the second case.
  const double side = GENERATE(1.0, -1.0), angle = 0.5;
  const Shape box = box_shape({0.2, 0.1, 0.05});
  const double reach = 0.2 * std::sin(angle) + 0.05 * std::cos(angle);
  const double face = side > 0 ? 1.001 : 1;
  world.add_body({&box, 1},
                 {{1, 1, face + side * (reach - 1e-5)}, {std::cos(angle / 2), 0, std::sin(angle / 2), 0}},
                 1000, {0.3, 0});
  Simulation simulation(world, {}, collider_detection());
  CHECK(simulation.advance().penetration == Approx(1e-5).margin(1e-6));
}

TEST_CASE("a box on the rim of an open sheet falls to the side of its centre", "[unit]") {
  // A shelf of two triangles, 1 m wide, in both orders.
  const std::vector<Vec3d> vertices{{0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
  const std::vector<std::array<int, 3>> triangles{{0, 1, 2}, {0, 2, 1}, {0, 2, 3}, {0, 3, 2}};
  World world;
  world.add_wall(wall_shapes(vertices, triangles), {}, {0.5, 0});
  const Shape box = box_shape({0.2, 0.1, 0.05});
  const int inside = world.add_body({&box, 1}, {{0.9, 0.2, 1.05}, {}}, 1000, {0.5, 0});
  const int outside = world.add_body({&box, 1}, {{1.05, 0.6, 1.05}, {}}, 1000, {0.5, 0});
  const int under = world.add_body({&box, 1}, {{0.5, 0.5, 0.95}, {}}, 1000, {0.5, 0});
  StepSettings settings;
  settings.solver.tolerance = 1e-6;
  Simulation simulation(world, settings, collider_detection());
  while (simulation.time() < 0.3) REQUIRE(simulation.advance().blown_up.empty());
  const auto& pose = simulation.world().bodies.pose;
  CHECK(pose[inside].position.z == Approx(1.05).margin(1e-3));
  CHECK(pose[outside].position.z < 1.02);
  CHECK(pose[under].position.z == Approx(0.95 - 0.5 * 9.81 * 0.09).margin(0.02));
}
