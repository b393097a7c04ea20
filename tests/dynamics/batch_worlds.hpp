// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Small worlds for batches, on the CPU and on a GPU.
#pragma once

#include <array>
#include <cstring>
#include <vector>

#include "jam/core/philox.hpp"
#include "jam/dynamics/batch/scene_batch.hpp"
#include "jam/dynamics/scenes/mesh_container.hpp"

namespace jam::test {

inline dynamics::StepSettings batch_settings() {
  dynamics::StepSettings settings;
  settings.step = 2e-3;
  settings.contact_distance = 0.01;
  settings.recovery_speed = 0.5;
  settings.solver.tolerance = 1e-4;
  settings.solver.iteration_limit = 300;
  return settings;
}

/// `n` boxes in layers of four, which lie loosely over each other in a mesh of 1 m x 1 m x 2 m.
inline dynamics::World boxes_in_mesh(int n) {
  using namespace dynamics;
  const std::vector<Vec3d> vertices{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 0, 2}, {1, 0, 2}, {0, 1, 2}, {1, 1, 2}};
  const std::vector<std::array<int, 3>> triangles{{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                                                  {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  World world;
  world.add_wall(MeshContainer(vertices, triangles).shapes(), {}, load_surface);
  Shape box;
  box.kind = ShapeKind::box;
  box.half = {0.2, 0.15, 0.1};
  for (int k = 0; k < n; ++k) {
    const int layer = k / 4;
    world.add_body({&box, 1}, {{0.25 + 0.5 * (k % 2), 0.25 + 0.5 * (k / 2 % 2), 0.11 + 0.22 * layer}, {}}, load_density, load_surface);
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
