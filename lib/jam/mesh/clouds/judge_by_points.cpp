// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/clouds/judge_by_points.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "jam/contact/box.hpp"
#include "jam/contact/point_grid.hpp"
#include "jam/io/number_text.hpp"
#include "jam/mesh/verify_boxes.hpp"
#include "jam/trunk/model/point_grid.hpp"

namespace jam::mesh {
namespace {

/// Rewords a text of verify_boxes about a mesh for a cloud of points, whose container is a surface through
/// them.
std::string of_points(std::string line) {
  const auto replace = [&line](std::string_view from, std::string_view to) {
    const std::size_t at = line.find(from);
    if (at != std::string::npos) line.replace(at, from.size(), to);
    return at;
  };
  replace("cuts the original mesh: triangle ", "holds points inside: point ");
  replace("outside the container", "outside of the points");
  const std::size_t at = replace("cuts the wall of the container: ", "cuts the surface through the points, ");
  if (at == std::string::npos) return line;
  const std::size_t triangles = line.find("triangle ", at);
  const std::size_t depth = line.find(", ", triangles);
  if (triangles != std::string::npos && depth != std::string::npos)
    line.erase(triangles, depth + 2 - triangles);
  return line;
}

/// How deep a point lies in a box with rounded edges [mm]; negative outside.
double depth_in(const trunk::BoxRow& row, double corner_radius, Vec3d point) {
  const Vec3d d = point - row.centre;
  const auto beyond = [&](Vec3d axis, double edge) {
    return std::abs(dot(d, axis)) - (edge / 2 - corner_radius);
  };
  const Vec3d q{beyond(row.first_axis, row.edge.x), beyond(row.second_axis, row.edge.y),
                beyond(row.third_axis(), row.edge.z)};
  const double most = std::max({q.x, q.y, q.z});
  if (most <= 0) return corner_radius - most;
  return corner_radius - length(Vec3d{std::max(q.x, 0.0), std::max(q.y, 0.0), std::max(q.z, 0.0)});
}

}  // namespace

void judge_by_points(const trunk::TrunkProblem& problem, const std::vector<trunk::BoxRow>& rows,
                     trunk::LoadVerdict& verdict) {
  for (std::string& line : verdict.violations) line = of_points(std::move(line));
  const contact::PointGridView view = problem.grid->view();
  const double allowed = problem.tolerance + rounding_allowance;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const trunk::BoxRow& row = rows[i];
    if (!std::isfinite(verdict.clearance[i])) continue;  // No box.
    const contact::Box<float> box{trunk::to_float(row.centre - problem.grid->origin()),
                                  {trunk::to_float(row.first_axis), trunk::to_float(row.second_axis),
                                   trunk::to_float(row.third_axis())},
                                  trunk::to_float(row.edge / 2)};
    int held = 0;
    double deepest = 0;
    const contact::CellRange cells = contact::cells_under(view, box, 1);  // The float grid is off by less.
    for (int k = 0; k < cells.row_count(); ++k) {
      int begin = 0;
      int end = 0;
      contact::entries_of_row(view, cells, k, begin, end);
      for (int entry = begin; entry < end; ++entry) {
        const double depth = depth_in(row, problem.corner_radius, problem.points[view.number[entry]]);
        if (!(depth > allowed)) continue;
        ++held;
        deepest = std::max(deepest, depth);
      }
    }
    if (held == 0) continue;
    verdict.offending[i] = 1;
    verdict.add(fmt::format("box {} holds {} of the walls, {} deep", i,
                            held == 1 ? "a point" : fmt::format("{} points", held),
                            io::fixed_text(deepest, 5) + " mm"));
  }
}

}  // namespace jam::mesh
