// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What the user of trunkpack asked for. The struct owns every default; the rows of the table (options.cpp) bind to it. Times in seconds,
// lengths in mm.
#pragma once

#include <filesystem>
#include <string>

#include "jam/mesh/read_container.hpp"
#include "jam/mesh/surface_sample.hpp"
#include "jam/trunk/model/box_sets.hpp"
#include "jam/trunk/model/point_grid.hpp"
#include "jam/trunk/relax/box_relaxation.hpp"
#include "shell/archive/archived_starts.hpp"
#include "shell/resume.hpp"
#include "shell/run_options.hpp"

namespace jam::app {

/// What the program is to do.
enum class Mode { search, simulate, verify, archive, page };

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
  long long turn_limit = 0;                          ///< 0 = none.
  int instance_count = 0;                            ///< 0 = chosen by the search.
  int island_count = 0;                              ///< 0 = one for each process.
  int exchange_interval = 20;                        ///< Turns of an island.
  int steps = 0;                                     ///< Of contact simulation alone,
  trunk::ContactLaw law = trunk::ContactLaw::patch;  ///< and how contacts push there.

  // Output, beside RunOptions
  std::filesystem::path html;  ///< Page for a browser.
  std::filesystem::path glb;   ///< 3-D scene.

  Options() { time_limit = 120; }

  /// A search from the best load of the archive.
  [[nodiscard]] bool starts_from_archive() const { return mode == Mode::search && start == archive_start; }

  /// The file that the trunk comes from.
  [[nodiscard]] const std::filesystem::path& trunk_file() const { return mesh.empty() ? points : mesh; }

  /// Edges of a box where all have the same size, else of the first piece.
  [[nodiscard]] Vec3d edge() const { return set.pieces.front().edge; }
};

/// The name among the options of a checkpoint of what is a word of its own on a command line: the mesh.
inline constexpr const char* mesh_option = "mesh";

/// The rows. They refer to `options`, which must outlive them; their defaults are what it holds now.
[[nodiscard]] OptionTable option_table(Options& options);

/// Reads the command line. Throws InputError with one line for an unknown option (naming the nearest one), a value that is not accepted,
/// options that contradict each other, and options that have no effect.
[[nodiscard]] Options parse_options(int argc, const char* const* argv);

/// The options that, with the same version and kind of device (`device`: `cpu` or `cuda`, last in the list), give the same sequence of
/// loads again: trunk, boxes, start, search. Independent of the number of threads, of the limits and of the files written. Each is marked
/// as given where its value is not simply the default.
[[nodiscard]] std::vector<io::CheckpointOption> result_options(const Options& options, const std::string& device);

/// The same as a command line, without defaults: it repeats the search.
[[nodiscard]] std::string reproducing_options(const Options& options, const std::string& device);

/// --time and --turns where they were given.
[[nodiscard]] std::vector<io::CheckpointOption> limit_options(const Options& options);

/// The options that go on from the packing in `file`: those above with this start and without the seed, where to compute, and the files to
/// write. How long is left to the user.
[[nodiscard]] std::string continuing_options(const Options& options, const std::filesystem::path& file);

/// The command line of a search that goes on: `argv` with the options of the checkpoint (resume.hpp).
[[nodiscard]] std::vector<std::string> resumed_arguments(const Options& asked, int argc, const char* const* argv, const Resumed& resumed);

/// As --box takes them: "200x100x50".
[[nodiscard]] std::string edges_text(Vec3d edge);

}  // namespace jam::app
