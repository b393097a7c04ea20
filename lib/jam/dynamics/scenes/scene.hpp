// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A scene: a world, its gravity and its step. SI units. docs/settle.md documents the file, schema jampack/scene/1.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "jam/dynamics/step/simulation.hpp"

namespace jam::dynamics {

struct Scene {
  std::string name;
  World world;
  Vec3d gravity = {0, 0, -9.81};  ///< [m/s^2]
  double step = 1e-3;             ///< Of time, unless the user says otherwise [s].
};

/// Names of the scenes that are built in.
[[nodiscard]] std::span<const char* const> built_in_scenes();

/// A scene that is built in; its random numbers follow from the seed. Throws InputError for another name.
///   pile     3000 spheres of radius 0.1 m and 1 kg fall into an open box (Nuetzi 6-F)
///   bricks   a wall of 72 wooden bricks in running bond, and a sphere of steel that hits it
[[nodiscard]] Scene built_in_scene(std::string_view name, std::uint64_t seed);

/// Reads a scene. Throws InputError that names file and place: unknown keys and shapes, sizes, masses or densities that are not above 0,
/// negative friction, restitution beyond 0 to 1, rotations that are not of unit length.
[[nodiscard]] Scene read_scene(const std::filesystem::path& file);

/// The text of the scene at a time [s], with contacts and their impulses: a scene that can be read again.
[[nodiscard]] std::string scene_text(const Scene& scene, const Simulation& simulation);

/// Throws InputError where two bodies of a world, or a body and a wall, overlap by more than a twentieth of the smaller one's smallest
/// size: names both.
void require_apart(const World& world, const Simulation::Detect& detect, int thread_count);

}  // namespace jam::dynamics
