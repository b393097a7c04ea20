// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A scene: a world, its gravity and its step. SI units. docs/settle.md documents the file, schema
// jampack/scene/1.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "jam/dynamics/step/simulation.hpp"

namespace jam::dynamics {

/// The surface of a wall that is a closed mesh (mesh_container.hpp), as files have it.
struct SceneMesh {
  int wall = 0;
  std::vector<Vec3d> vertices;                ///< Vertices in the frame of the wall [m].
  std::vector<std::array<int, 3>> triangles;  ///< Numbers of the three corners of each triangle.
};

struct Scene {
  std::string name;
  World world;
  std::vector<SceneMesh> meshes;  ///< Meshes of all walls with triangles; needed only to write the scene.
  Vec3d gravity = {0, 0, -9.81};  ///< [m/s^2]
  double step = 1e-3;             ///< Time step, unless the user gives another one [s].
};

/// A scene that is built in.
struct SceneInfo {
  const char* name;
  int bodies;  ///< Default number of bodies.
  int least;   ///< Smallest number of bodies; a scene of fixed size has least = most = bodies.
  int most;    ///< Largest number of bodies.
};
[[nodiscard]] std::span<const SceneInfo> built_in_scenes();

/// The row of a scene. Throws InputError for a name that none has.
[[nodiscard]] const SceneInfo& scene_info(std::string_view name);

/// Throws InputError unless the scene may have `count` bodies; the message says whether its size is fixed.
void require_count(const SceneInfo& info, int count);

/// A scene that is built in; its random numbers follow from the seed. It has `count` bodies; 0: the
/// default of its row. Throws InputError for a name or count that is not accepted, OverflowError with the
/// number of bytes where the memory that is free does not hold a run of it.
///   pile         spheres of radius 0.1 m and 1 kg fall into an open box (Nuetzi 6-F)
///   bricks       a wall of 72 wooden bricks in running bond, and a sphere of steel that hits it
///   well         spheres are poured into a ring of 150 fixed boxes until they flow over its rim (Strobl E4)
///   hopper       spheres settle in a funnel, whose outlet opens after 5000 steps (Strobl E5)
///   silo         the same with spheres of 10 mm, and open after 0.5 s (Negrut S1)
///   tank         a cylinder of constant fill depth and steady outflow: what leaves enters again (Negrut S6)
///   shaken-tank  a cylinder that is shaken along x, and a light ball on its filling (Negrut S7)
///   mixer        a drum with lifters that mixes spheres of two sizes (Negrut S8)
///   segregation  a motor shakes a tray by a crank; large spheres come up between small ones (Negrut S10)
[[nodiscard]] Scene built_in_scene(std::string_view name, std::uint64_t seed, int count = 0);

/// Memory that a run takes at most on the host [bytes]: a run of `spheres` spheres, or of a world, whose
/// boxes touch many others.
[[nodiscard]] std::size_t bytes_of_run(std::size_t spheres);
[[nodiscard]] std::size_t bytes_of_run(const World& world);
/// Memory of a batch of `scenes` small scenes of a world (batch/scene_batch.hpp) [bytes].
[[nodiscard]] std::size_t bytes_of_batch(const World& world, std::size_t scenes);

/// Throws OverflowError, `WHAT needs 12.3 GiB, but only 8 GiB are there: ADVICE`, unless the memory that is
/// `available` holds `bytes`; 0 available: unknown.
void require_memory(std::size_t bytes, std::size_t available, const std::string& what,
                    const std::string& advice);

/// Reads a scene; files of meshes are named relative to it. Throws InputError that names file and place:
/// unknown keys and shapes, sizes, masses or densities that are not above 0, negative friction, restitution
/// beyond 0 to 1, rotations that are not of unit length, meshes that are not closed, bodies outside of them.
/// OverflowError where the memory that is free does not hold a run of it.
[[nodiscard]] Scene read_scene(const std::filesystem::path& file);

/// The text of the scene at a time [s], with contacts and their impulses: a scene that can be read again.
[[nodiscard]] std::string scene_text(const Scene& scene, const Simulation& simulation);

/// The body of the world itself, which joints may name: the last one, a wall without a shape; -1: there is
/// none.
[[nodiscard]] int world_body(const World& world);

/// The name of a body or wall, as files list them: `bodies[3]`, `statics[0]`.
[[nodiscard]] std::string name_of_body(const Bodies& bodies, int body);

/// Throws InputError if two bodies of a world, or a body and a wall, overlap by more than a twentieth of
/// the smaller one's smallest size: names both, and the scene.
void require_apart(const std::string& scene, const World& world, const Simulation::Detect& detect,
                   int thread_count);

}  // namespace jam::dynamics
