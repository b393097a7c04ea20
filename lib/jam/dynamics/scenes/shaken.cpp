// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Scenes whose containers move.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "jam/dynamics/scenes/built_in.hpp"
#include "jam/dynamics/scenes/containers.hpp"

namespace jam::dynamics {

/// Negrut S7: the tank of S6 without a hole, shaken along x, and a light ball that lies on the filling.
/// `count` spheres and the ball.
Scene make_shaken_tank(int count, std::uint64_t seed) {
  Scene scene;
  scene.name = "shaken-tank";
  const Surface surface{0.3, 0};
  const double d = 0.01, radius = d * std::sqrt(count / (6 * 0.6 * 20)), thickness = 2 * d;
  World& world = scene.world;
  const Motion motion{
      .velocity = {}, .amplitude = {2 * d, 0, 0}, .frequency = 3, .phase = 0, .angular_velocity = {}};
  world.set_motion(world.add_wall(ring_of_boxes(64, radius, thickness, 60 * d), {}, surface), motion);
  world.set_motion(add_plane(world, {0, 0, 0}, {0, 0, 1}, surface), motion);
  const Shape small = ball_shape(d / 2), large = ball_shape(3 * d);
  RandomStream random = scene_numbers(seed);
  const double jitter = 0.02 * d, reach = radius - d / 2 - 2 * jitter;
  const auto inside = [&](Vec3d p) { return std::hypot(p.x, p.y) <= reach; };
  double top = 0;
  for (const Vec3d p : lattice_points({1.05 * d, jitter, 0.55 * d, reach}, count, inside, random)) {
    world.add_body({&small, 1}, {p, {}}, 2500, surface);
    top = std::max(top, p.z);
  }
  world.add_body({&large, 1}, {{0, 0, top + 4 * d}, {}}, 250, surface);
  return scene;
}

/// Negrut S8, of which no more than the number of bodies is known: a drum that rotates about x at a Froude
/// number of 0.1, with four lifters; spheres of 10 mm lie on one side of its lower half and spheres of 8 mm
/// on the other.
Scene make_mixer(int count, std::uint64_t seed) {
  Scene scene;
  scene.name = "mixer";
  const Surface surface{0.3, 0};
  const double d = 0.01, pitch = 1.05 * d, jitter = 0.02 * d;
  // As long as its radius; the lattice fills nearly its lower half.
  const double radius = std::cbrt(count * pitch * pitch * pitch / (0.45 * std::numbers::pi)) + d,
               length = radius;
  const double lifter = 0.12 * radius, plate = 0.5 * d;
  World& world = scene.world;
  std::vector<Shape> drum = ring_of_boxes(48, radius, 2 * d, length);
  for (int k = 0; k < 4; ++k) {
    const double angle = std::numbers::pi * (k + 0.5) / 2, middle = radius - lifter / 2;
    drum.push_back(
        box_shape({lifter, plate, length}, {{middle * std::cos(angle), middle * std::sin(angle), length / 2},
                                            from_axis_angle(Vec3d{0, 0, 1}, angle)}));
  }
  // The axis of the ring, its z axis, along x.
  const Pose axis{{-length / 2, 0, 0}, from_axis_angle(Vec3d{0, 1, 0}, std::numbers::pi / 2)};
  Motion motion;
  motion.angular_velocity = {std::sqrt(0.1 * 9.81 / radius), 0, 0};
  world.set_motion(world.add_wall(drum, axis, surface), motion);
  add_plane(world, {-length / 2, 0, 0}, {1, 0, 0}, surface);
  add_plane(world, {length / 2, 0, 0}, {-1, 0, 0}, surface);

  const double reach = radius - d / 2 - 2 * jitter;
  const auto inside = [&](Vec3d p) {
    if (std::hypot(p.y, p.z) > reach || std::fabs(p.x) > length / 2 - d / 2 - jitter) return false;
    // In the frame of a lifter: two of the four are in the lower half, at 45 degrees.
    const double outwards = (std::fabs(p.y) - p.z) / std::sqrt(2.0),
                 across = (std::fabs(p.y) + p.z) / std::sqrt(2.0);
    return outwards < radius - lifter - d || std::fabs(across) > plate / 2 + d / 2 + 2 * jitter;
  };
  const Shape large = ball_shape(d / 2), small = ball_shape(0.4 * d);
  RandomStream random = scene_numbers(seed);
  for (const Vec3d p : lattice_points({pitch, jitter, -reach, reach}, count, inside, random)) {
    world.add_body({p.y < 0 ? &large : &small, 1}, {p, {}}, 2500, surface);
  }
  return scene;
}

}  // namespace jam::dynamics
