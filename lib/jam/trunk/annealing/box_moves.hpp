// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Proposals for the annealing: random poses of a box. Lengths in mm.
#pragma once

#include <span>
#include <vector>

#include "jam/core/philox.hpp"
#include "jam/trunk/annealing/vacancies.hpp"
#include "jam/trunk/polish/box_gaps.hpp"

namespace jam::trunk {

/// Places boxes in one container. Holds scratch memory: one per thread.
class BoxMoves {
 public:
  /// `corner_radius`: of the boxes that are placed.
  BoxMoves(const WallTriangles& walls, const InnerCells& cells, double corner_radius = 0)
      : walls_(walls), cells_(cells), gaps_(walls), corner_radius_(corner_radius) {}

  /// The best of `tries` poses about `place`, of a box with edges `edge`: the one with the least sum of squared penetrations with
  /// `others` and the wall, which `energy` receives. Centres scatter by `spread` (standard deviation). Orientations are chosen at
  /// random: that of a near box with its axes permuted, flat on a near wall, or uniform.
  PlacedBox place(RandomStream& random, const Vec3d& edge, std::span<const PlacedBox> others, const Vec3d& place, double spread, int tries,
                  double& energy);

  /// A rotation as in place().
  Quaterniond rotation(RandomStream& random, const Vec3d& edge, std::span<const PlacedBox> near, const Vec3d& place);

 private:
  const WallTriangles& walls_;
  const InnerCells& cells_;
  BoxGaps gaps_;
  double corner_radius_;
  std::vector<PlacedBox> near_;
  std::vector<int> triangles_;
  std::vector<GapRow> rows_;
};

/// Edge of the cells (InnerCells) for the search of places for such a box [mm]. Small enough that even a box that touches the wall
/// has its centre in a cell whose middle is inside.
[[nodiscard]] double inner_cell_size(const Vec3d& edge);

/// A standard normal number; takes four draws.
[[nodiscard]] double normal_draw(RandomStream& random);

/// The rotation with the columns of `q`'s matrix permuted by number 0..5, one sign changed where that keeps it right-handed: the six ways
/// to lay a box along the same three directions.
[[nodiscard]] Quaterniond permuted(const Quaterniond& q, int number);

}  // namespace jam::trunk
