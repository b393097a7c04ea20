// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The options of trunkpack. The struct owns every default; the rows of the table (options.cpp) refer to it.
// Times in seconds, lengths in mm.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "jam/dynamics/scenes/manoeuvre.hpp"
#include "jam/mesh/read_trunk.hpp"
#include "jam/trunk/io/load_motion.hpp"
#include "jam/trunk/model/wall_kind.hpp"
#include "jam/trunk/relax/box_relaxation.hpp"
#include "shell/archive/search_archive.hpp"
#include "shell/run_options.hpp"

namespace jam::app {

/// A file may override the radius `rounded` (task.hpp).
struct Options : RunOptions, mesh::TrunkSpec {
  // Search
  std::filesystem::path start;  ///< Packing to begin from: a file, or `archive`.
  long long turn_limit = 0;     ///< 0 = none.
  long long target = 0;         ///< Number of boxes at which the search ends; 0: none.
  int instance_count = 0;       ///< 0 = chosen by the search.
  int island_count = 0;         ///< 0 = one for each process.
  int exchange_interval = 20;   ///< Number of turns of an island between two exchanges.
  trunk::WallKind walls = trunk::WallKind::triangles;  ///< Walls of a mesh in the annealing.
  bool checks = false;                                 ///< The word `check`.
  bool compares = false;                               ///< The word `compare`.
  std::filesystem::path set_file;                      ///< File of the set; empty: a standard set.
  int steps = 0;  ///< --steps: steps of contact simulation without a search; 0: search.
  trunk::ContactLaw law = trunk::ContactLaw::patch;  ///< Contact law of --steps.

  bool standing = true;  ///< The boxes of the finished load come to rest.

  // Load test
  std::vector<dynamics::Manoeuvre> manoeuvres;  ///< Manoeuvres of the load test; empty: none.
  trunk::LoadTestRules test_rules;
  bool pressure = false;           ///< The load test tells what boxes bear.
  bool require_load_test = false;  ///< A load that does not hold is a failure.

  // Loading plan
  std::vector<std::filesystem::path> loading_plans;  ///< Files of the plan.
  std::string opening;    ///< `top`, `rear`, or a plane as --cap takes it; empty: chosen.
  bool loadable = false;  ///< Boxes without a way are left out of the finished load.

  // Comparisons of searches
  std::vector<std::filesystem::path> variants;   ///< Meshes of `compare`.
  std::vector<std::filesystem::path> tight;      ///< Files of the tight walls.
  double tight_time = 2;                         ///< Time of each search for them [s].
  bool tight_by_part = false;                    ///< Whole parts of the mesh are moved.
  std::vector<std::uint64_t> seeds{1, 2, 3, 4};  ///< Seeds of searches that are compared.

  // Output, in addition to that of RunOptions
  std::filesystem::path glb;              ///< 3-D scene.
  std::filesystem::path stl, obj, step;   ///< Boxes in the coordinates of the mesh.
  std::filesystem::path svg, png, sheet;  ///< Pictures.
  std::vector<std::string> views;         ///< Names of the views in pictures; empty: all.

  /// Reads the command line. Throws InputError with one line for an unknown option (naming the nearest one),
  /// a value that is not accepted, options that contradict each other, and options that have no effect.
  Options(int argc, const char* const* argv);

  /// Whether the search begins from the best loads of the archive.
  [[nodiscard]] bool starts_from_archive() const { return mode == Mode::search && start == archive_start; }

  /// Whether the search or simulation itself needs points on the walls of the mesh: not only a start or a
  /// page.
  [[nodiscard]] bool samples_walls() const {
    return !mesh.empty() &&
           (mode == Mode::simulate || (mode == Mode::search && walls == trunk::WallKind::points));
  }

  /// Whether loads of the search are checked for the kinds, counts and orientations of their boxes, too.
  [[nodiscard]] bool checks_pieces() const { return set.own || !set.uniform(); }
  /// Whether the program searches loads.
  [[nodiscard]] bool searches() const { return mode == Mode::search || mode == Mode::compare; }

  [[nodiscard]] bool plans_loading() const { return loadable || !loading_plans.empty(); }

  /// Edges of a box if all have the same size, else of the first piece.
  [[nodiscard]] Vec3d edge() const { return set.pieces.front().edge; }
};

/// Throws InputError if neither a mesh nor points are given.
void require_trunk(const Options& options);

/// The options of a search from the packing in `file`: those that decide results, but for start and seed,
/// where to compute, and the files to write. The limits are left to the user.
[[nodiscard]] std::string continuing_options(const Options& options, const std::filesystem::path& file);

/// As --box takes them: "200x100x50".
[[nodiscard]] std::string edges_text(Vec3d edge);

}  // namespace jam::app
