// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What is to be packed into what, from the options and the files they name. Lengths in mm.
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
  trunk::TrunkProblem problem;       ///< Fixed boxes are legal where the load is to be: not in contact simulation alone.
  std::vector<trunk::BoxRow> start;  ///< As in the file, without the fixed ones.
  std::string archived_start;        ///< What the result says of a start from the archive; empty: it has none.
  std::string name;                  ///< For file names: the stem of the trunk's file.
  std::vector<std::string> notes;    ///< What was said to the user while it was read.
};

/// For notes of what was repaired, is suspicious, or is assumed, as they come.
using Note = mesh::Note;

/// Reads all files; `note` gets what the task keeps in its notes. Throws InputError for files that cannot be read, fixed boxes that are
/// not legal, a start of other boxes than are packed, and a tolerance or radius too large for a box in a file. `watch` follows the reading
/// of a mesh, and may end it (StoppedError).
[[nodiscard]] Task make_task(const Options& options, const Note& note, const mesh::Watch& watch = {});

/// Points on the walls of a mesh and their grid, where the contact simulation will need them. This takes long for a large trunk.
void sample_walls(const Options& options, Task& task, const Note& note, const mesh::Watch& watch = {});

/// The exact verdict on a complete load.
[[nodiscard]] trunk::LoadVerdict verify(const Options& options, const Task& task, const std::vector<trunk::BoxRow>& rows);

/// A start that is legal with the fixed boxes: as it is, or relaxed, which `warn` is told; after a stop, what is left of it then.
/// InputError where no box of it lies inside.
[[nodiscard]] std::vector<trunk::BoxRow> legal_start(const Options& options, const Task& task, const Device& device, StopToken& stop,
                                                     const Note& warn);

/// All that is known of a load that was verified, but how it was found: seed, device and time.
[[nodiscard]] trunk::LoadReport make_report(const Options& options, const Task& task, const std::vector<trunk::BoxRow>& rows,
                                            const trunk::LoadVerdict& verdict);

/// For people: `200 x 100 x 50 mm`, `200 x 100 x 50 mm, edges rounded by 5 mm`, `set sae-j1100`.
[[nodiscard]] std::string boxes_text(const trunk::TrunkProblem& problem);

/// Makes what a file says of its boxes' edges hold for the task; without that, --rounded holds. `note` is told where --rounded is not used.
/// InputError for a radius too large for one of its boxes.
void take_corner_radius(const Options& options, const trunk::BoxFile& packing, const std::filesystem::path& file, Task& task,
                        const Note& note);

/// The boxes of --start or --verify: where the file does not tell their size, that is what --box gave, else litre boxes. InputError for a
/// tolerance too large for one of them.
[[nodiscard]] trunk::BoxFile read_packing(const Options& options, const std::filesystem::path& file);

}  // namespace jam::app
