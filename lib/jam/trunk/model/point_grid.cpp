// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/model/point_grid.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <fmt/format.h>
#include <tbb/parallel_sort.h>

#include "jam/core/error.hpp"
#include "jam/trunk/model/triangle_mesh.hpp"

namespace jam::trunk {
namespace {

/// Share of the extent by which the bounds grow, so that the largest coordinate falls into the last cell.
constexpr double bounds_epsilon = 1e-5;
/// Points per occupied cell, on average, with which the occupied cells form a closed wall once gaps of one
/// cell are closed.
constexpr double wall_points_per_cell = 4;
constexpr double widest_cloud = 1e5;     // [mm]
constexpr double largest_epsilon = 1e3;  // [mm]
constexpr double cell_limit = 1 << 30;

/// Cells that no path from the border reaches without crossing a wall.
class FloodFill {
 public:
  FloodFill(const int (&size)[3], std::vector<std::uint8_t> wall)
      : size_{size[0], size[1], size[2]}, wall_(std::move(wall)) {}

  /// 1 for outside cells. Walls are thickened by one cell before the fill and the outside is grown back by
  /// one cell after it, so that gaps of up to two cells in a wall do not leak.
  [[nodiscard]] std::vector<std::uint8_t> outside() const {
    const std::vector<std::uint8_t> thick = grown(wall_);
    std::vector<std::uint8_t> reached(wall_.size(), 0);
    std::vector<int> stack{0};
    reached[0] = 1;  // A corner of the grid; the border is three cells wide.
    while (!stack.empty()) {
      const int cell = stack.back();
      stack.pop_back();
      const int place[3] = {cell % size_[0], cell / size_[0] % size_[1], cell / size_[0] / size_[1]};
      const int stride[3] = {1, size_[0], size_[0] * size_[1]};
      for (int axis = 0; axis < 3; ++axis) {
        for (const int direction : {-1, 1}) {
          if (place[axis] + direction < 0 || place[axis] + direction >= size_[axis]) continue;
          const int neighbour = cell + direction * stride[axis];
          const std::size_t other = neighbour;
          if (reached[other] != 0 || thick[other] != 0) continue;
          reached[other] = 1;
          stack.push_back(static_cast<int>(other));
        }
      }
    }
    return grown(reached);
  }

 private:
  /// The cells of `set` and their 26 neighbours.
  [[nodiscard]] std::vector<std::uint8_t> grown(const std::vector<std::uint8_t>& set) const {
    std::vector<std::uint8_t> result = set;
    int stride = 1;
    for (const int size : size_) {
      const std::vector<std::uint8_t> before = result;
      for (std::size_t cell = 0; cell < before.size(); ++cell) {
        if (before[cell] == 0) continue;
        const int place = static_cast<int>(cell) / stride % size;
        if (place > 0) result[cell - stride] = 1;
        if (place + 1 < size) result[cell + stride] = 1;
      }
      stride *= size;
    }
    return result;
  }

  int size_[3];
  std::vector<std::uint8_t> wall_;
};

}  // namespace

PointGrid::PointGrid(std::span<const Vec3d> points, double cell_size, double epsilon)
    : cell_size_(cell_size) {
  if (points.empty()) throw InputError("point grid: no points; give at least one");
  if (!(cell_size > 0) || !std::isfinite(cell_size)) {
    throw InputError(fmt::format("point grid: the cell size is {} mm; give a positive number", cell_size));
  }
  if (!(epsilon >= 0) || !(epsilon <= largest_epsilon)) {
    throw InputError(fmt::format("point grid: epsilon is {} mm; give a number from 0 to 1000", epsilon));
  }
  if (points.size() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max() / 2)) {
    throw OverflowError(
        fmt::format("point grid: {} points are too many; take a wider --spacing", points.size()));
  }
  Bounds bounds{points.front(), points.front()};
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3d& p = points[i];
    if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z)) {
      throw InputError(fmt::format("point grid: point {} has a coordinate that is not finite", i + 1));
    }
    bounds.add(p);
  }
  low_ = bounds.low;
  high_ = bounds.high;
  const Vec3d extent = high_ - low_;
  if (std::max({extent.x, extent.y, extent.z}) > widest_cloud) {
    throw InputError("point grid: the points span more than 100 m; check the unit of the input");
  }
  point_count_ = static_cast<int>(points.size());
  origin_ = {std::round((low_.x + high_.x) / 2), std::round((low_.y + high_.y) / 2),
             std::round((low_.z + high_.z) / 2)};
  sort_points(points, epsilon);
  find_outside();
}

