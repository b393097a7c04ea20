// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Worlds with many contacts of all kinds, for tests and benchmarks of whole steps.
#pragma once

#include <cmath>
#include <vector>

#include "jam/core/philox.hpp"
#include "jam/dynamics/model/bodies.hpp"

namespace jam::test {

/// n bodies that move: cyclically spheres, capsules, boxes, and unions of two spheres. They begin at jittered
/// places of a lattice on a floor, between two walls, one of which moves up and down. Neighbours touch,
/// overlap a little or nearly touch.
inline dynamics::World mixed_heap(int n, std::uint64_t seed) {
  using namespace dynamics;
  World world;
  RandomStream random(seed, StreamId::test, 0, 0);
  const auto number = [&random] { return 2 * random.uniform_double() - 1; };
  const Surface surface{0.4, 0.1};
  Shape plane;
  plane.kind = ShapeKind::plane;
  world.add_wall(plane, {}, surface);
  const int shaken =
      world.add_wall(plane, {{-0.09, 0, 0}, from_axis_angle(Vec3d{0, 1, 0}, std::acos(0.0))}, {0.2, 0});
  world.set_motion(shaken, {.amplitude = {0, 0, 0.01}, .frequency = 5});
  Shape block;
  block.kind = ShapeKind::box;
  block.half = {2, 0.1, 2};
  world.add_wall(block, {{0, -0.2, 0}, {}}, surface);
  const int side = static_cast<int>(std::ceil(std::cbrt(static_cast<double>(n))));
  for (int i = 0; i < n; ++i) {
    const int layer = i / side / side;
    const Vec3d place{0.2 * (i % side) + 0.01 * number(), 0.2 * (i / side % side) + 0.01 * number(),
                      0.1 + 0.19 * layer + 0.01 * number()};
    std::vector<Shape> parts(1);
    Shape& part = parts[0];
    part.radius = 0.1;
    if (i % 4 == 1) {
      part.kind = ShapeKind::capsule;
      part.radius = 0.07;
      part.half = {0.05, 0, 0};
    } else if (i % 4 == 2) {
      part.kind = ShapeKind::box;
      part.half = {0.09, 0.08, 0.1};
    } else if (i % 4 == 3) {
      part.radius = 0.07;
      parts.push_back(part);
      parts[1].pose.position = {0.06, 0, 0};
    }
    const Quaterniond rotation = normalised(Quaterniond{1, 0.3 * number(), 0.3 * number(), 0.3 * number()});
    const int body = world.add_body(parts, {place, rotation}, 500, surface);
    world.bodies.velocity[body] = {0.1 * number(), 0.1 * number(), 0.1 * number()};
    world.bodies.angular_velocity[body] = {number(), number(), number()};
  }
  return world;
}

}  // namespace jam::test
