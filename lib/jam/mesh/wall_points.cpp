// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/wall_points.hpp"

#include <algorithm>
#include <cmath>

#include "jam/mesh/surface_sample.hpp"
#include "jam/trunk/model/point_grid.hpp"

namespace jam::mesh {
namespace {

/// Whether a point of the grid lies within `reach` of `place`.
bool is_near(const trunk::PointGrid& grid, Vec3d place, double reach) {
  const contact::PointGridView view = grid.view();
  const Vec3d local = place - grid.origin();
  const Vec3f p{static_cast<float>(local.x), static_cast<float>(local.y), static_cast<float>(local.z)};
  const auto r = static_cast<float>(reach);
  const auto cell = [&](float at, float low, int size) { return contact::cell_along(at, low, view.inverse_edge, size); };
  const int x0 = cell(p.x - r, view.low.x, view.size_x);
  const int x1 = cell(p.x + r, view.low.x, view.size_x);
  for (int z = cell(p.z - r, view.low.z, view.size_z); z <= cell(p.z + r, view.low.z, view.size_z); ++z) {
    for (int y = cell(p.y - r, view.low.y, view.size_y); y <= cell(p.y + r, view.low.y, view.size_y); ++y) {
      const int row = view.size_x * (y + view.size_y * z);
      for (int i = view.cell_begin[row + x0]; i < view.cell_begin[row + x1 + 1]; ++i) {
        const Vec3f d = Vec3f{view.x[i], view.y[i], view.z[i]} - p;
        if (dot(d, d) <= r * r) return true;
      }
    }
  }
  return false;
}

}  // namespace

std::vector<Vec3d> wall_points(const trunk::Container& container, double spacing, double& used, const Watch& watch) {
  std::vector<Vec3d> points = sample_surface(container.original, spacing, wall_point_limit, &used, watch);
  if (!container.wrapped) return points;
  const trunk::PointGrid walls(points, std::max(2 * used, trunk::default_cell_size));
  for (const Vec3d& point : sample_surface(container.surface, used, wall_point_limit, nullptr, watch)) {
    if (!is_near(walls, point, used + container.wrap_offset)) points.push_back(point);
  }
  return points;
}

}  // namespace jam::mesh
