// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/read_trunk.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "jam/core/error.hpp"
#include "jam/io/number_text.hpp"
#include "jam/mesh/clouds/point_cloud_file.hpp"
#include "jam/mesh/clouds/reconstruct_points.hpp"
#include "jam/mesh/tolerance_hint.hpp"
#include "jam/trunk/io/point_files.hpp"

namespace jam::mesh {
namespace {

/// More points than this are not taken: on larger trunks they lie wider apart.
constexpr int wall_point_limit = 1'000'000;

/// Six significant figures.
std::string figures(double value) { return fmt::format("{:.6g}", value); }

/// Whether a point of the grid lies within `reach` of `place`.
bool is_near(const trunk::PointGrid& grid, Vec3d place, double reach) {
  const contact::PointGridView view = grid.view();
  const Vec3f p = trunk::to_float(place - grid.origin());
  const auto r = static_cast<float>(reach);
  const contact::CellRange cells =
      contact::cells_under(view, {p, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {r, r, r}}, 0);
  for (int row = 0; row < cells.row_count(); ++row) {
    int begin = 0;
    int end = 0;
    contact::entries_of_row(view, cells, row, begin, end);
    for (int i = begin; i < end; ++i) {
      const Vec3f d = Vec3f{view.x[i], view.y[i], view.z[i]} - p;
      if (dot(d, d) <= r * r) return true;
    }
  }
  return false;
}

/// Samples of the container's triangles, `spacing` [mm] apart; `used` receives the actual spacing. Of a
/// wrapped container the original triangles are sampled, which stop boxes, and the wrap only if none of
/// these is near, as it closes an opening.
std::vector<Vec3d> wall_points(const trunk::Container& container, double spacing, double& used,
                               const Watch& watch) {
  std::vector<Vec3d> points = sample_surface(container.original, spacing, wall_point_limit, &used, watch);
  if (!container.wrapped) return points;
  const trunk::PointGrid walls(points, std::max(2 * used, trunk::default_cell_size));
  for (const Vec3d& point : sample_surface(container.surface, used, wall_point_limit, nullptr, watch)) {
    if (!is_near(walls, point, used + container.wrap_offset)) points.push_back(point);
  }
  return points;
}

/// Options of reading for boxes that may be smaller than a litre box.
ReadOptions with_depth_of_boxes(const TrunkSpec& spec) {
  ReadOptions read = spec.read;
  for (const trunk::Piece& piece : spec.set.pieces)
    read.least_depth = std::min({read.least_depth, piece.edge.x - 2 * spec.tolerance,
                                 piece.edge.y - 2 * spec.tolerance, piece.edge.z - 2 * spec.tolerance});
  return read;
}

/// The points of a cloud [mm, z up].
std::vector<Vec3d> read_cloud(const TrunkSpec& spec) {
  if (!is_point_cloud_file(spec.points)) return trunk::read_points(spec.points);
  std::vector<Vec3d> points = read_point_cloud(spec.points);
  for (Vec3d& point : points) {
    point =
        from_file(point, spec.read.unit.value_or(LengthUnit::millimetre), spec.read.up.value_or(UpAxis::z));
    if (!(std::max({std::abs(point.x), std::abs(point.y), std::abs(point.z)}) <= trunk::coordinate_limit))
      throw InputError(
          fmt::format("{}: point {} (counted from 0) has a coordinate beyond {:g} mm; check the "
                      "file and --unit",
                      spec.points.string(), &point - points.data(), trunk::coordinate_limit));
  }
  return points;
}

}  // namespace

std::string fixed_text(const TrunkSpec& spec) {
  std::string text;
  for (const std::filesystem::path& file : spec.fixed) text += (text.empty() ? "" : ", ") + file.string();
  return text;
}

trunk::TrunkProblem read_fixed(const TrunkSpec& spec) {
  trunk::TrunkProblem problem;
  problem.set = spec.set;
  problem.tolerance = spec.tolerance;
  problem.corner_radius = spec.rounded;
  problem.gap = spec.gap;
  for (const std::filesystem::path& file : spec.fixed) {
    const std::vector<trunk::BoxRow> rows = trunk::read_box_file(file, spec.fixed_edge).rows;
    trunk::require_fitting(spec.tolerance, spec.rounded, rows, file.string());
    problem.fixed.insert(problem.fixed.end(), rows.begin(), rows.end());
    for (std::size_t k = 0; k < rows.size(); ++k)
      problem.fixed_names.push_back(fmt::format("box {} of {}", k, file.string()));
  }
  return problem;
}

void read_walls(const TrunkSpec& spec, trunk::TrunkProblem& problem, const Note& note, const Note& warn,
                const Watch& watch) {
  if (!spec.mesh.empty()) {
    problem.container = read_container(spec.mesh, with_depth_of_boxes(spec), watch);
    for (const std::string& text : problem.container.notes) note(text);
    for (const std::string& text : problem.container.warnings) warn(text);
    const std::string hint = problem.gap > 0 ? std::string() : tolerance_hint(problem);
    if (!hint.empty()) note(hint);
    return;
  }
  const std::string name = spec.points.string();
  problem.points_only = true;
  problem.points = read_cloud(spec);
  if (problem.points.empty()) throw InputError(name + ": holds no points; at least one is needed");
  if (!spec.walls_only) {
    PointContainer made = reconstruct_points(problem.points, spec.noise, name, watch);
    problem.points = std::move(made.points);
    problem.container = std::move(made.container);
    problem.bulge = made.spacing;
    for (const std::string& text : problem.container.notes) note(text);
  }
  problem.grid = std::make_unique<trunk::PointGrid>(problem.points, spec.cell_size);
}

void require_room(const TrunkSpec& spec, const trunk::TrunkProblem& problem) {
  if (spec.mesh.empty()) return;
  const double depth = 2 * problem.tolerance, radius = problem.corner_radius;
  double smallest = std::numeric_limits<double>::infinity(), needed = smallest;
  for (const trunk::Piece& piece : problem.set.pieces) {
    const Vec3d least = piece.edge - Vec3d{depth, depth, depth};
    smallest = std::min(smallest, trunk::rounded_volume(piece.edge, radius));
    needed = std::min(needed, trunk::rounded_volume(least, std::max(0.0, radius - problem.tolerance)));
  }
  const trunk::Container& container = problem.container;
  if (container.volume >= needed * (1 - 1e-9)) return;
  std::string text =
      fmt::format("{}: the room of {} l is smaller than the smallest box of {} l", spec.mesh.string(),
                  figures(container.volume / 1e6), figures(smallest / 1e6));
  for (const std::string& warning : container.warnings) text += "; " + warning;
  throw InputError(text);
}

trunk::TrunkProblem read_trunk(const TrunkSpec& spec, const Note& note, const Note& warn,
                               const Watch& watch) {
  trunk::TrunkProblem problem = read_fixed(spec);
  read_walls(spec, problem, note, warn, watch);
  return problem;
}

void sample_walls(const TrunkSpec& spec, trunk::TrunkProblem& problem, const Note& note, const Watch& watch) {
  problem.points = wall_points(problem.container, spec.spacing, problem.spacing, watch);
  if (problem.spacing > spec.spacing * (1 + 1e-9)) {
    note("points are " + figures(problem.spacing) + " mm apart instead of " + figures(spec.spacing) +
         ": at most " + std::to_string(wall_point_limit) + " are taken");
  }
  problem.grid = std::make_unique<trunk::PointGrid>(problem.points, spec.cell_size);
}

std::shared_ptr<const trunk::TrunkProblem> sampled_copy(const TrunkSpec& spec,
                                                        const trunk::TrunkProblem& problem) {
  auto sampled = std::make_shared<trunk::TrunkProblem>();
  sampled->container = problem.container;
  sampled->tolerance = problem.tolerance;
  sampled->corner_radius = problem.corner_radius;
  sampled->gap = problem.gap;
  sample_walls(spec, *sampled, [](const std::string& /*note*/) {});
  return sampled;
}

}  // namespace jam::mesh
