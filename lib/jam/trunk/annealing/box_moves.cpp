// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/annealing/box_moves.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "jam/trunk/model/box_row.hpp"

namespace jam::trunk {
namespace {

constexpr double touch_margin = 35;   ///< Boxes farther than this from touching a box at `place` are ignored, for litre boxes [mm].
constexpr double wall_distance = 90;  ///< Walls within this distance suggest orientations, for litre boxes [mm].

/// A rotation that maps axis number `axis` to `normal`, and another axis as close as possible to `guide`.
Quaterniond flat_on(const Vec3d& normal, int axis, Vec3d guide) {
  guide -= dot(guide, normal) * normal;
  const Vec3d other = std::abs(normal.x) < 0.7 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0};
  const Vec3d u = normalised(length(guide) > 0.2 ? guide : cross(normal, other), Vec3d{1, 0, 0});
  const Vec3d v = cross(normal, u);
  if (axis == 0) return quaternion_of(normal, u);
  return axis == 1 ? quaternion_of(v, normal) : quaternion_of(u, v);
}

}  // namespace

double inner_cell_size(const Vec3d& edge) { return std::min(15 * box_scale(edge), 0.3 * std::min({edge.x, edge.y, edge.z})); }

double normal_draw(RandomStream& random) {
  const double radius = std::sqrt(-2 * std::log(1 - random.uniform_double()));
  return radius * std::cos(2 * std::numbers::pi * random.uniform_double());
}

Quaterniond permuted(const Quaterniond& q, int number) {
  const Mat3<double> m = rotation_matrix(q);
  static constexpr int order[6][2] = {{0, 1}, {1, 2}, {2, 0}, {1, 0}, {2, 1}, {0, 2}};
  const Vec3d first = m.column[order[number][0]];
  return number == 0 ? q : quaternion_of(first, m.column[order[number][1]]);
}

Quaterniond BoxMoves::rotation(RandomStream& random, const Vec3d& edge, std::span<const PlacedBox> near, const Vec3d& place) {
  const double kind = random.uniform_double();
  const int order = static_cast<int>(random.below(6));
  const Vec3d any{normal_draw(random), normal_draw(random), normal_draw(random)};
  const double w = normal_draw(random);
  const std::uint32_t high = random.next_u32();
  const std::uint32_t low = random.next_u32();
  Quaterniond result = normalised(Quaterniond{w, any.x, any.y, any.z});
  if (kind > 0.9) return result;
  const Quaterniond aligned =
      near.empty() ? Quaterniond{} : permuted(near[uniform_below(high, low, static_cast<std::uint32_t>(near.size()))].rotation, order);
  if (kind < 0.55 && !near.empty()) return turned(aligned, 0.03 * any);
  const double distance = wall_distance * box_scale(edge);
  const Vec3d reach{distance, distance, distance};
  walls_.near({place - reach, place + reach}, triangles_);
  if (triangles_.empty()) return near.empty() ? result : turned(aligned, 0.15 * any);
  const Vec3d normal = walls_.normal(triangles_[uniform_below(high, low, static_cast<std::uint32_t>(triangles_.size()))]);
  if (normal == Vec3d{}) return result;
  const Mat3<double> guide = rotation_matrix(aligned);
  return turned(flat_on(normal, order % 3, guide.column[order % 3]), 0.02 * any);
}

PlacedBox BoxMoves::place(RandomStream& random, const Vec3d& edge, std::span<const PlacedBox> others, const Vec3d& place, double spread,
                          int tries, double& energy) {
  near_.clear();
  for (const PlacedBox& box : others) {
    const double reach = 0.5 * (length(edge) + length(box.edge)) + touch_margin * box_scale(edge);
    if (length_squared(box.centre - place) < reach * reach) near_.push_back(box);
  }
  PlacedBox best;
  best.edge = edge;
  best.corner_radius = corner_radius_;
  best.centre = place;
  energy = 1e300;
  for (int attempt = 0; attempt < tries; ++attempt) {
    PlacedBox box = best;
    box.centre = place + spread * Vec3d{normal_draw(random), normal_draw(random), normal_draw(random)};
    box.rotation = rotation(random, edge, near_, place);
    if (!cells_.may_hold_centre(box)) continue;
    gaps_.collect_one(box, near_, 0, rows_);
    double sum = 0;
    for (const GapRow& row : rows_) sum += row.gap < 0 ? row.gap * row.gap : 0;
    if (sum < energy) energy = sum, best = box;
  }
  return best;
}

}  // namespace jam::trunk
