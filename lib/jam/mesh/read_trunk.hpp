// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A trunk from its file: a mesh or a cloud of points, and the points on its walls that the contact simulation
// sees. `watch` follows what takes long, and may end it (StoppedError). Lengths in mm.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "jam/mesh/read_container.hpp"
#include "jam/mesh/watch.hpp"
#include "jam/trunk/model/trunk_problem.hpp"

namespace jam::mesh {

/// For what was repaired, is suspicious, or is assumed, one line each, as it comes.
using Note = std::function<void(const std::string&)>;

/// Reads the mesh into the problem's container. Throws InputError as read_container() does.
void read_mesh(const std::filesystem::path& file, const ReadOptions& options, trunk::TrunkProblem& problem,
               const Note& note, const Watch& watch = {});

/// Reads points, with a grid of `cell_size`; `with_container`: the cells that they enclose become the
/// container. Throws InputError for a file without points, and for points that enclose nothing.
void read_points(const std::filesystem::path& file, double cell_size, bool with_container,
                 trunk::TrunkProblem& problem, const Note& note);

/// Points on the walls of a mesh, `spacing` apart, and their grid. This takes long for a large trunk.
void sample_walls(double spacing, double cell_size, trunk::TrunkProblem& problem, const Note& note,
                  const Watch& watch = {});

}  // namespace jam::mesh
