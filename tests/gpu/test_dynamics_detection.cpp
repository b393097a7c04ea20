// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Collision detection on a CUDA device: contact by contact as on the CPU. validation.md G1; Negrut T21, T22,
// T25.
#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <vector>

#include "dynamics/heap.hpp"
#include "dynamics/meshes.hpp"
#include "jam/core/error.hpp"
#include "jam/dynamics/cuda/device.hpp"
#include "jam/dynamics/scenes/mesh_container.hpp"
#include "jam/dynamics/scenes/scene.hpp"
#include "jam/dynamics/step/collision.hpp"

using namespace jam;
using namespace jam::dynamics;
using namespace jam::test;

namespace {

/// n spheres with radii from `least` to 1, logarithmically even, in a cube in which each meets a few others.
World random_spheres(int n, double least, std::uint64_t seed) {
  World world;
  RandomStream random(seed, StreamId::test, 0, 0);
  const double edge = std::cbrt(10.0 * n);
  for (int i = 0; i < n; ++i) {
    Shape ball;
    ball.radius = std::pow(least, random.uniform_double());
    const double x = random.uniform_double(), y = random.uniform_double();
    world.add_body({&ball, 1}, {edge * Vec3d{x, y, random.uniform_double()}, {}}, 1, {});
  }
  return world;
}

/// In slabs of about `entry_limit` entries of bins.
void check_same(const World& world, double delta, std::size_t entry_limit = slab_entries) {
  const std::vector<Contact> expected = collider_detection()(world, world.bodies.pose, delta, 1);
  const std::vector<Contact> found = cuda_detection(0, entry_limit)(world, world.bodies.pose, delta, 1);
  REQUIRE(found.size() == expected.size());
  int different = 0;
  double largest = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Contact &a = expected[i], &b = found[i];
    const bool same = a.shape_a == b.shape_a && a.shape_b == b.shape_b && a.body_a == b.body_a &&
                      a.body_b == b.body_b && a.feature == b.feature;
    different += same ? 0 : 1;
    largest =
        std::max({largest, std::abs(a.gap - b.gap), length(a.point - b.point), length(a.normal - b.normal)});
  }
  CHECK(different == 0);
  CHECK(largest <= 1e-12);
}

}  // namespace

