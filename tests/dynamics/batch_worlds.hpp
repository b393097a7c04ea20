// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Small worlds for batches, on the CPU and on a GPU.
#pragma once

#include <array>
#include <cstring>
#include <vector>

#include "dynamics/worlds.hpp"
#include "jam/core/philox.hpp"
#include "jam/dynamics/batch/scene_batch.hpp"
#include "jam/dynamics/scenes/mesh_container.hpp"

namespace jam::test {

inline dynamics::StepSettings batch_settings() {
  dynamics::StepSettings settings;
  settings.step = 2e-3;
  settings.solver.tolerance = 1e-4;
  settings.solver.iteration_limit = 300;
  return settings;
}

/// `n` boxes in layers of four, which lie loosely over each other in a mesh of 1 m x 1 m x 2 m.
inline dynamics::World boxes_in_mesh(int n) {
  using namespace dynamics;
  const std::vector<Vec3d> vertices{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0},
                                    {0, 0, 2}, {1, 0, 2}, {0, 1, 2}, {1, 1, 2}};
  const std::vector<std::array<int, 3>> triangles{{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6},
                                                  {0, 1, 4}, {1, 5, 4}, {2, 6, 3}, {3, 6, 7},
                                                  {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  World world;
  world.add_wall(MeshContainer(vertices, triangles).shapes(), {}, load_surface);
  Shape box;
  box.kind = ShapeKind::box;
  box.half = {0.2, 0.15, 0.1};
  for (int k = 0; k < n; ++k) {
    const int layer = k / 4;
    world.add_body({&box, 1}, {{0.25 + 0.5 * (k % 2), 0.25 + 0.5 * (k / 2 % 2), 0.11 + 0.22 * layer}, {}},
                   load_density, load_surface);
  }
  return world;
}

/// A motor turns a bar in a heap of spheres on a floor; a chain of spheres hangs from the bar, and another
/// sphere slides on it.
inline dynamics::World driven_bar() {
  using namespace dynamics;
  World world;
  Shape plane;
  plane.kind = ShapeKind::plane;
  const int ground = world.add_wall(plane, {}, {0.4, 0});
  const int bar = add_box(world, {0.4, 0.02, 0.02}, 2, {0, 0, 0.6}, {0.4, 0});
  world.joints.push_back(joint_at(world, JointKind::revolute, ground, bar, {0, 0, 0.6}, {0, 1, 0}));
  world.joints.back().driven = true;
  world.joints.back().drive = {.start = 0, .rate = 1, .amplitude = 0.2, .frequency = 3, .phase = 0};
  int above = bar;
  for (int k = 0; k < 4; ++k) {
    const Vec3d place{0.4, 0, 0.5 - 0.1 * k};
    const int link = add_sphere(world, 0.04, 0.3, place, {0.4, 0});
    world.joints.push_back(joint_at(world, JointKind::spherical, above, link, place + Vec3d{0, 0, 0.05}));
    above = link;
  }
  const int slider = add_sphere(world, 0.05, 0.2, {-0.2, 0, 0.68}, {0.4, 0});
  world.joints.push_back(joint_at(world, JointKind::prismatic, bar, slider, {-0.2, 0, 0.6}, {1, 0, 0}));
  for (int k = 0; k < 12; ++k)
    add_sphere(world, 0.08, 1, {0.16 * (k % 4) - 0.2, 0.17 * (k / 4) - 0.17, 0.08}, {0.4, 0});
  return world;
}

/// Spheres fall into an open box, whose floor is there for 0.1 s; those that fall out of it enter again.
inline dynamics::World refilled_box() {
  using namespace dynamics;
  World world;
  Shape plane;
  plane.kind = ShapeKind::plane;
  for (const double side : {-1.0, 1.0}) {
    world.add_wall(plane, {{-0.5 * side, 0, 0}, from_axis_angle(Vec3d{0, side, 0}, std::acos(0.0))},
                   {0.3, 0});
    world.add_wall(plane, {{0, -0.5 * side, 0}, from_axis_angle(Vec3d{-side, 0, 0}, std::acos(0.0))},
                   {0.3, 0});
  }
  Shape floor;
  floor.kind = ShapeKind::box;
  floor.half = {0.6, 0.6, 0.05};
  world.gates.push_back({world.add_wall(floor, {{0, 0, -0.05}, {}}, {0.3, 0}), 0.1});
  world.flow.interval = 0.02;
  world.flow.drain = -0.05;
  world.flow.returns = true;
  world.flow.inlet = {.centre = {0, 0, 0.5},
                      .radius = 0.3,
                      .pitch = 0.25,
                      .jitter = 0.02,
                      .batch = 3,
                      .velocity = {0, 0, -3},
                      .seed = 5};
  for (int k = 0; k < 9; ++k) {
    add_sphere(world, 0.1, 1, {0.25 * (k % 3) - 0.25, 0.25 * (k / 3) - 0.25, 0.1}, {0.3, 0});
    world.add_waiting_body(sphere_shape(0.1), 200, {0.3, 0});
  }
  return world;
}

/// The bodies of a world, those that forces move up to 10 mm away along each axis; by number.
inline dynamics::Bodies jittered(const dynamics::World& world, int number) {
  dynamics::Bodies bodies = world.bodies;
  RandomStream random(static_cast<std::uint64_t>(number), StreamId::test, 0, 0);
  const auto shift = [&random] { return 0.01 * (2 * random.uniform_double() - 1); };
  for (int k = 0; k < bodies.count(); ++k) {
    if (bodies.dynamic(k)) bodies.pose[k].position += Vec3d{shift(), shift(), shift()};
  }
  return bodies;
}

/// Whether poses and velocities have the same bits.
inline bool same_bits(const dynamics::Bodies& a, const dynamics::Bodies& b) {
  const auto same = [](const auto& p, const auto& q) {
    return p.size() == q.size() && std::memcmp(p.data(), q.data(), p.size() * sizeof(p[0])) == 0;
  };
  return same(a.pose, b.pose) && same(a.velocity, b.velocity) && same(a.angular_velocity, b.angular_velocity);
}

/// Gravity that sways, by time.
inline Vec3d swaying(double time) { return {4 * std::sin(30 * time), 3 * std::sin(40 * time), -9.81}; }

}  // namespace jam::test
