// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/read_trunk.hpp"

#include <cstdio>
#include <memory>

#include "jam/core/error.hpp"
#include "jam/io/number_text.hpp"
#include "jam/mesh/wall_points.hpp"
#include "jam/trunk/io/point_files.hpp"
#include "jam/trunk/model/point_container.hpp"

namespace jam::mesh {
namespace {

/// Six significant figures.
std::string figures(double value) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.6g", value);
  return buffer;
}

}  // namespace

void read_mesh(const std::filesystem::path& file, const ReadOptions& options, trunk::TrunkProblem& problem, const Note& note,
               const Watch& watch) {
  problem.container = read_container(file, options, watch);
  for (const std::string& text : problem.container.notes) note(text);
}

void read_points(const std::filesystem::path& file, double cell_size, bool with_container, trunk::TrunkProblem& problem, const Note& note) {
  problem.points_only = true;
  problem.points = trunk::read_points(file);
  if (problem.points.empty()) throw InputError(file.string() + ": holds no points");
  problem.grid = std::make_unique<trunk::PointGrid>(problem.points, cell_size);
  if (!with_container) return;
  try {
    problem.container = trunk::container_of_points(problem.points, *problem.grid);
  } catch (const InputError& error) {
    throw InputError(file.string() + ": " + error.what());
  }
  note(std::to_string(problem.points.size()) + " points, about " + io::fixed_text(problem.container.volume / 1e6, 1) +
       " l between them; what is inside is known to " + figures(problem.grid->inside_cell_size()) +
       " mm only, and verification is against points only");
}

void sample_walls(double spacing, double cell_size, trunk::TrunkProblem& problem, const Note& note, const Watch& watch) {
  problem.points = wall_points(problem.container, spacing, problem.spacing, watch);
  if (problem.spacing > spacing * (1 + 1e-9)) {
    note("points are " + figures(problem.spacing) + " mm apart instead of " + figures(spacing) + ": at most " +
         std::to_string(wall_point_limit) + " are taken");
  }
  problem.grid = std::make_unique<trunk::PointGrid>(problem.points, cell_size);
}

}  // namespace jam::mesh
