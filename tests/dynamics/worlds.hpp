// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Worlds of spheres and boxes, and their contacts by formulas of a few lines: what the tests of constraints,
// solvers and steps need, without collision detection.
#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "jam/dynamics/collide/contact.hpp"
#include "jam/dynamics/constraints/right_side.hpp"
#include "jam/dynamics/model/bodies.hpp"

namespace jam::test {

using namespace dynamics;

inline Shape sphere_shape(double radius) { return {ShapeKind::sphere, radius, {}, {}, 0}; }
inline Shape box_shape(Vec3d half) { return {ShapeKind::box, 0, half, {}, 0}; }
inline Shape plane_shape() { return {ShapeKind::plane, 0, {}, {}, 0}; }

inline int add_sphere(World& world, double radius, double mass, Vec3d centre, Surface surface) {
  const Shape shape = sphere_shape(radius);
  return world.add_body({&shape, 1}, {centre, {}}, 1, surface, mass);
}

inline int add_box(World& world, Vec3d half, double mass, Vec3d centre, Surface surface) {
  const Shape shape = box_shape(half);
  return world.add_body({&shape, 1}, {centre, {}}, 1, surface, mass);
}

/// A floor with its normal along z.
inline int add_floor(World& world, Surface surface, Vec3d point = {}) {
  return world.add_wall(plane_shape(), {point, {}}, surface);
}

/// A body that friction cannot turn: its moments of inertia are 1e12 times as large.
inline void block_rotation(World& world, int body) {
  world.bodies.inertia[body] *= 1e12;
  world.bodies.inverse_inertia[body] *= 1e-12;
}

/// A rod, body 1, that hits the floor, body 0, with one end and slides: Newton's restitution with friction
/// gains 0.11 J of 0.625 J, as slip turns round in the impact (T. Kane, D. Levinson, Dynamics (1985), 5.8).
/// Without gravity.
inline World skidding_rod() {
  World world;
  add_floor(world, {0.6, 1});
  const double angle = std::acos(-1.0) / 4;
  const int rod = add_box(world, {0.5, 0.01, 0.01}, 1,
                          {0, 0, 0.5 * std::sin(angle) + 0.01 * std::cos(angle) + 1e-6}, {0.6, 1});
  world.bodies.pose[rod].rotation = from_axis_angle(Vec3d{0, 1, 0}, angle);
  world.bodies.velocity[rod] = {-0.5, 0, -1};
  return world;
}

/// A floor, body 0, and a sphere over it, body 1, both with this surface.
inline World sphere_on_floor(double radius, double gap, Surface surface, double mass = 1) {
  World world;
  add_floor(world, surface);
  add_sphere(world, radius, mass, {0, 0, radius + gap}, surface);
  return world;
}

/// Validation D1: a body that slides at 5 m/s with a friction of 0.5 and does not turn.
inline World sliding_box(double radius) {
  World world = sphere_on_floor(radius, 0, {0.5, 0});
  block_rotation(world, 1);
  world.bodies.velocity[1] = {5, 0, 0};
  return world;
}

/// Gaps up to delta of spheres with spheres and planes, and of the corners of boxes with planes; one shape a
/// body. The contact point is the middle of the gap.
inline std::vector<Contact> hand_contacts(const World& world, std::span<const Pose> poses, double delta,
                                          int = 1) {
  std::vector<Contact> contacts;
  const int count = static_cast<int>(world.shapes.size());
  const auto place = [&](const Shape& shape) { return poses[shape.body] * shape.pose; };
  for (int i = 0; i < count; ++i) {
    for (int j = 0; j < count; ++j) {
      const Shape &p = world.shapes[i], &s = world.shapes[j];
      if (!world.bodies.dynamic(s.body)) continue;
      const Pose at = place(s), other = place(p);
      if (p.kind == ShapeKind::sphere && s.kind == ShapeKind::sphere && i < j) {
        const Vec3d d = at.position - other.position;
        const double gap = length(d) - p.radius - s.radius;
        const Vec3d n = d / length(d);
        if (gap <= delta)
          contacts.push_back({i, j, p.body, s.body, 0, other.position + (p.radius + gap / 2) * n, n, gap});
      }
      // A wall is A here, so that the normal leads out of it; the collider lists it as B.
      if (p.kind == ShapeKind::plane && s.kind == ShapeKind::sphere) {
        const Vec3d n = rotate(other.rotation, {0, 0, 1});
        const double gap = dot(n, at.position - other.position) - s.radius;
        if (gap <= delta)
          contacts.push_back({i, j, p.body, s.body, 0, at.position - (s.radius + gap / 2) * n, n, gap});
      }
      if (p.kind == ShapeKind::plane && s.kind == ShapeKind::box) {
        const Vec3d n = rotate(other.rotation, {0, 0, 1});
        for (std::uint32_t corner = 0; corner < 8; ++corner) {
          const Vec3d local{corner & 1 ? s.half.x : -s.half.x, corner & 2 ? s.half.y : -s.half.y,
                            corner & 4 ? s.half.z : -s.half.z};
          const Vec3d point = at.position + rotate(at.rotation, local);
          const double gap = dot(n, point - other.position);
          if (gap <= delta) contacts.push_back({i, j, p.body, s.body, corner, point - (gap / 2) * n, n, gap});
        }
      }
    }
  }
  return contacts;
}

/// The problem of one of Moreau's steps of length h from the present state under gravity, with contacts by
/// hand.
inline ContactProblem gravity_problem(const World& world, Vec3d gravity, double h, double delta = 1e-9) {
  const std::vector<Contact> contacts = hand_contacts(world, world.bodies.pose, delta);
  const std::vector<Twist> before = twists_of(world.bodies);
  std::vector<Twist> free = before;
  for (int i = 0; i < world.bodies.count(); ++i) {
    if (world.bodies.dynamic(i)) free[i].linear += h * gravity;
  }
  return contact_problem(world, world.bodies.pose, contacts, before, free, {.impacts_only = true, .step = h});
}

/// n spheres of radius 0.1 m on a floor, one on the other.
inline World stack_world(int n, double mass = 1, double friction = 0.3) {
  World world;
  add_floor(world, {friction, 0});
  for (int i = 0; i < n; ++i) add_sphere(world, 0.1, mass, {0, 0, 0.1 + 0.2 * i}, {friction, 0});
  return world;
}

/// A cube of edge 1 m and mass 1 kg on the floor.
inline World cube_world(double friction = 0.3) {
  World world;
  add_floor(world, {friction, 0});
  add_box(world, {0.5, 0.5, 0.5}, 1, {0, 0, 0.5}, {friction, 0});
  return world;
}

/// Gravity on a floor that is inclined by an angle [degrees] about y, so that things slide along +x.
inline Vec3d inclined(double degrees, double g = 9.81) {
  const double beta = degrees * std::acos(-1.0) / 180;
  return {g * std::sin(beta), 0, -g * std::cos(beta)};
}

/// n^3 touching spheres in a cubic lattice on the floor.
inline World lattice_world(int n, double radius, double friction = 0.3) {
  World world;
  add_floor(world, {friction, 0});
  for (int z = 0; z < n; ++z) {
    for (int y = 0; y < n; ++y) {
      for (int x = 0; x < n; ++x)
        add_sphere(world, radius, 1, {2 * radius * x, 2 * radius * y, radius + 2 * radius * z},
                   {friction, 0});
    }
  }
  return world;
}

}  // namespace jam::test
