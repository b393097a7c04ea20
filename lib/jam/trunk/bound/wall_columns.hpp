// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A container as vertical columns: square prisms side by side. For each column, the parts of its length
// in which any of its lines is inside, and the volume inside. Lengths in mm.
#pragma once

#include <array>
#include <vector>

#include "jam/core/stop_query.hpp"
#include "jam/trunk/model/triangle_mesh.hpp"

namespace jam::trunk {

/// A part of a column.
struct Stretch {
  double low = 0, high = 0;
};

/// A column that holds a part of the container.
struct WallColumn {
  std::array<int, 2> cell{};       ///< Its place along x and y.
  std::vector<Stretch> stretches;  ///< Outer bounds: the union over all lines of the column.
  std::vector<Stretch> walls;      ///< Those of the triangles alone.
  double shadow = 0;               ///< Area of the lines with a part inside, at most [mm^2].
  double volume = 0;               ///< [mm^3]
};

/// Cells of edge `pitch` from `low` on.
struct ColumnGrid {
  Vec3d low;
  double pitch = 1;
  std::array<int, 3> count{};  ///< Along x, y, z.
};

/// A grid over the mesh: a small pitch from `least` [mm] on with at most `most` columns.
[[nodiscard]] ColumnGrid grid_over(const TriangleMesh& surface, double least, int most);

/// The columns, ordered by cells. Triangles are clipped to the columns. The gap between two of them in a
/// column is inside, as a whole, where the areas of those below sum up to a floor. After a stop, none.
[[nodiscard]] std::vector<WallColumn> wall_columns(const TriangleMesh& surface, const ColumnGrid& grid,
                                                   StopQuery stop = {});

}  // namespace jam::trunk