void PointGrid::sort_points(std::span<const Vec3d> points, double epsilon) {
  const double margin =
      epsilon > 0 ? epsilon
                  : bounds_epsilon * std::max({high_.x - low_.x, high_.y - low_.y, high_.z - low_.z, 1.0});
  low_ = low_ - origin_ - Vec3d{margin, margin, margin};
  high_ = high_ - origin_ + Vec3d{margin, margin, margin};
  const double extent[3] = {high_.x - low_.x, high_.y - low_.y, high_.z - low_.z};
  double cells = 1;
  for (int axis = 0; axis < 3; ++axis) {
    const double size = std::ceil(extent[axis] / cell_size_);
    cells *= size;
    if (cells > cell_limit)
      throw OverflowError(
          fmt::format("point grid: too many cells of {} mm; take a larger --cell-size", cell_size_));
    cells_.size[axis] = static_cast<int>(size);
  }
  cells_.low = to_float(low_);
  cells_.inverse_edge = static_cast<float>(1 / cell_size_);

  // Sorting (cell, number) keeps the order of the input within a cell.
  struct Entry {
    std::int32_t cell;
    std::int32_t number;
    bool operator<(const Entry& other) const {
      return cell < other.cell || (cell == other.cell && number < other.number);
    }
  };
  std::vector<Entry> entries(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    entries[i] = {cells_.nearest_cell(to_float(points[i] - origin_)), static_cast<std::int32_t>(i)};
  }
  tbb::parallel_sort(entries.begin(), entries.end());
  cell_begin_.assign(static_cast<std::size_t>(cells) + 1, 0);
  x_.reserve(points.size());
  y_.reserve(points.size());
  z_.reserve(points.size());
  number_.reserve(points.size());
  for (const Entry& entry : entries) {
    const Vec3f p = to_float(points[entry.number] - origin_);
    x_.push_back(p.x);
    y_.push_back(p.y);
    z_.push_back(p.z);
    number_.push_back(entry.number);
    ++cell_begin_[static_cast<std::size_t>(entry.cell) + 1];
  }
  std::partial_sum(cell_begin_.begin(), cell_begin_.end(), cell_begin_.begin());
  // A vector load that starts at the last point reads past it.
  constexpr float far_away = 1e9F;
  for (auto* array : {&x_, &y_, &z_}) array->resize(array->size() + point_padding, far_away);
  number_.resize(number_.size() + point_padding, std::numeric_limits<std::int32_t>::max());
}

void PointGrid::find_outside() {
  // Takes the finest cells with wall_points_per_cell points per occupied cell, so that walls have no holes;
  // three empty cells all around.
  constexpr int border = 3;
  const double longest = std::max({high_.x - low_.x, high_.y - low_.y, high_.z - low_.z});
  std::vector<std::uint8_t> wall;
  for (inside_edge_ = std::max(default_cell_size, longest / 400);; inside_edge_ *= 1.25) {
    const Vec3d extent = high_ - low_;
    const auto count = [this](double length) {
      return static_cast<int>(std::ceil(length / inside_edge_)) + 2 * border;
    };
    const double offset = border * inside_edge_;
    inside_ = {to_float(low_ - Vec3d{offset, offset, offset}),
               static_cast<float>(1 / inside_edge_),
               {count(extent.x), count(extent.y), count(extent.z)}};
    wall.assign(static_cast<std::size_t>(inside_.size[0]) * inside_.size[1] * inside_.size[2], 0);
    std::size_t occupied = 0;
    for (int i = 0; i < point_count_; ++i) {
      std::uint8_t& cell = wall[inside_.nearest_cell({x_[i], y_[i], z_[i]})];
      occupied += cell == 0 ? 1 : 0;
      cell = 1;
    }
    if (point_count_ >= wall_points_per_cell * static_cast<double>(occupied) || inside_edge_ > longest / 8)
      break;
  }
  outside_ = FloodFill(inside_.size, wall).outside();
  std::size_t enclosed = 0;
  for (std::size_t cell = 0; cell < wall.size(); ++cell)
    enclosed += outside_[cell] == 0 && wall[cell] == 0 ? 1 : 0;
  enclosed_volume_ = static_cast<double>(enclosed) * inside_edge_ * inside_edge_ * inside_edge_;
}

contact::PointGridView PointGrid::view() const {
  return {{cells_, cell_begin_.data()}, x_.data(), y_.data(), z_.data(), number_.data(), point_count()};
}

contact::InsideGridView PointGrid::inside_view() const { return {inside_, outside_.data()}; }

bool PointGrid::centre_inside(Vec3d point) const {
  return contact::centre_inside(inside_view(), to_float(point - origin_));
}

}  // namespace jam::trunk
