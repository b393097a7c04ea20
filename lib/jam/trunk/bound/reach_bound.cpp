// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/bound/reach_bound.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "jam/trunk/bound/wall_columns.hpp"

namespace jam::trunk {
namespace {

constexpr double most_cells = 40e6;
constexpr double distance_rounding = 1e-6;  ///< Allowance for the rounding of distances [mm].
constexpr std::uint16_t far_away = 30'000;

/// One number for each cell of a grid, x first.
class Cells {
 public:
  explicit Cells(const ColumnGrid& grid)
      : size_(grid.count), values_(static_cast<std::size_t>(size_[0]) * size_[1] * size_[2], far_away) {}

  [[nodiscard]] std::uint16_t& at(int x, int y, int z) {
    return values_[x + static_cast<std::size_t>(size_[0]) * (y + static_cast<std::size_t>(size_[1]) * z)];
  }
  [[nodiscard]] std::vector<std::uint16_t>& values() { return values_; }
  [[nodiscard]] int size(int axis) const { return size_[axis]; }

  /// Each value becomes the least of value + square[|distance|] over the cells along each axis in turn, up to
  /// the number of squares: the squares of distances from the cells that are 0.
  void spread(const std::vector<std::uint16_t>& square, StopQuery stop) {
    const std::size_t row = size_[0], layer = row * size_[1];
    for (int z = 0; z < size_[2] && !stop.stopped(); ++z) {
      for (int y = 0; y < size_[1]; ++y) spread_line(values_.data() + z * layer + y * row, 1, row, 1, square);
      spread_line(values_.data() + z * layer, row, size_[1], row, square);
    }
    for (int y = 0; y < size_[1] && !stop.stopped(); ++y)
      spread_line(values_.data() + y * row, layer, size_[2], row, square);
  }

 private:
  /// Spreads along `count` cells that are `stride` apart, for `width` neighbours at once.
  void spread_line(std::uint16_t* cells, std::size_t stride, std::size_t count, std::size_t width,
                   const std::vector<std::uint16_t>& square) {
    const bool along_rows = stride == 1;
    if (along_rows) width = 1;
    copy_.resize(count * width);
    for (std::size_t k = 0; k < count; ++k) std::copy_n(cells + k * stride, width, copy_.data() + k * width);
    const auto reach = static_cast<std::ptrdiff_t>(square.size()) - 1;
    for (std::size_t k = 0; k < count; ++k) std::fill_n(cells + k * stride, width, far_away);
    for (std::ptrdiff_t shift = -reach; shift <= reach; ++shift) {
      const std::uint16_t added = square[std::abs(shift)];
      const std::size_t first = shift < 0 ? -shift : 0;
      const std::size_t last = shift > 0 ? count - std::min<std::size_t>(shift, count) : count;
      if (along_rows) {
        for (std::size_t k = first; k < last; ++k)
          cells[k] = std::min<std::uint16_t>(cells[k], copy_[k + shift] + added);
        continue;
      }
      for (std::size_t k = first; k < last; ++k) {
        std::uint16_t* to = cells + k * stride;
        const std::uint16_t* from = copy_.data() + (k + shift) * width;
        for (std::size_t x = 0; x < width; ++x) to[x] = std::min<std::uint16_t>(to[x], from[x] + added);
      }
    }
  }

