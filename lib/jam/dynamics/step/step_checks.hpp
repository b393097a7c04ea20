// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Checks before the first step, and after each: for one simulation and for batches of them.
#pragma once

#include <string>
#include <vector>

#include "jam/dynamics/step/simulation.hpp"

namespace jam::dynamics {

/// Throws InputError for settings out of their ranges, and for bodies with an impossible pose, velocity or
/// surface.
void check_settings(const World& world, const StepSettings& settings);

/// Sizes of the bodies: smallest radius or half edge of their shapes; 1e300 for walls [m].
[[nodiscard]] std::vector<double> body_sizes(const World& world);
/// Largest distance from a body's centre of mass of a point that moves when the body rotates; 0 for a sphere
/// [m].
[[nodiscard]] std::vector<double> body_reaches(const World& world);

/// Scale of the energy guard: kinetic energy, and the work of gravity over the extent of the bodies that
/// move, walls included [J].
[[nodiscard]] double energy_scale(const World& world, Vec3d gravity);

/// Why a step blew up: a body is not finite; the energy has grown by more than it may [J].
[[nodiscard]] std::string broken_text(int body);
[[nodiscard]] std::string gain_text(double gained, double allowed);

}  // namespace jam::dynamics
