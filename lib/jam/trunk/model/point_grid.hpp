// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The wall of the container as points in uniform cells, read by all packings. The relaxation computes in
// float, relative to `origin`, the middle of the cloud: for a trunk of 2 m, a float resolves 6e-5 mm there.
//
// The grid is built on the host, once per search, and copied to a GPU once per engine, never between rounds.
// On two cores it takes 9 ms for 45 000 points (1 MB to copy) and 0.16 s for a million, the most that are
// sampled (16 MB); sampling them takes about a hundred times as long. A sort on the device would save none of
// it: the host needs the grid as well, for centre_inside and for the CPU engine.
//
// Points do not separate inside from outside. A relaxation pushes a box off its points towards the side on
// which its centre is; a box that was pushed or placed through the wall stays there, in free space and
// without contacts. centre_inside() finds such boxes; a search counts none of them. The relaxation itself
// never moves a box through the wall as long as it enters by less than half of its smallest edge.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "jam/contact/point_grid.hpp"
#include "jam/core/vec.hpp"

namespace jam::trunk {

[[nodiscard]] inline Vec3f to_float(const Vec3d& v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

/// Edge of the cells of points that suits 200 x 100 x 50 mm boxes [mm].
inline constexpr double default_cell_size = 20;

/// Number of far-away points stored after the last one, so that sixteen points can always be loaded at once.
inline constexpr int point_padding = 16;

/// The points, sorted by cells, and the coarser cells that lie outside.
class PointGrid {
 public:
  /// Sorts `points` [mm] into cells of edge `cell_size` [mm], which reach `epsilon` [mm] beyond the outermost
  /// points (0: 1e-5 of their extent). Throws InputError for no points, coordinates that are not finite, a
  /// cell size that is not positive, an epsilon that is negative or above 1 m, a cloud wider than 100 m, and
  /// OverflowError for more than 2^30 cells.
  explicit PointGrid(std::span<const Vec3d> points, double cell_size = default_cell_size, double epsilon = 0);

  [[nodiscard]] contact::PointGridView view() const;
  [[nodiscard]] contact::InsideGridView inside_view() const;

  [[nodiscard]] int point_count() const { return point_count_; }
  /// Point that is subtracted from world coordinates [mm]; a multiple of 1 mm.
  [[nodiscard]] Vec3d origin() const { return origin_; }

  /// Volume of the cells that are enclosed by cells with points [mm^3]; 0 if the cloud has holes wider than
  /// about two cells, so that centre_inside is false everywhere but at the points.
  [[nodiscard]] double enclosed_volume() const { return enclosed_volume_; }
  /// Edge of the cells that centre_inside tests [mm].
  [[nodiscard]] double inside_cell_size() const { return inside_edge_; }

  /// Whether a point in world coordinates [mm] lies in an enclosed cell or in one with points.
  [[nodiscard]] bool centre_inside(Vec3d point) const;

  // For copies to a device; point_padding far-away points follow the last one.
  [[nodiscard]] std::span<const float> x() const { return x_; }
  [[nodiscard]] std::span<const float> y() const { return y_; }
  [[nodiscard]] std::span<const float> z() const { return z_; }
  [[nodiscard]] std::span<const std::int32_t> number() const { return number_; }
  [[nodiscard]] std::span<const std::int32_t> cell_begin() const { return cell_begin_; }

 private:
  void sort_points(std::span<const Vec3d> points, double epsilon);
  void find_outside();

  std::vector<float> x_, y_, z_;
  std::vector<std::int32_t> number_, cell_begin_;
  std::vector<std::uint8_t> outside_;
  Vec3d origin_, low_, high_;
  double cell_size_;
  int point_count_ = 0;
  contact::CellGrid cells_;  ///< Cells of the points.
  double inside_edge_ = 0;
  contact::CellGrid inside_;  ///< Cells of outside_.
  double enclosed_volume_ = 0;
};

}  // namespace jam::trunk
