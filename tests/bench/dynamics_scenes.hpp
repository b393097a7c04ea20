// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Scenes and tables of the benchmarks of rigid bodies.
#pragma once

#include <chrono>
#include <cmath>
#include <cstdio>

#include "jam/core/philox.hpp"
#include "jam/dynamics/model/bodies.hpp"
#include "jam/dynamics/model/mass.hpp"

namespace jam::test {

using namespace dynamics;

inline constexpr double radius = 0.01;  ///< Radius of all spheres [m].

/// n spheres with `contacts_per_sphere` contacts each on average (up to 5.5).
inline World tank(int n, double contacts_per_sphere) {
  World world;
  RandomStream random(1, StreamId::test, 0, 0);
  const Surface surface{0.3, 0};
  const double share = contacts_per_sphere / 6, spacing = 2 * radius;
  const int layers_wide = static_cast<int>(std::cbrt(n / share / 2)) +
                          1;  // Half of the places of a layer's square are on the lattice.
  const double width = layers_wide * spacing * std::sqrt(2.0);
  Shape plane;
  plane.kind = ShapeKind::plane;
  const auto wall = [&](Vec3d point, Vec3d normal) {
    const Vec3d axis = cross(Vec3d{0, 0, 1}, normal);
    world.add_wall(plane, {point, length(axis) > 0 ? from_axis_angle(axis, std::acos(0.0)) : Quaterniond{}},
                   surface);
  };
  wall({}, {0, 0, 1});
  wall({}, {1, 0, 0});
  wall({width, 0, 0}, {-1, 0, 0});
  wall({}, {0, 1, 0});
  wall({0, width, 0}, {0, -1, 0});
  Shape ball;
  ball.radius = radius;
  const MassProperties properties = mass_of(ball, 2500);
  const double pitch = spacing / std::sqrt(2.0);  // Places are (i, j, k) pitch with an even sum.
  const auto jitter = [&random] { return 0.01 * radius * (2 * random.uniform_double() - 1); };
  for (int k = 0; world.bodies.count() < n; ++k) {
    for (int j = 0; j < 2 * layers_wide; ++j) {
      for (int i = (j + k) % 2; i < 2 * layers_wide && world.bodies.count() < n; i += 2) {
        if (random.uniform_double() >= share) continue;
        const double x = pitch * i + radius + jitter(), y = pitch * j + radius + jitter();
        ball.body = world.bodies.add(properties, {{x, y, pitch * k + radius + jitter()}, {}}, surface);
        world.shapes.push_back(ball);
      }
    }
  }
  return world;
}

/// Walls of 20 boxes, five layers of four, each wall by itself on one floor.
inline World box_walls(int walls) {
  World world;
  const Surface surface{0.5, 0};
  Shape shape;
  shape.kind = ShapeKind::plane;
  world.add_wall(shape, {}, surface);
  shape.kind = ShapeKind::box;
  shape.half = {0.05, 0.05, 0.05};
  const MassProperties properties = mass_of(shape, 600);
  const int side = static_cast<int>(std::ceil(std::sqrt(static_cast<double>(walls))));
  for (int w = 0; w < walls; ++w) {
    const int row = w / side;
    for (int k = 0; k < 20; ++k) {
      const int course = k / 4;
      const double x = 0.6 * (w % side) + 0.1 * (k % 4) + (course % 2 == 1 ? 0.05 : 0);
      shape.body = world.bodies.add(properties, {{x, 0.3 * row, 0.05 + 0.1 * course}, {}}, surface);
      world.shapes.push_back(shape);
    }
  }
  return world;
}

inline void heading(const char* title, const char* columns, int count) {
  std::printf("\n## %s\n\n| %s |\n|", title, columns);
  for (int k = 0; k < count; ++k) std::printf("---|");
  std::printf("\n");
}

/// Mean time of a call of `work` [s]; the calls are repeated for at least `seconds` seconds.
template <class Work>
double mean_seconds(double seconds, const Work& work) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  int calls = 0;
  double elapsed = 0;
  while (elapsed < seconds || calls == 0) {
    work();
    ++calls;
    elapsed = std::chrono::duration<double>(Clock::now() - begin).count();
  }
  return elapsed / calls;
}

}  // namespace jam::test
