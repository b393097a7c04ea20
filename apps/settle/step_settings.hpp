// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Settings of the steps of a scene, from the options.
#pragma once

#include <algorithm>

#include "jam/dynamics/scenes/scene.hpp"
#include "options.hpp"

namespace jam::app {

/// The scene of a file or one that is built in.
[[nodiscard]] inline dynamics::Scene scene_of(const Options& options) {
  return options.file.empty() ? dynamics::built_in_scene(options.scene, options.seed, options.count)
                              : dynamics::read_scene(options.file);
}

/// Impacts that take almost no energy gain some by the error of a solve: from this restitution on the
/// tolerance is that below, unless it is given.
inline constexpr double elastic_restitution = 0.9, elastic_tolerance = 1e-4;

/// Whether impacts of two bodies of a scene are almost elastic.
[[nodiscard]] inline bool is_elastic(const dynamics::World& world) {
  const auto bounces = [](const dynamics::Surface& surface) {
    return surface.restitution >= elastic_restitution;
  };
  return std::ranges::any_of(world.pairs, bounces, &dynamics::SurfacePair::surface) ||
         std::ranges::count_if(world.bodies.surface, bounces) > 1;
}

[[nodiscard]] inline dynamics::StepSettings step_settings(const Options& options,
                                                          const dynamics::Scene& scene) {
  dynamics::StepSettings settings;
  settings.scheme = options.scheme;
  settings.step = options.step > 0 ? options.step : scene.step;
  settings.gravity = scene.gravity;
  settings.energy_guard = options.energy_guard;
  settings.warm_start = options.warm_start;
  settings.solver = options.solver;
  if (!options.has("tolerance") && is_elastic(scene.world)) settings.solver.tolerance = elastic_tolerance;
  settings.solver.thread_count = options.thread_count;
  return settings;
}

}  // namespace jam::app
