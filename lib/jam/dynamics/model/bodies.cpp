// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/model/bodies.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "jam/core/error.hpp"
#include "jam/dynamics/model/free_motion.hpp"

namespace jam::dynamics {
namespace {

Pose unit(Pose pose) {
  pose.rotation = normalised(pose.rotation);
  return pose;
}

}  // namespace

Pose inverted(const Pose& pose) {
  return {rotate_inverse(pose.rotation, -pose.position), conjugate(pose.rotation)};
}

MotionState motion_at(const Pose& start, const Motion& motion, double time) {
  const double rate = 2 * std::numbers::pi * motion.frequency, angle = rate * time + motion.phase;
  MotionState state;
  state.pose.position =
      start.position + motion.velocity * time + motion.amplitude * (std::sin(angle) - std::sin(motion.phase));
  state.pose.rotation = turned(start.rotation, motion.angular_velocity * time);
  state.velocity = motion.velocity + motion.amplitude * (rate * std::cos(angle));
  state.angular_velocity = motion.angular_velocity;
  return state;
}

int Bodies::add(const MassProperties& properties, const Pose& at, Surface of) {
  const Vec3d j = properties.inertia;
  const double numbers[] = {properties.mass, j.x, j.y, j.z};
  if (!std::ranges::all_of(numbers, [](double number) {
        return number > 0 && std::isfinite(number) && std::isfinite(1 / number);
      })) {
    throw InputError(
        "a body that forces move needs a mass and moments of inertia above 0, all of them finite and with "
        "finite reciprocals: more than "
        "6e-309 kg and kg m^2");
  }
  kind.push_back(BodyKind::dynamic);
  mass.push_back(properties.mass);
  inverse_mass.push_back(1 / properties.mass);
  inertia.push_back(j);
  inverse_inertia.push_back({1 / j.x, 1 / j.y, 1 / j.z});
  pose.push_back(at);
  velocity.emplace_back();
  angular_velocity.emplace_back();
  surface.push_back(of);
  return count() - 1;
}

int Bodies::add_wall(const Pose& at, Surface of) {
  kind.push_back(BodyKind::fixed);
  mass.push_back(0);
  inverse_mass.push_back(0);
  inertia.emplace_back();
  inverse_inertia.emplace_back();
  pose.push_back(at);
  velocity.emplace_back();
  angular_velocity.emplace_back();
  surface.push_back(of);
  return count() - 1;
}

int World::add_body(std::span<const Shape> parts, const Pose& pose, double density, Surface surface,
                    double mass) {
  std::vector<MassProperties> masses;
  for (const Shape& part : parts) masses.push_back(mass_of(part, density));
  MassProperties properties = combined(masses);
  if (mass > 0) properties = scaled_to(properties, mass);
  const int body = bodies.add(properties, unit(pose * properties.frame), surface);
  const Pose to_body = inverted(properties.frame);
  for (Shape part : parts) {
    part.pose = unit(to_body * part.pose);
    part.body = body;
    shapes.push_back(part);
  }
  return body;
}

int World::add_wall(std::span<const Shape> parts, const Pose& pose, Surface surface) {
  const int body = bodies.add_wall(pose, surface);
  for (Shape part : parts) {
    part.body = body;
    shapes.push_back(part);
  }
  return body;
}

int World::add_waiting_body(const Shape& shape, double density, Surface surface) {
  const int body = add_body({&shape, 1}, {flow.inlet.centre, {}}, density, surface);
  bodies.kind[body] = BodyKind::inactive;
  flow.waiting.push_back(body);
  return body;
}

void World::set_motion(int wall, const Motion& motion) {
  bodies.kind[wall] = BodyKind::moving;
  moving.push_back({wall, bodies.pose[wall], motion});
}

Surface World::surface_of(int a, int b) const {
  return surface_between(pairs.data(), static_cast<int>(pairs.size()), bodies.surface.data(), a, b);
}

bool World::open_gates(double time) {
  bool changed = false;
  for (const Gate& gate : gates) {
    if (!gate.is_over(time) || bodies.kind[gate.wall] == BodyKind::inactive) continue;
    bodies.kind[gate.wall] = BodyKind::inactive;
    bodies.velocity[gate.wall] = bodies.angular_velocity[gate.wall] = {};
    changed = true;
  }
  return changed;
}

void World::place_walls(double time, double velocity_time) {
  for (const MovingWall& wall : moving) {
    if (bodies.kind[wall.body] == BodyKind::inactive) continue;
    const Pose pose = motion_at(wall.start, wall.motion, time).pose;
    const MotionState state = motion_at(wall.start, wall.motion, velocity_time);
    bodies.pose[wall.body] = pose;
    bodies.velocity[wall.body] = state.velocity;
    bodies.angular_velocity[wall.body] = rotate_inverse(pose.rotation, state.angular_velocity);
  }
}

double kinetic_energy(const Bodies& bodies, int body) {
  return kinetic_energy_of(bodies.mass[body], bodies.inertia[body], bodies.velocity[body],
                           bodies.angular_velocity[body]);
}

double kinetic_energy(const Bodies& bodies) {
  double energy = 0;
  for (int i = 0; i < bodies.count(); ++i) {
    if (bodies.dynamic(i)) energy += kinetic_energy(bodies, i);
  }
  return energy;
}

double potential_energy(const Bodies& bodies, Vec3d gravity) {
  double energy = 0;
  for (int i = 0; i < bodies.count(); ++i) {
    if (bodies.dynamic(i)) energy -= bodies.mass[i] * dot(gravity, bodies.pose[i].position);
  }
  return energy;
}

double fall_energy(const Bodies& bodies, Vec3d gravity, double h) {
  double energy = 0;
  for (int i = 0; i < bodies.count(); ++i) {
    if (bodies.dynamic(i)) energy += fall_energy(bodies.mass[i], bodies.velocity[i], gravity, h);
  }
  return energy;
}

}  // namespace jam::dynamics
