// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/annealing/vacancies.hpp"

#include <algorithm>
#include <cmath>

namespace jam::trunk {

InnerCells::InnerCells(const WallTriangles& walls, int surface_count, double cell_size)
    : low_(walls.bounds().low), cell_(cell_size) {
  if (surface_count == 0) {
    inner_.assign(1, 0);
    return;
  }
  const Vec3d extent = walls.bounds().high - low_;
  const auto cells_for = [&](double cell) {
    return (std::floor(extent.x / cell) + 1) * (std::floor(extent.y / cell) + 1) *
           (std::floor(extent.z / cell) + 1);
  };
  while (cells_for(cell_) > 0x1p24) cell_ *= 1.25;
  size_[0] = static_cast<int>(extent.x / cell_) + 1;
  size_[1] = static_cast<int>(extent.y / cell_) + 1;
  size_[2] = static_cast<int>(extent.z / cell_) + 1;
  inner_.assign(static_cast<std::size_t>(size_[0]) * size_[1] * size_[2], 0);

  std::vector<int> near;
  std::vector<double> crossings;
  for (int y = 0; y < size_[1]; ++y) {
    for (int x = 0; x < size_[0]; ++x) {
      // The lines are shifted from the middles by odd shares of a cell, so that they meet no edge at a round
      // coordinate.
      const double px = low_.x + (x + 0.5 + 1.7e-4) * cell_;
      const double py = low_.y + (y + 0.5 + 2.9e-4) * cell_;
      walls.near({{px, py, -1e300}, {px, py, 1e300}}, near);
      crossings.clear();
      for (const int t : near) {
        if (t >= surface_count) continue;
        const auto& c = walls.corners(t);
        double side[3];
        for (std::size_t k = 0; k < 3; ++k) {
          const Vec3d& a = c[k];
          const Vec3d& b = c[(k + 1) % 3];
          side[k] = (b.x - a.x) * (py - a.y) - (b.y - a.y) * (px - a.x);
        }
        if (!((side[0] > 0 && side[1] > 0 && side[2] > 0) || (side[0] < 0 && side[1] < 0 && side[2] < 0)))
          continue;
        const double sum = side[0] + side[1] + side[2];
        crossings.push_back((side[1] * c[0].z + side[2] * c[1].z + side[0] * c[2].z) / sum);
      }
      std::sort(crossings.begin(), crossings.end());
      for (int z = 0; z < size_[2]; ++z) {
        const double height = low_.z + (z + 0.5) * cell_;
        const auto below = std::lower_bound(crossings.begin(), crossings.end(), height) - crossings.begin();
        const auto cell = index(x, y, z);
        inner_[cell] = (below & 1) != 0 ? 1 : 0;
      }
    }
  }
}

Vec3d InnerCells::middle(std::size_t cell) const {
  const std::size_t sx = size_[0];
  const std::size_t sy = size_[1];
  const std::size_t x = cell % sx;
  const std::size_t y = cell / sx % sy;
  const std::size_t z = cell / (sx * sy);
  return low_ + cell_ * Vec3d{static_cast<double>(x) + 0.5, static_cast<double>(y) + 0.5,
                              static_cast<double>(z) + 0.5};
}

bool InnerCells::contains(const Vec3d& point) const {
  const Vec3d at = (point - low_) * (1 / cell_);
  if (!(at.x >= 0 && at.y >= 0 && at.z >= 0 && at.x < size_[0] && at.y < size_[1] && at.z < size_[2]))
    return false;
  return inner_[index(static_cast<int>(at.x), static_cast<int>(at.y), static_cast<int>(at.z))] != 0;
}

bool InnerCells::may_hold_centre(const PlacedBox& box) const {
  if (contains(box.centre)) return true;
  const double half_diagonal = 0.5 * std::sqrt(3.0) * cell_;
  if (half_diagonal <= 0.5 * std::min({box.edge.x, box.edge.y, box.edge.z})) return false;
  for (int k = 0; k < 27; ++k) {
    const Vec3d step{static_cast<double>(k % 3 - 1), static_cast<double>(k / 3 % 3 - 1),
                     static_cast<double>(k / 9 - 1)};
    if (contains(box.centre + cell_ * step)) return true;
  }
  return false;
}

void InnerCells::cover(const PlacedBox& box, std::vector<std::uint8_t>& cells) const {
  const Mat3<double> axes = rotation_matrix(box.rotation);
  const Vec3d half = 0.5 * box.edge;
  const auto hull = [&](double a, double b, double c) {
    return std::abs(a) * half.x + std::abs(b) * half.y + std::abs(c) * half.z;
  };
  const Vec3d reach{hull(axes.column[0].x, axes.column[1].x, axes.column[2].x),
                    hull(axes.column[0].y, axes.column[1].y, axes.column[2].y),
                    hull(axes.column[0].z, axes.column[1].z, axes.column[2].z)};
  const auto first = [&](double x, double low) {
    return static_cast<int>(std::max(0.0, std::ceil((x - low) / cell_ - 0.5)));
  };
  const auto last = [&](double x, double low, int size) {
    return static_cast<int>(std::min(size - 1.0, std::floor((x - low) / cell_ - 0.5)));
  };
  const Vec3d a = box.centre - reach;
  const Vec3d b = box.centre + reach;
  for (int z = first(a.z, low_.z); z <= last(b.z, low_.z, size_[2]); ++z) {
    for (int y = first(a.y, low_.y); y <= last(b.y, low_.y, size_[1]); ++y) {
      for (int x = first(a.x, low_.x); x <= last(b.x, low_.x, size_[0]); ++x) {
        const auto cell = index(x, y, z);
        const Vec3d local = axes.transposed_times(middle(cell) - box.centre);
        if (std::abs(local.x) < half.x && std::abs(local.y) < half.y && std::abs(local.z) < half.z)
          cells[cell] = 0;
      }
    }
  }
}

double inner_cell_size(const Vec3d& edge) {
  return std::min(15 * box_scale(edge), 0.3 * std::min({edge.x, edge.y, edge.z}));
}

Vacancies::Vacancies(const InnerCells& cells, std::span<const PlacedBox> boxes) : cells_(cells) {
  constexpr int window = 5;
  std::vector<std::uint8_t> free(cells.inner().begin(), cells.inner().end());
  for (const PlacedBox& box : boxes) cells.cover(box, free);

  // Sums over the window, one axis after the other.
  std::vector<float> sum(free.begin(), free.end());
  std::vector<float> line;
  int stride = 1;
  for (int axis = 0; axis < 3; ++axis) {
    const int size = cells.size(axis);
    line.resize(size);
    for (std::size_t start = 0; start < sum.size(); ++start) {
      if (static_cast<int>(start / static_cast<std::size_t>(stride)) % size != 0) continue;
      const auto at = [&](int i) -> float& { return sum[start + static_cast<std::size_t>(i) * stride]; };
      for (int i = 0; i < size; ++i) line[i] = at(i);
      for (int i = 0; i < size; ++i) {
        float total = 0;
        for (int k = std::max(0, i - window / 2); k <= std::min(size - 1, i + window / 2); ++k)
          total += line[k];
        at(i) = total;
      }
    }
    stride *= size;
  }
  const double whole = static_cast<double>(window) * window * window;
  double total = 0;
  for (std::size_t cell = 0; cell < free.size(); ++cell) {
    if (free[cell] == 0) continue;
    const double share = static_cast<double>(sum[cell]) / whole;
    free_.push_back(cell);
    sum_.push_back(total += share * share * share);
  }
}

bool Vacancies::draw(RandomStream& random, Vec3d& place) const {
  const double at = random.uniform_double();
  const double x = random.uniform_double();
  const double y = random.uniform_double();
  const double z = random.uniform_double();
  if (free_.empty()) return false;
  const auto found = std::upper_bound(sum_.begin(), sum_.end(), at * sum_.back()) - sum_.begin();
  const auto i = std::min(static_cast<std::size_t>(found), free_.size() - 1);
  place = cells_.middle(free_[i]) + cells_.cell_size() * Vec3d{x - 0.5, y - 0.5, z - 0.5};
  return true;
}

}  // namespace jam::trunk
