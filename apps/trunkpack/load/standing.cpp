// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "standing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <utility>

#include "jam/dynamics/scenes/standing.hpp"
#include "jam/dynamics/scenes/wall_shapes.hpp"
#include "jam/io/number_text.hpp"
#include "jam/trunk/polish/box_polish.hpp"
#include "padded_load.hpp"
#include "set_rules.hpp"
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

/// The load after a simulation, without penetrations if the polish can part its boxes. Boxes that are held
/// keep their places.
std::vector<BoxRow> settled(const trunk::TrunkProblem& problem, const std::vector<BoxRow>& bare,
                            const std::vector<char>& held, int thread_count, const StopQuery& stop) {
  const PaddedLoad load(problem);
  const std::vector<BoxRow> rows = load.padded(bare);
  const std::vector<dynamics::Shape> walls = simulated_walls(load.problem());
  const std::vector<dynamics::BoxAt> all = simulated_boxes(rows, simulated_masses(problem, bare));
  // The simulation takes held boxes first.
  std::vector<std::size_t> order(rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_partition(order.begin(), order.end(), [&](std::size_t k) { return held[k] != 0; });
  const std::size_t held_count = count_of(held);
  std::vector<dynamics::BoxAt> boxes;
  for (const std::size_t k : order) boxes.push_back(all[k]);
  const std::vector<dynamics::Pose> poses = dynamics::settle({walls, boxes, held_count}, thread_count, stop);
  if (poses.empty()) return bare;
  // The polish takes fixed boxes last.
  std::vector<trunk::PlacedBox> placed;
  for (std::size_t n = held_count; n < order.size(); ++n) {
    placed.push_back(trunk::placed(rows[order[n]]));
    placed.back().centre = poses[n].position / millimetre;
    placed.back().rotation = poses[n].rotation;
  }
  for (std::size_t n = 0; n < held_count; ++n) placed.push_back(trunk::placed(rows[order[n]]));
  const trunk::WallTriangles triangles(load.problem().container);
  trunk::BoxPolish polish(triangles);
  polish.run(placed, static_cast<int>(held_count), {.step_limit = 200, .patience = 30, .near_steps = 200});
  std::vector<BoxRow> result = rows;
  for (std::size_t n = held_count; n < order.size(); ++n) {
    BoxRow& row = result[order[n]];
    row = trunk::row_of(placed[n - held_count]);
    std::ranges::copy(rows[order[n]].tag, row.tag);
  }
  return load.bare(result);
}

/// The settled load. Boxes that would come to lie as their kind or a limit of mass does not allow are held
/// from then on, as a few more settlings find them.
std::vector<BoxRow> settled_within_rules(const trunk::TrunkProblem& problem, const SetRules& rules,
                                         const std::vector<BoxRow>& rows, std::vector<char>& held,
                                         int thread_count, const StopQuery& stop) {
  constexpr int settling_limit = 3;
  std::vector<BoxRow> lower;
  for (int settling = 0; settling < settling_limit && !stop.stopped(); ++settling) {
    lower = settled(problem, rows, held, thread_count, stop);
    const std::vector<int> kinds = trunk::kinds_of(problem.set, lower);
    const std::size_t before = count_of(held);
    for (std::size_t k = problem.fixed.size(); k < lower.size(); ++k) {
      if (kinds[k] >= 0 && !trunk::lies_as_allowed(problem.set.pieces[kinds[k]], lower[k])) held[k] = 1;
    }
    for (const int k : rules.boxes_beyond(lower)) held[k] = 1;
    if (count_of(held) == before) break;
  }
  return lower;
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
  const SetRules rules(problem);
  std::vector<char> held(rows.size(), 0);
  std::fill_n(held.begin(), std::min(problem.fixed.size(), rows.size()), 1);
  for (int round = 0; round < round_limit && count_of(best.standing) < best.standing.size(); ++round) {
    std::vector<BoxRow> lower = settled_within_rules(problem, rules, best.rows, held, thread_count, stop);
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
