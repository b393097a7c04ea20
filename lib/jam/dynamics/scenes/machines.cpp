// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Scenes whose containers are driven by joints.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "jam/dynamics/scenes/built_in.hpp"
#include "jam/dynamics/scenes/containers.hpp"

namespace jam::dynamics {

/// Negrut S10, of which no numbers are known: a motor turns a crank, whose rod moves a tray up and down in a
/// guide. Steel spheres of 10 mm lie in the tray, and under them one sphere of 30 mm for every 250: shaking
/// brings these up. `count` spheres, and tray, crank and rod.
Scene make_segregation(int count, std::uint64_t seed) {
  Scene scene;
  scene.name = "segregation";
  const Surface surface{0.3, 0};
  const double d = 0.01, steel = 7800, aluminium = 2700, plate = d;
  // Eight layers of small spheres; walls of twice their height.
  const double half = 0.5 * 1.05 * d * std::ceil(std::sqrt(count / 8.0)) + 0.1 * d, height = 20 * d;
  const double stroke = 0.5 * d, rod_length = 10 * d;  // At 12 Hz: 2.9 g.
  World& world = scene.world;
  const Vec3d tray_pin{0, 0, -plate}, crank_pin = tray_pin - Vec3d{0, 0, rod_length},
                                      axle = crank_pin + Vec3d{0, 0, stroke};
  const int ground = add_plane(world, axle - Vec3d{0, 0, 5 * d}, {0, 0, 1}, surface);

  const double outer = 2 * half + 2 * plate, side = half + plate / 2;
  const Shape tray_parts[] = {box_shape({outer, outer, plate}, {{0, 0, -plate / 2}, {}}),
                              box_shape({outer, plate, height}, {{0, side, height / 2}, {}}),
                              box_shape({outer, plate, height}, {{0, -side, height / 2}, {}}),
                              box_shape({plate, 2 * half, height}, {{side, 0, height / 2}, {}}),
                              box_shape({plate, 2 * half, height}, {{-side, 0, height / 2}, {}})};
  const Shape disc = ball_shape(2 * d), beam = box_shape({d, d, rod_length});
  const int tray = world.add_body(tray_parts, {}, aluminium, surface);
  const int crank = world.add_body({&disc, 1}, {axle, {}}, steel, surface);
  const int rod = world.add_body({&beam, 1}, {0.5 * (tray_pin + crank_pin), {}}, aluminium, surface);
  const Vec3d y{0, 1, 0};
  world.joints.push_back(joint_at(world, JointKind::revolute, ground, crank, axle, y));
  world.joints.back().driven = true;
  world.joints.back().drive.rate = 2 * std::numbers::pi * 12;
  world.joints.push_back(joint_at(world, JointKind::revolute, crank, rod, crank_pin, y));
  world.joints.push_back(joint_at(world, JointKind::spherical, rod, tray, tray_pin));
  world.joints.push_back(joint_at(world, JointKind::prismatic, ground, tray, tray_pin));

  const Shape small = ball_shape(d / 2), large = ball_shape(1.5 * d);
  const int large_count = count / 250;
  RandomStream random = scene_numbers(seed);
  const double jitter = 0.02 * d;
  const auto room = [half, jitter](double radius) {
    return [reach = half - radius - jitter](Vec3d p) {
      return std::max(std::fabs(p.x), std::fabs(p.y)) <= reach;
    };
  };
  for (const Vec3d p :
       lattice_points({3.15 * d, jitter, 1.55 * d, half}, large_count, room(1.5 * d), random)) {
    world.add_body({&large, 1}, {p, {}}, steel, surface);
  }
  for (const Vec3d p :
       lattice_points({1.05 * d, jitter, 3.7 * d, half}, count - large_count, room(d / 2), random)) {
    world.add_body({&small, 1}, {p, {}}, steel, surface);
  }
  return scene;
}

}  // namespace jam::dynamics
