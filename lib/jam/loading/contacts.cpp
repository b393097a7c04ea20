// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/loading/contacts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>

#include "jam/dynamics/collide/box_box.hpp"
#include "jam/dynamics/collide/triangle_pairs.hpp"
#include "jam/loading/sweep.hpp"

namespace jam::loading {
namespace {

using Box = contact::Box<double>;
/// Contacts of a pair of box and triangle: three faces, cut to at most seven corners each.
using Points = dynamics::PointList<24>;

constexpr Vec3d upwards{0, 0, 1};

Box moved(Box box, Vec3d shift) {
  box.centre += shift;
  return box;
}

/// The triangle, seen from the side on which a point lies.
dynamics::PlacedTriangle facing(const Triangle& corners, Vec3d normal, Vec3d point) {
  constexpr std::uint8_t all_edges = 7;
  if (dot(normal, corners[0] - point) > 0) return {{corners[0], corners[2], corners[1]}, -normal, all_edges};
  return {{corners[0], corners[1], corners[2]}, normal, all_edges};
}

class Finder {
 public:
  Finder(const trunk::WallTriangles& walls, std::span<const Box> boxes, const trunk::PlanRules& rules)
      : walls_(walls), boxes_(boxes), rules_(rules), beside_(rules.allowed + least_cover) {
    for (const Box& box : boxes_) bodies_.push_back(zonotope_of(box));
  }

  std::vector<Contact> run() {
    for (int b = 0; b < static_cast<int>(boxes_.size()); ++b) {
      for (int a = 0; a < b; ++a) add_pair(a, b);
      add_walls(b);
    }
    return std::move(found_);
  }

 private:
  /// Bodies whose projections along any axis overlap by less than this lie beside each other [mm].
  static constexpr double least_cover = 0.01;

  void add_pair(int a, int b) {
    const double apart = length(boxes_[a].centre - boxes_[b].centre);
    if (apart > length(boxes_[a].half) + length(boxes_[b].half) + rules_.reach) return;
    for (const double sign : {-1.0, 1.0}) {  // b falls on a; a falls on b.
      const std::optional<double> fall = way_to(b, sign * upwards, bodies_[a]);
      if (fall)
        collide(a, b, sign * *fall * upwards, rules_.reach - beside_ - *fall,
                sign < 0 ? Side::below : Side::above);
    }
    collide(a, b, {}, rules_.reach, Side::beside);
  }

  void add_walls(int b) {
    const Extent x = extent_of(bodies_[b], {1, 0, 0}), y = extent_of(bodies_[b], {0, 1, 0}),
                 z = extent_of(bodies_[b], upwards);
    const Vec3d reach{rules_.reach, rules_.reach, rules_.reach};
    walls_.near({Vec3d{x.low, y.low, z.low} - reach, Vec3d{x.high, y.high, z.high} + reach}, near_);
    for (const int wall : near_) {
      const Vec3d normal = walls_.normal(wall);
      if (dot(normal, normal) == 0) continue;
      const dynamics::PlacedTriangle triangle = facing(walls_.corners(wall), normal, boxes_[b].centre);
      const Side side = side_of(triangle.normal);
      if (side == Side::beside) {
        collide(triangle, b, {}, rules_.reach, side);
        continue;
      }
      const double sign = side == Side::below ? -1 : 1;
      const std::optional<double> way = way_to(b, sign * upwards, walls_.corners(wall));
      if (way) collide(triangle, b, sign * *way * upwards, rules_.reach - beside_ - *way, side);
    }
  }

  /// Where a lies as seen from b, by the normal from a to b.
  enum class Side : std::uint8_t { below, beside, above };
  [[nodiscard]] Side side_of(Vec3d normal) const {
    if (std::fabs(normal.z) < rules_.upright) return Side::beside;
    return normal.z > 0 ? Side::below : Side::above;
  }

  /// How far a box moves until it overlaps another body by `beside_` [mm]; nothing: it does not within the
  /// reach.
  template <class Body>
  [[nodiscard]] std::optional<double> way_to(int box, Vec3d direction, const Body& other) const {
    const Times times = overlap_times(bodies_[box], direction, other, beside_);
    if (times.none() || times.to <= 0 || times.from > rules_.reach - beside_) return std::nullopt;
    return std::max(0.0, times.from);
  }

  /// Contacts of a pair with b moved by `shift`, as far as a lies on one side of b. Faces that gape by more
  /// than the reach touch where they are nearest.
  void collide(int a, int b, Vec3d shift, double reach, Side side) {
    constexpr double far = 1e3, nearest = 0.5;  // [mm]
    Points points;
    dynamics::collide(boxes_[a], moved(boxes_[b], shift), far, points);
    double least = far, largest = -far;
    for (int k = 0; k < points.count; ++k) {
      least = std::min(least, points.points[k].gap);
      largest = std::max(largest, points.points[k].gap);
    }
    const double limit = largest <= reach ? reach : std::min(reach, least + nearest);
    for (int k = 0; k < points.count; ++k) {
      const auto& [point, normal] = std::pair(points.points[k].point, points.points[k].normal);
      if (points.points[k].gap <= limit && side_of(normal) == side)
        add({a, b, point - boxes_[a].centre, point - boxes_[b].centre - shift, normal,
             side == Side::beside ? 0 : rules_.friction});
    }
  }
  void collide(const dynamics::PlacedTriangle& wall, int b, Vec3d shift, double reach, Side side) {
    Points points;
    dynamics::collide(moved(boxes_[b], shift), wall, reach, points);
    // These normals point from the box into the wall.
    for (int k = 0; k < points.count; ++k)
      add({-1,
           b,
           {},
           points.points[k].point - boxes_[b].centre - shift,
           -points.points[k].normal,
           side == Side::below ? rules_.friction : 0});
  }

  void add(const Contact& contact) { found_.push_back(contact); }

  const trunk::WallTriangles& walls_;
  std::span<const Box> boxes_;
  const trunk::PlanRules& rules_;
  double beside_;  ///< Bodies that overlap by less than this along an axis do not meet [mm].
  std::vector<Zonotope> bodies_;
  std::vector<int> near_;
  std::vector<Contact> found_;
};

}  // namespace

std::vector<Contact> find_contacts(const trunk::WallTriangles& walls, std::span<const Box> boxes,
                                   const trunk::PlanRules& rules) {
  return Finder(walls, boxes, rules).run();
}

}  // namespace jam::loading
