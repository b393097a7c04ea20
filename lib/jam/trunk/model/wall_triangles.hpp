// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The walls of the container as triangles in a uniform grid: which of them a box may touch. Lengths in mm.
#pragma once

#include <array>
#include <vector>

#include "jam/trunk/model/container.hpp"

namespace jam::trunk {

class WallTriangles {
 public:
  /// The triangles of the surface, and the original triangles that it does not have: boxes must touch
  /// neither. Triangles without area are kept: their edges and corners are walls. `cell_size` [mm] > 0 is
  /// widened where there would be too many cells.
  explicit WallTriangles(const Container& container, double cell_size = 40);

  [[nodiscard]] int count() const { return static_cast<int>(corners_.size()); }
  [[nodiscard]] const std::array<Vec3d, 3>& corners(int triangle) const { return corners_[triangle]; }
  /// Unit normal; zero for a triangle without area. It points outwards on triangles of the surface.
  [[nodiscard]] Vec3d normal(int triangle) const { return normals_[triangle]; }
  /// Numbers of the corners: equal for corners at the same place.
  [[nodiscard]] const std::array<int, 3>& corner_numbers(int triangle) const { return numbers_[triangle]; }

  /// The grid: cell (x, y, z) has the index x + size(0) (y + size(1) z) and the triangles
  /// cell_triangles()[cell_begin()[index]] and on.
  [[nodiscard]] Vec3d grid_low() const { return grid_.low; }
  [[nodiscard]] double cell_size() const { return 1 / inverse_cell_; }
  [[nodiscard]] int size(int axis) const { return size_[axis]; }
  [[nodiscard]] const std::vector<int>& cell_begin() const { return cell_begin_; }
  [[nodiscard]] const std::vector<int>& cell_triangles() const { return cell_triangles_; }
  /// The first cell under the bounds of a triangle.
  [[nodiscard]] std::array<int, 3> first_cell(int triangle) const {
    const Range range = cells(triangle_bounds_[triangle]);
    return {range.low[0], range.low[1], range.low[2]};
  }

  /// Bounds of the surface.
  [[nodiscard]] const Bounds& bounds() const { return bounds_; }

  /// Puts into `found` the triangles whose bounds meet `region`: ascending, each once.
  void near(const Bounds& region, std::vector<int>& found) const;

 private:
  struct Range {
    int low[3];
    int high[3];
  };
  void add(const TriangleMesh& mesh, int first_number);
  [[nodiscard]] std::size_t index(int x, int y, int z) const {
    const int cell = x + size_[0] * (y + size_[1] * z);
    return static_cast<std::size_t>(cell);
  }
  [[nodiscard]] Range cells(const Bounds& region) const;

  std::vector<std::array<Vec3d, 3>> corners_;
  std::vector<std::array<int, 3>> numbers_;
  std::vector<Vec3d> normals_;
  std::vector<Bounds> triangle_bounds_;
  std::vector<int> cell_begin_, cell_triangles_;
  Bounds bounds_;
  Bounds grid_;
  double inverse_cell_ = 1;
  int size_[3] = {1, 1, 1};
};

}  // namespace jam::trunk