  std::array<int, 3> size_;
  std::vector<std::uint16_t> values_;
  std::vector<std::uint16_t> copy_;
};

/// A grid of cells not larger than `edge` [mm], unless there would be too many.
ColumnGrid cells_over(const TriangleMesh& surface, double edge) {
  const Bounds bounds = bounds_of(surface);
  const Vec3d size = bounds.high - bounds.low;
  ColumnGrid grid{bounds.low, std::max(edge, std::cbrt(size.x * size.y * size.z / most_cells)), {}};
  // Walls lie inside of cells, not between them.
  for (int axis = 0; axis < 3; ++axis)
    grid.count[axis] = static_cast<int>(std::min(component(size, axis) / grid.pitch, 1e5)) + 1;
  return grid;
}

/// Cells along z that a stretch meets: `last` excluded.
std::array<int, 2> cells_of(const ColumnGrid& grid, Stretch stretch) {
  const auto cell = [&](double z) {
    return std::clamp(static_cast<int>(std::floor((z - grid.low.z) / grid.pitch)), 0, grid.count[2] - 1);
  };
  return {cell(stretch.low), cell(stretch.high) + 1};
}

/// Squares of `edge` |distance| + `more`, in units of `edge`, for the distances of cells up to a reach.
std::vector<std::uint16_t> squares(int reach, int more) {
  std::vector<std::uint16_t> all;
  for (int k = 0; k <= reach; ++k) {
    const int distance = std::max(0, k + more);
    all.push_back(static_cast<std::uint16_t>(distance * distance));
  }
  return all;
}

/// Whether an edge of cells is fine enough for a ball: coarser ones prove nothing.
bool is_fine(double pitch, double radius) { return pitch < 0.5 * radius && radius < 40 * pitch; }

}  // namespace

double unreached_volume(const TriangleMesh& surface, const BoxSet& set, double layer, StopQuery stop) {
  double least = 1e300, most = 0;
  for (const Piece& piece : set.pieces) {
    least = std::min(least, 0.5 * shortest_edge(piece.edge) - layer);
    most = std::max(most, 0.5 * shortest_edge(piece.edge));
  }
  if (!(least > 0)) return 0;
  const ColumnGrid grid = cells_over(surface, least / 8);
  if (!is_fine(grid.pitch, least) || !is_fine(grid.pitch, most)) return 0;
  const std::vector<WallColumn> columns = wall_columns(surface, grid, stop);
  Cells cells(grid);
  for (const WallColumn& column : columns) {
    for (const Stretch& wall : column.walls) {
      const auto [first, last] = cells_of(grid, wall);
      for (int z = first; z < last; ++z) cells.at(column.cell[0], column.cell[1], z) = 0;
    }
  }
  // Largest distances to all points of the nearest wall: of what is not near enough, all may be centres.
  const double near = (least - distance_rounding) / grid.pitch;
  cells.spread(squares(static_cast<int>(near) + 1, 1), stop);
  Cells centres(grid);
  for (const WallColumn& column : columns) {
    for (const Stretch& stretch : column.stretches) {
      const auto [first, last] = cells_of(grid, stretch);
      for (int z = first; z < last; ++z)
        if (cells.at(column.cell[0], column.cell[1], z) >= near * near)
          centres.at(column.cell[0], column.cell[1], z) = 0;
    }
  }
  // Least distances between points of cells.
  const double reach = (std::sqrt(3.0) * most + distance_rounding) / grid.pitch;
  centres.spread(squares(static_cast<int>(reach) + 2, -1), stop);
  double volume = 0;
  const double cell_volume = std::pow(grid.pitch, 3);
  for (const WallColumn& column : columns) {
    bool all = true;
    double whole = 0;
    for (const Stretch& stretch : column.stretches) {
      const auto [first, last] = cells_of(grid, stretch);
      for (int z = first; z < last; ++z) {
        const bool reached = centres.at(column.cell[0], column.cell[1], z) <= reach * reach;
        all = all && !reached;
        if (!reached) whole += cell_volume;
      }
    }
    for (const Stretch& wall : column.walls) {  // Cells with walls count as a part of their column only.
      const auto [first, last] = cells_of(grid, wall);
      for (int z = first; z < last; ++z)
        if (centres.at(column.cell[0], column.cell[1], z) > reach * reach) whole -= cell_volume;
    }
    volume += all ? column.volume : std::max(0.0, whole);
  }
  return stop.stopped() ? 0 : volume * (1 - 1e-9);
}

}  // namespace jam::trunk
