// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Scenes in which spheres flow out of a container.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "jam/dynamics/scenes/built_in.hpp"
#include "jam/dynamics/scenes/containers.hpp"

namespace jam::dynamics {
namespace {

constexpr double degree = std::numbers::pi / 180;

/// Fills a hopper from its gate upwards with a loose lattice of balls; what leaves it stays away.
void fill_hopper(Scene& scene, const HopperSize& size, int count, double radius, double density,
                 Surface surface, std::uint64_t seed) {
  add_hopper(scene.world, size, surface);
  const double jitter = 0.02 * radius;
  // A ball that touches an inclined face is further from its edges than its radius.
  const double from_slope = (radius + jitter) / std::sin(size.slope) + jitter, from_wall = radius + jitter;
  const auto inside = [&](Vec3d p) {
    const double at_slope = size.outlet / 2 + (p.z - jitter) / std::tan(size.slope) - from_slope;
    const double allowed = std::min(at_slope, size.half - from_wall);
    return std::fabs(p.x) <= allowed && std::fabs(p.y) <= allowed;
  };
  const Shape ball = ball_shape(radius);
  RandomStream random = scene_numbers(seed);
  for (const Vec3d p :
       lattice_points({2.1 * radius, jitter, 1.05 * radius, size.half}, count, inside, random)) {
    scene.world.add_body({&ball, 1}, {p, {}}, density, surface);
  }
  scene.world.flow.interval = 20 * scene.step;
  scene.world.flow.drain = -10 * radius;
}

}  // namespace

/// Strobl E5, whose thesis gives no more than the number of spheres: radius 1 m as in its well, an outlet of
/// 8 diameters under a funnel of 60 degrees, opened after 5000 steps.
Scene make_hopper(int count, std::uint64_t seed) {
  Scene scene;
  scene.name = "hopper";
  scene.step = 0.0025;
  const HopperSize size{.half = 20, .slope = 60 * degree, .outlet = 16, .opens_at = 5000 * scene.step};
  fill_hopper(scene, size, count, 1, 1, {0.3, 0}, seed);
  return scene;
}

/// Negrut S1 with the frozen parameters of its specification: diameter 10 mm, 2500 kg/m^3, friction 0.3,
/// outlet of 10 diameters; the bin is twice as high as wide when 60 % of it are solid.
Scene make_silo(int count, std::uint64_t seed) {
  Scene scene;
  scene.name = "silo";
  const double d = 0.01, width = d * std::cbrt(count * std::numbers::pi / 6 / 0.6 / 2);
  const HopperSize size{
      .half = std::max(width, 12 * d) / 2, .slope = 60 * degree, .outlet = 10 * d, .opens_at = 0.5};
  fill_hopper(scene, size, count, d / 2, 2500, {0.3, 0}, seed);
  return scene;
}

/// Negrut S6 with the frozen parameters of its specification: a fill depth of 20 diameters, whatever the
/// count is; a hole of 10 diameters in the bottom opens after 0.3 s, and what leaves falls in again from
/// above.
Scene make_tank(int count, std::uint64_t seed) {
  Scene scene;
  scene.name = "tank";
  const Surface surface{0.3, 0};
  const double d = 0.01, radius = d * std::sqrt(count / (6 * 0.6 * 20)), thickness = 2 * d, hole = 10 * d;
  World& world = scene.world;
  world.add_wall(ring_of_boxes(64, radius, thickness, 40 * d), {}, surface);
  world.add_wall(floor_with_hole(hole, radius + thickness, thickness), {}, surface);
  const int gate = world.add_wall(box_shape({hole + d, hole + d, d}), {{0, 0, -d / 2}, {}}, surface);
  world.gates.push_back({gate, 0.3});
  const Shape ball = ball_shape(d / 2);
  RandomStream random = scene_numbers(seed);
  const double jitter = 0.02 * d, reach = radius - d / 2 - 2 * jitter;
  const auto inside = [&](Vec3d p) { return std::hypot(p.x, p.y) <= reach; };
  for (const Vec3d p : lattice_points({1.05 * d, jitter, 0.55 * d, reach}, count, inside, random)) {
    world.add_body({&ball, 1}, {p, {}}, 2500, surface);
  }
  Flow& flow = world.flow;
  flow.interval = 20 * scene.step;
  flow.drain = -10 * d;
  flow.returns = true;
  flow.inlet = {.centre = {0, 0, 34 * d},
                .radius = radius - 1.5 * d,
                .pitch = 1.5 * d,
                .jitter = 0.2 * d,
                .batch = 0,
                .velocity = {0, 0, -1},
                .seed = seed};
  return scene;
}

}  // namespace jam::dynamics
