// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The task: boxes and container, from the options and the files they name. Lengths in mm.
#pragma once

#include <string>
#include <vector>

#include "jam/core/device.hpp"
#include "jam/core/stop.hpp"
#include "jam/mesh/read_trunk.hpp"
#include "jam/mesh/watch.hpp"
#include "jam/trunk/io/box_files.hpp"
#include "jam/trunk/io/load_report.hpp"
#include "jam/trunk/model/box_row.hpp"
#include "jam/trunk/model/trunk_problem.hpp"
#include "options.hpp"

namespace jam::app {

struct Task {
  /// Fixed boxes are legal where the load is to be: not in contact simulation alone.
  trunk::TrunkProblem problem;
  /// The packing of a file, or the best packings of the archive, without the fixed boxes.
  std::vector<std::vector<trunk::BoxRow>> starts;
  std::string archived_starts;     ///< Text of the result about starts from the archive; empty: none.
  std::string name;                ///< Stem of the trunk's file, for file names.
  std::vector<std::string> notes;  ///< Notes and warnings to the user from reading the files.
};

/// Reports what was repaired, is suspicious, or is assumed, while files are read.
using Note = mesh::Note;

/// Reads all files, without `with_start` not --start; texts that go to `note` and `warn` are kept in the
/// task's notes. Throws InputError for files that cannot be read, fixed boxes that are not legal, a start of
/// other boxes than are packed, and a tolerance or radius too large for a box in a file. `watch` follows the
/// reading of a mesh, and may end it (StoppedError). A room of the mesh holds the smallest of `boxes` and of
/// those of the options.
[[nodiscard]] Task make_task(const Options& options, const Note& note, const Note& warn,
                             const mesh::Watch& watch = {}, bool with_start = true,
                             const std::vector<trunk::BoxRow>& boxes = {});

/// Samples the walls of a mesh and sorts the points into a grid, for the contact simulation. Takes long for a
/// large trunk.
void sample_walls(const Options& options, Task& task, const Note& note, const mesh::Watch& watch = {});

/// The starts, legal with the fixed boxes: unchanged, or relaxed, which is reported to `warn`; after a stop,
/// what is legal then. A start that is not legal needs points on the walls, which the task then has. Throws
/// InputError if no box of one lies inside.
[[nodiscard]] std::vector<std::vector<trunk::BoxRow>> legal_starts(const Options& options, Task& task,
                                                                   const Device& device, StopToken& stop,
                                                                   const Note& note, const Note& warn);

/// A report of a verified load, without its origin: seed, device and time.
[[nodiscard]] trunk::LoadReport make_report(const Options& options, const Task& task,
                                            const std::vector<trunk::BoxRow>& rows,
                                            const trunk::LoadVerdict& verdict);

/// For people: `200 x 100 x 50 mm`, `200 x 100 x 50 mm, edges rounded by 5 mm`, `set sae-j1100, gap
/// 5 mm`.
[[nodiscard]] std::string boxes_text(const trunk::TrunkProblem& problem);

/// Sets the corner radius of the task: that which `packing`, read from `file`, states, else --rounded.
/// Reports to `note` where --rounded is not used. Throws InputError for a radius too large for one of its
/// boxes.
void take_corner_radius(const Options& options, const trunk::BoxFile& packing,
                        const std::filesystem::path& file, Task& task, const Note& note);

/// The boxes of --start or --verify; if the file does not state their size, it is that of --box, else of
/// litre boxes. Throws InputError for a tolerance too large for one of them.
[[nodiscard]] trunk::BoxFile read_packing(const Options& options, const std::filesystem::path& file);

}  // namespace jam::app
