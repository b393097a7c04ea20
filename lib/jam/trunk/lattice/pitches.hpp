// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Cells that are not cubes. A box of 200 x 100 x 50 mm has edges that are multiples of 50 mm, its block. Cut
// in 16, 2 and 1 parts along x, y and z of the frame, a block gives cells of 3.1 x 25 x 50 mm: a third of the
// number of cubes of 10 mm, but three times the number of places for a box along x, and boxes in neighbouring
// rows end at the same planes. The search in such a lattice is faster, too, because its rows are few and the
// fine axis lies along the words of a row (window.hpp). In the trunk of a car it finds more boxes, in less
// time. Which axis is best cut finely depends on the trunk: a frame is tried with each order of its axes.
#pragma once

#include <vector>

#include "jam/core/quaternion.hpp"
#include "jam/trunk/lattice/grid.hpp"

namespace jam::trunk {

/// The largest length of which all edges [mm] of a box are nearly multiples, from below: rounding_loss of a
/// lattice with cells of this edge is at most 1.03. 0 if there is none that is at least a quarter of the
/// shortest edge and a 32nd of the longest one.
[[nodiscard]] double block_edge(Vec3d edge);

/// How a block is cut along x, y, z of a frame: powers of two.
struct BlockParts {
  CellVector parts;

  [[nodiscard]] Vec3d pitch(double block) const {
    return {block / parts.x, block / parts.y, block / parts.z};
  }
  /// Number of offsets along each axis that best_phases() compares. A step is about an 80th of the longest
  /// edge, or one cell if a cell is smaller.
  [[nodiscard]] CellVector phases(Vec3d edge, double block) const;
  /// The offsets of phases(), with steps half as long along y and z.
  [[nodiscard]] CellVector fine_phases(Vec3d edge, double block) const;
  /// Words of a row of a window: it is as wide as three of the longest edge, if lattice_row_words_limit
  /// allows it.
  [[nodiscard]] int window_words(Vec3d edge, double block) const;
};

/// The parts in which the axes of a frame are compared: fine, half, whole. The fine axis has at most 80 cells
/// in the longest edge.
[[nodiscard]] BlockParts first_parts(Vec3d edge, double block);

/// The parts in which offsets are compared in the best frames: the fine axis twice as fine.
[[nodiscard]] BlockParts finer_parts(Vec3d edge, double block);

/// Other parts that may be better where first_parts() are good: the fine axis at most twice as fine, the
/// others at most four times; without finer_parts().
[[nodiscard]] std::vector<BlockParts> other_parts(Vec3d edge, double block);

/// Rotations of a frame that put each of its axes along x, and each of the two others along y: six.
[[nodiscard]] std::vector<Quaterniond> axis_orders();

}  // namespace jam::trunk
