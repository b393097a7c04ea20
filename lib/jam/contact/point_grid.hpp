// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A cloud of points sorted into uniform cells, as kernels and loops see it. Lengths in mm from the origin of
// the grid (trunk/point_grid.hpp).
#pragma once

#include <cstdint>

#include "jam/contact/box.hpp"

namespace jam::contact {

/// Cell along one axis, limited to the grid.
[[nodiscard]] JAM_HD_INLINE int cell_along(float coordinate, float low, float inverse_edge, int size) {
  const float cell = (coordinate - low) * inverse_edge;
  if (!(cell > 0.0F)) return 0;
  return cell < static_cast<float>(size) ? static_cast<int>(cell) : size - 1;
}

/// Uniform cells; cell (x, y, z) has the index x + size[0] (y + size[1] z).
struct CellGrid {
  Vec3f low{};             ///< Lower corner of the first cell.
  float inverse_edge = 0;  ///< 1 / cell edge.
  int size[3] = {1, 1, 1};

  /// The cell of a point; for a point outside the grid, the nearest cell along each axis.
  [[nodiscard]] JAM_HD_INLINE int nearest_cell(Vec3f p) const {
    return cell_along(p.x, low.x, inverse_edge, size[0]) +
           size[0] * (cell_along(p.y, low.y, inverse_edge, size[1]) +
                      size[1] * cell_along(p.z, low.z, inverse_edge, size[2]));
  }
  /// The cell of a point; -1 outside the grid.
  [[nodiscard]] JAM_HD_INLINE int cell_of(Vec3f p) const {
    const float x = (p.x - low.x) * inverse_edge;
    const float y = (p.y - low.y) * inverse_edge;
    const float z = (p.z - low.z) * inverse_edge;
    if (!(x >= 0.0F && y >= 0.0F && z >= 0.0F && x < static_cast<float>(size[0]) &&
          y < static_cast<float>(size[1]) && z < static_cast<float>(size[2]))) {
      return -1;
    }
    return static_cast<int>(x) + size[0] * (static_cast<int>(y) + size[1] * static_cast<int>(z));
  }
};

/// Cells with lists of elements: entries [begin[cell], begin[cell + 1]) are those of a cell. Elements of a
/// row of cells along x are neighbours in memory.
struct ListGrid : CellGrid {
  const std::int32_t* cell_begin = nullptr;  ///< [cell count + 1]
};

/// Points in the order of their cells. Within a cell, points keep their given order.
struct PointGridView : ListGrid {
  const float* x = nullptr;
  const float* y = nullptr;
  const float* z = nullptr;
  /// Place of the point in the input: decides between points of equal depth.
  const std::int32_t* number = nullptr;
  int point_count = 0;
};

/// The cells under a box.
struct CellRange {
  int x0 = 0, x1 = -1;  ///< First and last column.
  int y0 = 0, y1 = -1;
  int z0 = 0, z1 = -1;

  [[nodiscard]] JAM_HD_INLINE int row_count() const { return x1 < x0 ? 0 : (y1 - y0 + 1) * (z1 - z0 + 1); }
};

/// Cells under the axis-aligned hull of `box`, grown by `margin` on all sides. Rows run along x.
[[nodiscard]] JAM_HD_INLINE CellRange cells_under(const CellGrid& grid, const Box<float>& box, float margin) {
  const auto reach = [&](float a, float b, float c) {
    return absolute(a) * box.half.x + absolute(b) * box.half.y + absolute(c) * box.half.z +
           (box.margin + margin);
  };
  const float rx = reach(box.axis[0].x, box.axis[1].x, box.axis[2].x);
  const float ry = reach(box.axis[0].y, box.axis[1].y, box.axis[2].y);
  const float rz = reach(box.axis[0].z, box.axis[1].z, box.axis[2].z);
  const float edge = 1.0F / grid.inverse_edge;
  // A box outside the grid has no cells; the cell numbers of a box across its border are limited to it.
  if (box.centre.x + rx < grid.low.x || box.centre.y + ry < grid.low.y || box.centre.z + rz < grid.low.z ||
      box.centre.x - rx > grid.low.x + edge * static_cast<float>(grid.size[0]) ||
      box.centre.y - ry > grid.low.y + edge * static_cast<float>(grid.size[1]) ||
      box.centre.z - rz > grid.low.z + edge * static_cast<float>(grid.size[2])) {
    return {};
  }
  CellRange range;
  range.x0 = cell_along(box.centre.x - rx, grid.low.x, grid.inverse_edge, grid.size[0]);
  range.x1 = cell_along(box.centre.x + rx, grid.low.x, grid.inverse_edge, grid.size[0]);
  range.y0 = cell_along(box.centre.y - ry, grid.low.y, grid.inverse_edge, grid.size[1]);
  range.y1 = cell_along(box.centre.y + ry, grid.low.y, grid.inverse_edge, grid.size[1]);
  range.z0 = cell_along(box.centre.z - rz, grid.low.z, grid.inverse_edge, grid.size[2]);
  range.z1 = cell_along(box.centre.z + rz, grid.low.z, grid.inverse_edge, grid.size[2]);
  return range;
}

/// The elements of row `row` of the range: entries [begin, end).
JAM_HD_INLINE void entries_of_row(const ListGrid& grid, const CellRange& range, int row, int& begin,
                                  int& end) {
  const int rows_y = range.y1 - range.y0 + 1;
  const int first = grid.size[0] * (range.y0 + row % rows_y + grid.size[1] * (range.z0 + row / rows_y));
  begin = grid.cell_begin[first + range.x0];
  end = grid.cell_begin[first + range.x1 + 1];
}

/// Cells inside and outside of a cloud that encloses a volume; coarser than the cells of the points.
struct InsideGridView : CellGrid {
  /// 1 for cells that a path through empty cells joins to the far outside.
  const std::uint8_t* outside = nullptr;
};

/// False if `point` lies in a cell outside of the cloud, or outside the grid. Points in cells on the
/// surface count as inside.
[[nodiscard]] JAM_HD_INLINE bool centre_inside(const InsideGridView& grid, Vec3f point) {
  const int cell = grid.cell_of(point);
  return cell >= 0 && grid.outside[cell] == 0;
}

}  // namespace jam::contact
