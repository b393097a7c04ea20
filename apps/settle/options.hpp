// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The options of settle. docs/settle.md is their manual.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "jam/dynamics/scenes/scene.hpp"
#include "jam/mesh/file_frame.hpp"
#include "shell/checkpoints.hpp"
#include "shell/run_options.hpp"

namespace jam::app {

struct Options : RunOptions {
  // Scene
  std::filesystem::path file;  ///< File of the scene; empty: `scene` names a built-in one.
  std::string scene;
  int count = 0;  ///< Number of bodies in `scene`; 0: its default.

  // Container, in place of a scene
  std::filesystem::path container;       ///< A closed mesh; empty: none.
  std::optional<mesh::LengthUnit> unit;  ///< None: that of the file, else mm.
  std::optional<mesh::UpAxis> up;        ///< None: that of the file, else z.
  Vec3d box{200, 100, 50};               ///< Edges, the largest first [mm].
  int box_count = 100;
  double pour = 4, shake = 0;  ///< Times [s].

  // Many scenes side by side
  int batch = 0;      ///< Number of copies of the scene; 0: one scene.
  double jitter = 0;  ///< How far bodies are from their places at most, along each axis [m].

  // Time
  double duration = 1;  ///< Time to simulate [s].
  double step = 0;      ///< Time step [s]; 0: the time step of the scene.

  // Method
  dynamics::Scheme scheme = dynamics::Scheme::semi_implicit;
  dynamics::SolverSettings solver;
  bool warm_start = true;
  double energy_guard = 1;  ///< Growth of the mechanical energy that ends a run, in units of the scene's
                            ///< energy [-]; 0: no limit.

  std::filesystem::path solve;  ///< A contact problem that is solved instead of a simulation.

  // Output
  std::filesystem::path csv;
  std::filesystem::path problem;  ///< File to which the contact problem of step `problem_step` is written.
  long long problem_step = 0;     ///< Step whose contact problem is written; 0: the last one.
  std::string vtk;                ///< Folder of the VTK files.
  double frame = 0.04;            ///< Time between two pictures or frames of the page [s].

  /// Reads a command line. Throws InputError if it is not accepted.
  Options(int argc, const char* const* argv);
};

inline constexpr const char* program_name = "settle";

/// Name, without suffix, of files that the user does not name: the name of the scene.
[[nodiscard]] std::string stem(const Options& options);

/// Throws InputError unless the command line names a scene.
void require_scene(const Options& options);

/// Simulates the scene, prints and writes the results, and returns the exit code. `assignment` says whether
/// and from where the run is resumed.
[[nodiscard]] ExitCode run_scene(Options& options, Assignment& assignment);

/// Solves the contact problem of --solve again, prints and writes the results, and returns the exit code.
[[nodiscard]] ExitCode solve_problem(const Options& options);

}  // namespace jam::app
