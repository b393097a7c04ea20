// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/step/step_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "jam/core/error.hpp"
#include "jam/io/number_text.hpp"

namespace jam::dynamics {
namespace {

bool finite(const Bodies& bodies, int i) {
  const Quaterniond q = bodies.pose[i].rotation;
  return is_finite(bodies.pose[i].position) && std::isfinite(q.w) && is_finite(q.vector()) &&
         is_finite(bodies.velocity[i]) && is_finite(bodies.angular_velocity[i]);
}

}  // namespace

double energy_scale(const World& world, Vec3d gravity) {
  const double g = length(gravity);
  double energy = kinetic_energy(world.bodies), mass = 0, lowest = std::numeric_limits<double>::infinity(),
         highest = -lowest;
  for (const Shape& shape : world.shapes) {
    if (shape.kind == ShapeKind::plane || !(g > 0)) continue;
    const double height = dot(gravity, (world.bodies.pose[shape.body] * shape.pose).position) / g;
    const double size = shape.radius + length(shape.half);
    lowest = std::min(lowest, height - size);
    highest = std::max(highest, height + size);
  }
  for (const double m : world.bodies.mass) mass += m;
  if (highest > lowest) energy += mass * g * (highest - lowest);
  return energy;
}

void check_settings(const World& world, const StepSettings& settings) {
  if (!(settings.step > 0 && std::isfinite(settings.step))) {
    throw InputError("the step is " + io::number_text(settings.step) + " s: a time above 0 is needed");
  }
  if (!is_finite(settings.gravity)) throw InputError("the gravity is not finite");
  if (!(settings.energy_guard >= 0)) throw InputError("an energy guard of at least 0 is accepted");
  for (int i = 0; i < world.bodies.count(); ++i) {
    if (!finite(world.bodies, i))
      throw InputError(fmt::format("body {}: its pose or velocity is not finite", i));
    const Surface surface = world.bodies.surface[i];
    if (!(surface.friction >= 0 && surface.restitution >= 0 && surface.restitution <= 1)) {
      throw InputError(
          fmt::format("body {}: friction of at least 0 and restitution from 0 to 1 are accepted", i));
    }
  }
}

std::string broken_text(int body) {
  return fmt::format("the pose or velocity of body {} is not finite", body);
}

std::string gain_text(double gained, double allowed) {
  return fmt::format("the mechanical energy has grown by {:.4g} J, of which {:.4g} J are allowed", gained,
                     allowed);
}

}  // namespace jam::dynamics
