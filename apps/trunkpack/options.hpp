// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What the user of trunkpack asked for. The struct owns every default; --help prints them from here. Times in seconds, lengths in mm.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "jam/mesh/read_container.hpp"
#include "jam/mesh/surface_sample.hpp"
#include "jam/trunk/model/box_sets.hpp"
#include "jam/trunk/model/point_grid.hpp"
#include "jam/trunk/relax/box_relaxation.hpp"
#include "shell/archived_starts.hpp"
#include "shell/run_options.hpp"

namespace jam::app {

/// What the program is to do.
enum class Mode { search, simulate, verify, archive, help, version };

struct Options : RunOptions {
  Mode mode = Mode::search;

  // Trunk: a mesh or points.
  std::filesystem::path mesh;
  std::filesystem::path points;
  std::string unit = "mm";
  std::string up = "z";
  mesh::ReadOptions read;                    ///< unit, up and wrap.
  double spacing = mesh::default_spacing();  ///< Of the points that the contact simulation sees [mm].
  double cell_size = trunk::default_cell_size;

  // Boxes
  trunk::BoxSet set = trunk::box_set("din");
  std::filesystem::path start;  ///< Packing to go on from: a file, or `archive`.
  std::filesystem::path fixed;  ///< Boxes that stay.
  double tolerance = 0;         ///< Allowed penetration [mm].
  double rounded = 0;           ///< Radius of the boxes' edges and corners [mm]; 0: sharp. Task::corner_radius is what holds.

  // Search
  double time_limit = 120;   ///< [s]; 0 = none. Given only --turns, there is none either.
  long long turn_limit = 0;  ///< 0 = none.
  int instance_count = 0;    ///< 0 = chosen by the search.
  std::uint64_t seed = 1;    ///< The user's, or the one drawn.
  bool seed_drawn = false;
  int steps = 0;                                     ///< Of contact simulation alone,
  trunk::ContactLaw law = trunk::ContactLaw::patch;  ///< and how contacts push there.

  // Output, beside RunOptions
  std::filesystem::path html;  ///< Page for a browser.
  std::filesystem::path glb;   ///< 3-D scene.

  /// A search from the best load of the archive.
  [[nodiscard]] bool starts_from_archive() const { return mode == Mode::search && start == archive_start; }

  /// The file that the trunk comes from.
  [[nodiscard]] const std::filesystem::path& trunk_file() const { return mesh.empty() ? points : mesh; }

  /// Edges of a box where all have the same size, else of the first piece.
  [[nodiscard]] Vec3d edge() const { return set.pieces.front().edge; }
};

/// Reads the command line. Throws InputError with one line for an unknown option (naming the nearest one), a value that is not allowed,
/// options that contradict each other, and options that would do nothing.
[[nodiscard]] Options parse_options(int argc, const char* const* argv);

/// The text of --help.
[[nodiscard]] std::string help_text();

}  // namespace jam::app
