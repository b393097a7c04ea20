// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "jam/core/error.hpp"
#include "jam/core/philox.hpp"
#include "jam/dynamics/scenes/scene.hpp"

namespace jam::dynamics {
namespace {

constexpr std::array<const char*, 2> names{"pile", "bricks"};

/// A wall through a point with its normal into the scene.
void add_plane(World& world, Vec3d point, Vec3d normal, Surface surface) {
  const Vec3d z{0, 0, 1}, axis = cross(z, normal);
  Pose pose{point, {}};
  if (length(axis) > 0) pose.rotation = from_axis_angle(axis, std::acos(dot(z, normal)));
  else if (normal.z < 0) pose.rotation = {0, 1, 0, 0};
  Shape plane;
  plane.kind = ShapeKind::plane;
  world.add_wall(plane, pose, surface);
}

Scene pile(std::uint64_t seed) {
  Scene scene;
  scene.name = "pile";
  const Surface surface{0.3, 0.1};
  const double width = 3.15, depth = 4.2, pitch = 0.21, radius = 0.1;
  add_plane(scene.world, {0, 0, 0}, {0, 0, 1}, surface);
  add_plane(scene.world, {0, 0, 0}, {1, 0, 0}, surface);
  add_plane(scene.world, {width, 0, 0}, {-1, 0, 0}, surface);
  add_plane(scene.world, {0, 0, 0}, {0, 1, 0}, surface);
  add_plane(scene.world, {0, depth, 0}, {0, -1, 0}, surface);
  Shape ball;
  ball.radius = radius;
  RandomStream random(seed, StreamId::start, 0, 0);
  const auto jitter = [&random] { return 0.004 * (2 * random.uniform_double() - 1); };
  for (int z = 0; z < 10; ++z) {
    for (int y = 0; y < 20; ++y) {
      for (int x = 0; x < 15; ++x) {
        const Vec3d centre{pitch * (x + 0.5) + jitter(), pitch * (y + 0.5) + jitter(), 0.15 + pitch * z + jitter()};
        scene.world.add_body({&ball, 1}, {centre, {}}, 1, surface, 1);
      }
    }
  }
  return scene;
}

Scene bricks(std::uint64_t) {
  Scene scene;
  scene.name = "bricks";
  const Surface wood{0.5, 0.1};
  add_plane(scene.world, {0, 0, 0}, {0, 0, 1}, wood);
  // Courses of bricks along x, every other one shifted by half a brick.
  Shape brick;
  brick.kind = ShapeKind::box;
  brick.half = {0.1, 0.05, 0.025};
  for (int course = 0; course < 12; ++course) {
    for (int k = 0; k < 6; ++k) {
      const double x = 0.2 * (k - 2.5) + (course % 2 == 1 ? 0.1 : 0);
      scene.world.add_body({&brick, 1}, {{x, 0, 0.025 + 0.05 * course}, {}}, 600, wood);
    }
  }
  Shape ball;
  ball.radius = 0.08;
  const int steel = scene.world.add_body({&ball, 1}, {{0, -1, 0.5}, {}}, 7800, wood);
  scene.world.bodies.velocity[steel] = {0, 4, 1};
  return scene;
}

}  // namespace

std::span<const char* const> built_in_scenes() { return names; }

Scene built_in_scene(std::string_view name, std::uint64_t seed) {
  if (name == names[0]) return pile(seed);
  if (name == names[1]) return bricks(seed);
  throw InputError(fmt::format("there is no scene '{}': {} are accepted", name, fmt::join(names, ", ")));
}

}  // namespace jam::dynamics
