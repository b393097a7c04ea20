// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Scenes in which bodies fall and come to rest.
#include "jam/dynamics/scenes/built_in.hpp"
#include "jam/dynamics/scenes/containers.hpp"

namespace jam::dynamics {

Scene make_pile(int, std::uint64_t seed) {
  Scene scene;
  scene.name = "pile";
  const Surface surface{0.3, 0.1};
  const double width = 3.15, depth = 4.2, pitch = 0.21, radius = 0.1;
  add_plane(scene.world, {0, 0, 0}, {0, 0, 1}, surface);
  add_plane(scene.world, {0, 0, 0}, {1, 0, 0}, surface);
  add_plane(scene.world, {width, 0, 0}, {-1, 0, 0}, surface);
  add_plane(scene.world, {0, 0, 0}, {0, 1, 0}, surface);
  add_plane(scene.world, {0, depth, 0}, {0, -1, 0}, surface);
  const Shape ball = ball_shape(radius);
  RandomStream random = scene_numbers(seed);
  const auto jitter = [&random] { return 0.004 * (2 * random.uniform_double() - 1); };
  for (int z = 0; z < 10; ++z) {
    for (int y = 0; y < 20; ++y) {
      for (int x = 0; x < 15; ++x) {
        const Vec3d centre{pitch * (x + 0.5) + jitter(), pitch * (y + 0.5) + jitter(),
                           0.15 + pitch * z + jitter()};
        scene.world.add_body({&ball, 1}, {centre, {}}, 1, surface, 1);
      }
    }
  }
  return scene;
}

Scene make_bricks(int, std::uint64_t) {
  Scene scene;
  scene.name = "bricks";
  const Surface wood{0.5, 0.1};
  add_plane(scene.world, {0, 0, 0}, {0, 0, 1}, wood);
  // Courses of bricks along x, every other one shifted by half a brick.
  const Shape brick = box_shape({0.2, 0.1, 0.05});
  for (int course = 0; course < 12; ++course) {
    for (int k = 0; k < 6; ++k) {
      const double x = 0.2 * (k - 2.5) + (course % 2 == 1 ? 0.1 : 0);
      scene.world.add_body({&brick, 1}, {{x, 0, 0.025 + 0.05 * course}, {}}, 600, wood);
    }
  }
  const Shape ball = ball_shape(0.08);
  const int steel = scene.world.add_body({&ball, 1}, {{0, -1, 0.5}, {}}, 7800, wood);
  scene.world.bodies.velocity[steel] = {0, 4, 1};
  return scene;
}

/// Strobl E4 with the frozen parameters of its specification: five rings of 30 fixed boxes on a plane; from
/// the first check of the flow on, 13 spheres enter every 60 steps. At step 18 000 all 3900 are in the scene.
Scene make_well(int count, std::uint64_t seed) {
  Scene scene;
  scene.name = "well";
  scene.step = 0.0025;
  const Surface surface{0.3, 0};
  const double inner = 20, height = 4;
  add_plane(scene.world, {0, 0, 0}, {0, 0, 1}, surface);
  for (int level = 0; level < 5; ++level) {
    // 4.6 m long, a little longer than the inner edge of 4.2 m.
    for (Shape box : ring_of_boxes(30, inner, 2, height)) {
      const Pose at{box.pose.position + Vec3d{0, 0, level * height}, box.pose.rotation};
      box.pose = {};
      box.half.y = 2.3;
      scene.world.add_wall(box, at, surface);
    }
  }
  Flow& flow = scene.world.flow;
  flow.interval = 60 * scene.step;
  flow.inlet = {.centre = {0, 0, 30},
                .radius = 18,
                .pitch = 2.4,
                .jitter = 0.19,
                .batch = 13,
                .velocity = {},
                .seed = seed};
  const Shape ball = ball_shape(1);
  for (int k = 0; k < count; ++k) scene.world.add_waiting_body(ball, 1, surface);
  return scene;
}

}  // namespace jam::dynamics
