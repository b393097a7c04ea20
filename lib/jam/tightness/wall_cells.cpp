// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/tightness/wall_cells.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "jam/core/quaternion.hpp"

namespace jam::tightness {
namespace {

using trunk::TriangleMesh;

/// Cuts a triangle until its edges are short; edges that triangles share are cut at the same points.
class Cutter {
 public:
  Cutter(TriangleMesh& mesh, std::vector<int>& source, double edge)
      : mesh_(mesh), source_(source), edge_(edge) {}

  void cut(std::array<int, 3> triangle, int from) {
    std::size_t longest = 0;
    double square = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const double own = length_squared(mesh_.vertex(triangle[(k + 1) % 3]) - mesh_.vertex(triangle[k]));
      if (own > square) square = own, longest = k;
    }
    if (square <= edge_ * edge_) {
      mesh_.triangles.push_back(triangle);
      source_.push_back(from);
      return;
    }
    const int a = triangle[longest], b = triangle[(longest + 1) % 3], c = triangle[(longest + 2) % 3];
    const int middle = middle_of(a, b);
    cut({a, middle, c}, from);
    cut({middle, b, c}, from);
  }

 private:
  int middle_of(int a, int b) {
    const auto [place, is_new] = middles_.try_emplace(std::minmax(a, b), 0);
    if (is_new) {
      place->second = static_cast<int>(mesh_.vertices.size());
      mesh_.vertices.push_back(0.5 * (mesh_.vertex(a) + mesh_.vertex(b)));
    }
    return place->second;
  }

  TriangleMesh& mesh_;
  std::vector<int>& source_;
  double edge_;
  std::map<std::pair<int, int>, int> middles_;
};

}  // namespace

WallCells::WallCells(const trunk::Container& container)
    : reach_(3 + container.wrap_offset + container.wrap_alpha) {
  constexpr double least_edge = 15, most_cells = 12000;
  const TriangleMesh& surface = container.surface;
  // Halves of right triangles have about a quarter of the square of their longest edge as area.
  edge_ = std::max(least_edge, std::sqrt(4 * area_of(surface) / most_cells));
  mesh_.vertices = surface.vertices;
  Cutter cutter(mesh_, triangle_, edge_);
  for (std::size_t t = 0; t < surface.triangles.size(); ++t)
    cutter.cut(surface.triangles[t], static_cast<int>(t));
  for (const std::array<int, 3>& cell : mesh_.triangles) {
    const auto [a, b, c] = mesh_.corners(cell);
    const Vec3d doubled = cross(b - a, c - a);
    middle_.push_back((a + b + c) * (1.0 / 3));
    normal_.push_back(normalised(doubled, Vec3d{}));
    area_.push_back(0.5 * length(doubled));
  }
  force_.assign(mesh_.triangles.size(), 0);
  trunk::Container cells;
  cells.surface = mesh_;
  grid_.emplace(cells);
}

void WallCells::add(std::span<const trunk::PlacedBox> boxes, std::span<const trunk::GapRow> gaps,
                    double weight) {
  double sum = 0;
  for (const trunk::GapRow& row : gaps) sum += row.a < 0 ? std::max(0.0, -row.gap) : 0;
  if (!(sum > 0)) return;
  for (const trunk::GapRow& row : gaps) {
    if (row.a < 0 && row.gap < 0) spread(boxes[row.b], -row.normal, -row.gap * weight / sum);
  }
}

void WallCells::spread(const trunk::PlacedBox& box, const Vec3d& outward, double share) {
  constexpr double least_cosine = 0.7;
  const Mat3<double> axes = rotation_matrix(box.rotation);
  const Vec3d half = 0.5 * box.edge;
  const double radius = length(half) + reach_ + edge_;
  const Vec3d hull{radius, radius, radius};
  grid_->near({box.centre - hull, box.centre + hull}, near_);
  pressed_.clear();
  double area = 0, nearest_distance = reach_ + edge_;
  int nearest = -1;
  for (const int cell : near_) {
    if (dot(normal_[cell], outward) < least_cosine) continue;
    const Vec3d local = axes.transposed_times(middle_[cell] - box.centre);
    const double distance =
        std::max({std::abs(local.x) - half.x, std::abs(local.y) - half.y, std::abs(local.z) - half.z});
    if (distance < nearest_distance) nearest = cell, nearest_distance = distance;
    if (distance > reach_) continue;
    pressed_.push_back(static_cast<std::size_t>(cell));
    area += area_[cell];
  }
  if (area > 0) {
    for (const std::size_t cell : pressed_) force_[cell] += share * area_[cell] / area;
  } else {
    (nearest < 0 ? inner_ : force_[nearest]) += share;
  }
}

}  // namespace jam::tightness
