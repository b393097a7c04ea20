// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The surface of a container cut into small triangles, and the forces with which boxes press on them.
// Lengths in mm; forces are in units that only their shares depend on.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "jam/trunk/model/box_packing.hpp"
#include "jam/trunk/model/container.hpp"
#include "jam/trunk/model/wall_triangles.hpp"
#include "jam/trunk/polish/box_gaps.hpp"

namespace jam::tightness {

class WallCells {
 public:
  /// Cuts triangles at the middles of their longest edges until these are at most 15 mm long: longer ones if
  /// there would be many more than 12 000 cells.
  explicit WallCells(const trunk::Container& container);

  /// Adds the forces of the boxes of a load on the walls. `gaps` are its gaps (box_gaps.hpp); boxes press
  /// where these are negative, in proportion to the depth: the energy of the polish falls by twice this
  /// force for each mm by which the wall gives way. A force is spread over the cells that lie in the box or
  /// near it and face along the force, or else it acts on the nearest of these. The sum of the forces of the
  /// load is scaled to `weight`. A load that presses on no wall adds nothing.
  void add(std::span<const trunk::PlacedBox> boxes, std::span<const trunk::GapRow> gaps, double weight);

  [[nodiscard]] const trunk::TriangleMesh& mesh() const { return mesh_; }
  /// The triangle of the surface that a cell is part of.
  [[nodiscard]] int triangle_of(std::size_t cell) const { return triangle_[cell]; }
  [[nodiscard]] Vec3d middle(std::size_t cell) const { return middle_[cell]; }
  [[nodiscard]] double area(std::size_t cell) const { return area_[cell]; }
  /// Forces on the cells, and those on walls that are not of the surface.
  [[nodiscard]] const std::vector<double>& force() const { return force_; }
  [[nodiscard]] double inner_force() const { return inner_; }

 private:
  /// Adds `share` of a load for the box, along `outward`.
  void spread(const trunk::PlacedBox& box, const Vec3d& outward, double share);

  trunk::TriangleMesh mesh_;
  std::vector<int> triangle_;
  std::vector<Vec3d> middle_, normal_;
  std::vector<double> area_, force_;
  double inner_ = 0;
  double edge_;   ///< Longest edge of a cell [mm].
  double reach_;  ///< Cells up to this distance from a box are near [mm].
  std::optional<trunk::WallTriangles> grid_;
  std::vector<int> near_;
  std::vector<std::size_t> pressed_;
};

}  // namespace jam::tightness
