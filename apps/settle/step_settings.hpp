// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What the options say about steps of a scene.
#pragma once

#include "jam/dynamics/scenes/scene.hpp"
#include "options.hpp"

namespace jam::app {

/// The scene of a file or one that is built in.
[[nodiscard]] inline dynamics::Scene scene_of(const Options& options) {
  return options.file.empty() ? dynamics::built_in_scene(options.scene, options.seed, options.count) : dynamics::read_scene(options.file);
}

[[nodiscard]] inline dynamics::StepSettings step_settings(const Options& options, const dynamics::Scene& scene) {
  dynamics::StepSettings settings;
  settings.scheme = options.scheme;
  settings.step = options.step > 0 ? options.step : scene.step;
  settings.gravity = scene.gravity;
  settings.energy_guard = options.energy_guard;
  settings.warm_start = options.warm_start;
  settings.solver = options.solver;
  settings.solver.thread_count = options.thread_count;
  return settings;
}

}  // namespace jam::app