TEST_CASE("spheres of equal and of different sizes collide on the GPU as on the CPU (T21)",
          "[gpu][dynamics]") {
  const double least = GENERATE(1.0, 0.1, 0.001);
  const int count = GENERATE(1, 2, 65, 5000);
  CAPTURE(least, count);
  check_same(random_spheres(count, least, 3), 0.05);
  for (const std::size_t entry_limit : {500, 20'000})
    check_same(random_spheres(count, least, 3), 0.05, entry_limit);
}

TEST_CASE("all kinds of shapes collide on the GPU as on the CPU (G1, T25)", "[gpu][dynamics][sanitizer]") {
  const double delta = GENERATE(0.0, 0.01, 0.05);
  CAPTURE(delta);
  check_same(mixed_heap(1000, 5), delta);
  check_same(mixed_heap(1000, 5), delta, 2000);
}

TEST_CASE("boxes that lie flat on each other have the same manifolds on the GPU", "[gpu][dynamics]") {
  check_same(built_in_scene("bricks", 1).world, 0.0025);
}

TEST_CASE("shapes collide with the triangles of a mesh on the GPU as on the CPU", "[gpu][dynamics]") {
  // A room with a ridge, whose upper edges protrude, and a floor of small triangles beside large ones.
  const Mesh room = prism({{0, 0}, {1.5, 0}, {2, 0.5}, {2.5, 0}, {4, 0}, {4, 3}, {0, 3}},
                          {{0, 1, 6}, {1, 2, 6}, {2, 5, 6}, {2, 3, 5}, {3, 4, 5}}, 2);
  World world;
  world.add_wall(MeshContainer(room.vertices, room.triangles).shapes(), {}, {});
  RandomStream random(4, StreamId::test, 0, 0);
  const auto number = [&random] { return 2 * random.uniform_double() - 1; };
  for (int k = 0; k < 600; ++k) {
    Shape shape;
    shape.kind = k % 3 == 0 ? ShapeKind::sphere : k % 3 == 1 ? ShapeKind::capsule : ShapeKind::box;
    shape.radius = 0.05;
    shape.half = {0.1, 0.06, 0.04};
    const Vec3d at{2 + 2 * number(), 1 + number(), 0.35 + 0.35 * number()};
    const Quaterniond turned =
        k % 6 == 5 ? Quaterniond{} : normalised(Quaterniond{number(), number(), number(), number()});
    world.add_body({&shape, 1}, {at, turned}, 500, {});
  }
  check_same(world, 0);
  check_same(world, 0.01);
}

TEST_CASE("scenes without pairs and without bodies have no contacts on the GPU", "[gpu][dynamics]") {
  check_same({}, 0.1);
  World floor;
  Shape plane;
  plane.kind = ShapeKind::plane;
  floor.add_wall(plane, {}, {});
  floor.add_wall(plane, {{0, 0, -1}, {}}, {});
  check_same(floor, 0.1);
}

TEST_CASE("a pose that is not finite is refused on the GPU, by its body", "[gpu][dynamics]") {
  World world = random_spheres(300, 0.5, 1);
  world.bodies.pose[123].position.y = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_WITH(cuda_detection(0)(world, world.bodies.pose, 0, 1), Catch::Contains("body 123"));
}

TEST_CASE(
    "millions of random spheres have the contacts of the CPU on the GPU, and as many as probability says "
    "(T22)",
    "[gpu][dynamics]") {
  // Negrut, table 2: number of spheres, and edge of their cube [radii].
  const auto [count, edge] = GENERATE(table<int, double>(
      {{1'000'000, 331}, {2'000'000, 404}, {3'000'000, 478}, {4'000'000, 559}, {5'000'000, 594}}));
  CAPTURE(count);
  World world;
  RandomStream random(5, StreamId::test, 0, 0);
  Shape ball;
  ball.radius = 1;
  for (int i = 0; i < count; ++i) {
    const double x = random.uniform_double(), y = random.uniform_double();
    world.add_body({&ball, 1}, {edge * Vec3d{x, y, random.uniform_double()}, {}}, 1, {});
  }
  const std::vector<Contact> expected = collider_detection()(world, world.bodies.pose, 0, 0);
  const std::vector<Contact> found = cuda_detection(0)(world, world.bodies.pose, 0, 0);
  REQUIRE(found.size() == expected.size());
  std::size_t different = 0;
  double distance = 0, direction = 0, place = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Contact &a = expected[i], &b = found[i];
    different += a.shape_a == b.shape_a && a.shape_b == b.shape_b ? 0 : 1;
    distance = std::max(distance, std::abs(a.gap - b.gap));
    direction = std::max(direction, length(a.normal - b.normal));
    place = std::max(place, length(a.point - b.point) / edge);
  }
  CHECK(different == 0);
  CHECK(distance <= 1e-6);
  CHECK(direction <= 3e-7);
  CHECK(place <= 1e-7);
  // Two random points in a cube of edge L: P(distance < x L) = 4/3 pi x^3 - 3/2 pi x^4 + 8/5 x^5 - x^6/6.
  const double x = 2 / edge, pi = std::acos(-1.0);
  const double p =
      4.0 / 3 * pi * std::pow(x, 3) - 1.5 * pi * std::pow(x, 4) + 1.6 * std::pow(x, 5) - std::pow(x, 6) / 6;
  const double mean = 0.5 * count * (count - 1.0) * p;
  CHECK(std::abs(static_cast<double>(found.size()) - mean) < 3 * std::sqrt(mean));
}
