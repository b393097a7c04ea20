// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What the options say about steps of a scene.
#pragma once

#include <algorithm>

#include "jam/dynamics/scenes/scene.hpp"
#include "options.hpp"

namespace jam::app {

/// The scene of a file or one that is built in.
[[nodiscard]] inline dynamics::Scene scene_of(const Options& options) {
  return options.file.empty() ? dynamics::built_in_scene(options.scene, options.seed, options.count) : dynamics::read_scene(options.file);
}

/// Errors of a solve are gains and losses of energy where bodies bounce: the tolerance there, unless it is given.
inline constexpr double bouncing_tolerance = 1e-4;

/// Whether two bodies of a scene may bounce off each other.
[[nodiscard]] inline bool bounces(const dynamics::World& world) {
  const auto elastic = [](const auto& item) { return item.surface.restitution > 0; };
  return std::ranges::any_of(world.pairs, elastic) ||
         std::ranges::count_if(world.bodies.surface, [](const dynamics::Surface& surface) { return surface.restitution > 0; }) > 1;
}

[[nodiscard]] inline dynamics::StepSettings step_settings(const Options& options, const dynamics::Scene& scene) {
  dynamics::StepSettings settings;
  settings.scheme = options.scheme;
  settings.step = options.step > 0 ? options.step : scene.step;
  settings.gravity = scene.gravity;
  settings.energy_guard = options.energy_guard;
  settings.warm_start = options.warm_start;
  settings.solver = options.solver;
  if (!options.has("tolerance") && bounces(scene.world)) settings.solver.tolerance = bouncing_tolerance;
  settings.solver.thread_count = options.thread_count;
  return settings;
}

}  // namespace jam::app
