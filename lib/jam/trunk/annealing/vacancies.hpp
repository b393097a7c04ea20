// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Empty places of a packing: a coarse grid of cells that lie inside the container and in no box, each
// weighted by the share of free cells around it. Lengths in mm.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "jam/core/philox.hpp"
#include "jam/trunk/model/box_packing.hpp"
#include "jam/trunk/model/wall_triangles.hpp"

namespace jam::trunk {

/// The cells of a container whose middle lies inside of its surface, by the parity of crossings along z.
/// Their volume is that of the container up to half a cell along flat walls: 430.2 l for 437.6 l at cells of
/// 15 mm, 436.0 l at 5 mm. Cells are not used for measuring: they say where a box may be inserted and on
/// which side of a wall a centre is; bounds and fill ratios come from the mesh.
class InnerCells {
 public:
  /// The first `surface_count` triangles of `walls` are the closed surface. `cell_size` is widened where
  /// there would be more than 2^24.
  InnerCells(const WallTriangles& walls, int surface_count, double cell_size);

  [[nodiscard]] double cell_size() const { return cell_; }
  [[nodiscard]] int size(int axis) const { return size_[axis]; }
  [[nodiscard]] std::size_t count() const { return inner_.size(); }
  [[nodiscard]] Vec3d low() const { return low_; }
  [[nodiscard]] Vec3d middle(std::size_t cell) const;
  [[nodiscard]] std::span<const std::uint8_t> inner() const { return inner_; }

  /// Sets to 0 the cells of `cells` whose middle lies in `box`.
  void cover(const PlacedBox& box, std::vector<std::uint8_t>& cells) const;

  /// Whether the cell of `point` is an inner one.
  [[nodiscard]] bool contains(const Vec3d& point) const;

  /// False if the centre of `box` is outside of the surface. Where the cells are too coarse for so thin a
  /// box, a centre in a neighbour of an inner cell is accepted as well.
  [[nodiscard]] bool may_hold_centre(const PlacedBox& box) const;

 private:
  [[nodiscard]] std::size_t index(int x, int y, int z) const {
    const int cell = x + size_[0] * (y + size_[1] * z);
    return static_cast<std::size_t>(cell);
  }

  Vec3d low_;
  double cell_;
  int size_[3] = {1, 1, 1};
  std::vector<std::uint8_t> inner_;
};

/// Edge of the cells for the search of places for a box with these edges [mm]: so small that even a box that
/// touches the wall has its centre in a cell whose middle is inside.
[[nodiscard]] double inner_cell_size(const Vec3d& edge);

/// The free cells of one packing.
class Vacancies {
 public:
  /// A free cell has the weight (share of free cells in the cube of five cells around it) to the power of
  /// three.
  Vacancies(const InnerCells& cells, std::span<const PlacedBox> boxes);

  /// Draws a free place: a cell with a probability proportional to its weight, and a uniform point in it.
  /// False if nothing is free.
  [[nodiscard]] bool draw(RandomStream& random, Vec3d& place) const;

 private:
  const InnerCells& cells_;
  std::vector<std::size_t> free_;
  std::vector<double> sum_;  ///< Sums of the weights up to and including each free cell.
};

}  // namespace jam::trunk
