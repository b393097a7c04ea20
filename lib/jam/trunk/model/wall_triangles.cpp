// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/model/wall_triangles.hpp"

#include <algorithm>
#include <cmath>

namespace jam::trunk {
WallTriangles::WallTriangles(const Container& container, double cell_size)
    : bounds_(bounds_of(container.surface)) {
  add(container.surface, 0);
  add(inner_walls(container), static_cast<int>(container.surface.vertices.size()));
  for (const Bounds& b : triangle_bounds_) grid_.add(b.low), grid_.add(b.high);
  if (triangle_bounds_.empty()) grid_ = {{0, 0, 0}, {0, 0, 0}};

  // Widens the cells if there would be too many of them, or too many entries because triangles are much
  // larger than a cell.
  const Vec3d size = grid_.high - grid_.low;
  const auto cells_in = [&cell_size](const Vec3d& extent) {
    return (std::floor(extent.x / cell_size) + 1) * (std::floor(extent.y / cell_size) + 1) *
           (std::floor(extent.z / cell_size) + 1);
  };
  const auto entries = [&] {
    double sum = 0;
    for (const Bounds& b : triangle_bounds_) sum += cells_in(b.high - b.low);
    return sum;
  };
  while (cells_in(size) > 0x1p24 || entries() > 0x1p20 + 16.0 * count()) cell_size *= 1.25;
  inverse_cell_ = 1 / cell_size;
  size_[0] = static_cast<int>(size.x * inverse_cell_) + 1;
  size_[1] = static_cast<int>(size.y * inverse_cell_) + 1;
  size_[2] = static_cast<int>(size.z * inverse_cell_) + 1;

  // A counting sort by cells, twice over the triangles.
  const auto cell_count = static_cast<std::size_t>(size_[0]) * size_[1] * size_[2];
  cell_begin_.assign(cell_count + 1, 0);
  const auto visit = [&](auto&& use) {
    for (int t = 0; t < count(); ++t) {
      const Range r = cells(triangle_bounds_[t]);
      for (int z = r.low[2]; z <= r.high[2]; ++z)
        for (int y = r.low[1]; y <= r.high[1]; ++y)
          for (int x = r.low[0]; x <= r.high[0]; ++x) use(index(x, y, z), t);
    }
  };
  visit([&](std::size_t cell, int) { ++cell_begin_[cell + 1]; });
  for (std::size_t cell = 0; cell < cell_count; ++cell) cell_begin_[cell + 1] += cell_begin_[cell];
  cell_triangles_.resize(cell_begin_.back());
  std::vector<int> next(cell_begin_.begin(), cell_begin_.end() - 1);
  visit([&](std::size_t cell, int t) { cell_triangles_[next[cell]++] = t; });
}

void WallTriangles::add(const TriangleMesh& mesh, int first_number) {
  for (const std::array<int, 3>& t : mesh.triangles) {
    const std::array<Vec3d, 3> corners = mesh.corners(t);
    Bounds bounds;
    for (const Vec3d& corner : corners) bounds.add(corner);
    corners_.push_back(corners);
    numbers_.push_back({t[0] + first_number, t[1] + first_number, t[2] + first_number});
    triangle_bounds_.push_back(bounds);
    normals_.push_back(normalised(cross(corners[1] - corners[0], corners[2] - corners[0]), Vec3d{}));
  }
}

WallTriangles::Range WallTriangles::cells(const Bounds& region) const {
  const auto along = [this](double x, double low, int size) {
    return static_cast<int>(std::clamp((x - low) * inverse_cell_, 0.0, static_cast<double>(size - 1)));
  };
  return {{along(region.low.x, grid_.low.x, size_[0]), along(region.low.y, grid_.low.y, size_[1]),
           along(region.low.z, grid_.low.z, size_[2])},
          {along(region.high.x, grid_.low.x, size_[0]), along(region.high.y, grid_.low.y, size_[1]),
           along(region.high.z, grid_.low.z, size_[2])}};
}

void WallTriangles::near(const Bounds& region, std::vector<int>& found) const {
  found.clear();
  if (!region.meets(grid_)) return;
  const Range r = cells(region);
  for (int z = r.low[2]; z <= r.high[2]; ++z) {
    for (int y = r.low[1]; y <= r.high[1]; ++y) {
      const int begin = cell_begin_[index(r.low[0], y, z)];
      const int end = cell_begin_[index(r.high[0], y, z) + 1];
      for (int i = begin; i < end; ++i) {
        const int t = cell_triangles_[i];
        if (triangle_bounds_[t].meets(region)) found.push_back(t);
      }
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
}

}  // namespace jam::trunk
