// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Proposals for the annealing: where a box might be put. Lengths in mm.
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

  /// The best of `tries` poses about `place`, of a box with edges `edge`: the one with the least sum of squared penetrations with `others`
  /// and the wall, which `energy` receives. Centres scatter by `spread` (standard deviation). Orientations are, by chance, those of a
  /// near box with its axes permuted, those that lie flat on a near wall, or any.
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

/// Size of a box of these edges, that of a litre box being 1.
[[nodiscard]] double box_scale(const Vec3d& edge);

/// Edge of the cells (InnerCells) in which places for such a box are sought [mm]: the centre of a box that touches the wall lies in a cell
/// whose middle is inside, too.
[[nodiscard]] double inner_cell_size(const Vec3d& edge);

/// A standard normal number; takes four draws.
[[nodiscard]] double normal_draw(RandomStream& random);

/// The rotation with the columns of `q`'s matrix permuted by number 0..5, one sign changed where that keeps it right-handed: the six ways
/// to lay a box along the same three directions.
[[nodiscard]] Quaterniond permuted(const Quaterniond& q, int number);

}  // namespace jam::trunk
