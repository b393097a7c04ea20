// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Simulations whose steps a CUDA device takes, for tests.
#pragma once

#include <algorithm>

#include "jam/dynamics/cuda/device.hpp"
#include "jam/dynamics/step/collision.hpp"

namespace jam::test {

using namespace dynamics;

inline StepSettings settings_of(SolverKind kind, ContactLaw law, Scheme scheme = Scheme::semi_implicit) {
  StepSettings settings;
  settings.scheme = scheme;
  settings.solver.kind = kind;
  settings.solver.law = law;
  settings.solver.tolerance = 1e-8;
  settings.solver.iteration_limit = 20000;
  return settings;
}

inline Simulation on_gpu(const World& world, const StepSettings& settings) {
  return Simulation(world, settings, collider_detection(), cuda_steps(0));
}

/// Largest difference of velocities [m/s] and, times 0.1 m, of angular velocities.
inline double largest_difference(const Bodies& a, const Bodies& b) {
  double largest = 0;
  for (int i = 0; i < a.count(); ++i) {
    largest = std::max({largest, length(a.velocity[i] - b.velocity[i]),
                        0.1 * length(a.angular_velocity[i] - b.angular_velocity[i])});
  }
  return largest;
}

}  // namespace jam::test
