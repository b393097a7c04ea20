// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "standing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "jam/dynamics/scenes/standing.hpp"
#include "jam/dynamics/scenes/wall_shapes.hpp"
#include "jam/io/number_text.hpp"
#include "jam/trunk/polish/box_polish.hpp"
#include "padded_load.hpp"
#include "shell/figure_text.hpp"

namespace jam::app {
namespace {

using trunk::BoxRow;

constexpr double millimetre = 1e-3;  // [m]

bool can_be_simulated(const trunk::TrunkProblem& problem, const std::vector<BoxRow>& rows) {
  return !problem.points_only && problem.corner_radius == 0 && !rows.empty();
}

std::size_t count_of(const std::vector<char>& standing) {
  return static_cast<std::size_t>(std::ranges::count(standing, 1));
}

/// The load after a simulation, without penetrations if the polish can part its boxes.
std::vector<BoxRow> settled(const trunk::TrunkProblem& problem, const std::vector<BoxRow>& bare,
                            int thread_count, const StopQuery& stop) {
  const PaddedLoad load(problem);
  const std::vector<BoxRow> rows = load.padded(bare);
  const std::size_t fixed = problem.fixed.size();
  const std::vector<dynamics::Shape> walls = simulated_walls(load.problem());
  const std::vector<dynamics::BoxAt> boxes = simulated_boxes(rows, simulated_masses(problem, bare));
  const std::vector<dynamics::Pose> poses = dynamics::settle({walls, boxes, fixed}, thread_count, stop);
  if (poses.empty()) return bare;
  // The polish takes fixed boxes last.
  std::vector<trunk::PlacedBox> placed;
  for (std::size_t k = fixed; k < rows.size(); ++k) {
    placed.push_back(trunk::placed(rows[k]));
    placed.back().centre = poses[k].position / millimetre;
    placed.back().rotation = poses[k].rotation;
  }
  for (std::size_t k = 0; k < fixed; ++k) placed.push_back(trunk::placed(rows[k]));
  const trunk::WallTriangles triangles(load.problem().container);
  trunk::BoxPolish polish(triangles);
  polish.run(placed, static_cast<int>(fixed), {.step_limit = 200, .patience = 30, .near_steps = 200});
  std::vector<BoxRow> result(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(fixed));
  for (std::size_t k = fixed; k < rows.size(); ++k) {
    result.push_back(trunk::row_of(placed[k - fixed]));
    std::ranges::copy(rows[k].tag, result.back().tag);
  }
  return load.bare(result);
}

}  // namespace

bool comes_to_rest(const Options& options, std::size_t box_count) {
  constexpr std::size_t usual_limit = 1000;  // 411 boxes take 14 s.
  return options.standing && (box_count <= usual_limit || options.has("standing"));
}

std::vector<dynamics::Shape> simulated_walls(const trunk::TrunkProblem& problem) {
  const trunk::WallTriangles walls(problem.container);
  const int closed = static_cast<int>(problem.container.surface.triangles.size());
  std::vector<Vec3d> vertices;
  std::vector<std::array<int, 3>> triangles;
  for (int wall = 0; wall < walls.count(); ++wall) {
    const std::array<int, 3>& numbers = walls.corner_numbers(wall);
    for (int k = 0; k < 3; ++k) {
      vertices.resize(std::max(vertices.size(), static_cast<std::size_t>(numbers[k]) + 1));
      vertices[numbers[k]] = millimetre * walls.corners(wall)[k];
    }
    triangles.push_back({numbers[0], numbers[2], numbers[1]});
    if (wall >= closed) triangles.push_back(numbers);  // Boxes may lie on both sides.
  }
  return dynamics::wall_shapes(vertices, triangles);
}

std::vector<double> simulated_masses(const trunk::TrunkProblem& problem, const std::vector<BoxRow>& rows,
                                     double density) {
  const std::vector<trunk::Piece>& pieces = problem.set.pieces;
  if (std::ranges::none_of(pieces, [](const trunk::Piece& piece) { return piece.mass.has_value(); }))
    return {};
  return trunk::masses_of(problem.set, rows, density);
}

std::vector<dynamics::BoxAt> simulated_boxes(const std::vector<BoxRow>& rows,
                                             const std::vector<double>& masses) {
  std::vector<dynamics::BoxAt> boxes;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const BoxRow& row = rows[k];
    boxes.push_back({{millimetre * row.centre, trunk::quaternion_of(row.first_axis, row.second_axis)},
                     0.5 * millimetre * row.edge,
                     masses.empty() ? 0 : masses[k]});
  }
  return boxes;
}

std::vector<char> standing_boxes(const trunk::TrunkProblem& problem, const std::vector<BoxRow>& rows,
                                 int thread_count, const StopQuery& stop) {
  if (!can_be_simulated(problem, rows)) return {};
  const PaddedLoad load(problem);
  const std::vector<dynamics::Shape> walls = simulated_walls(load.problem());
  const std::vector<dynamics::BoxAt> boxes =
      simulated_boxes(load.padded(rows), simulated_masses(problem, rows));
  return dynamics::standing({walls, boxes, problem.fixed.size()}, thread_count, stop);
}

StandingLoad let_stand(const trunk::TrunkProblem& problem, const std::vector<BoxRow>& rows,
                       const std::function<bool(const std::vector<BoxRow>&)>& legal, int thread_count,
                       const StopQuery& stop) {
  constexpr int round_limit = 3;
  StandingLoad best{rows, standing_boxes(problem, rows, thread_count, stop)};
  for (int round = 0; round < round_limit && count_of(best.standing) < best.standing.size(); ++round) {
    std::vector<BoxRow> lower = settled(problem, best.rows, thread_count, stop);
    if (stop.stopped() || lower == best.rows || !legal(lower)) break;
    std::vector<char> standing = standing_boxes(problem, lower, thread_count, stop);
    if (stop.stopped() || count_of(standing) <= count_of(best.standing)) break;
    best = {std::move(lower), std::move(standing)};
  }
  return stop.stopped() ? StandingLoad{rows, {}} : best;
}

std::string standing_row(const std::vector<char>& standing) {
  if (standing.empty()) return {};
  std::vector<int> others;
  for (int k = 0; k < static_cast<int>(standing.size()); ++k) {
    if (standing[k] == 0) others.push_back(k);
  }
  return fact("standing", fmt::format("{} of {} boxes{}", standing.size() - others.size(), standing.size(),
                                      others.empty() ? "" : "; not " + io::list_text(others)));
}

}  // namespace jam::app
