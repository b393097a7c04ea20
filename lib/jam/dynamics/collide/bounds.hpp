// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Bounds of a shape and the two tests that the broad phase makes with them. Both bounds, an axis-aligned box
// and a sphere, hold the shape during the whole step, and are wider by its margin and by what rounding may
// take away.
#pragma once

#include <cstdint>

#include "jam/dynamics/collide/motion.hpp"
#include "jam/dynamics/collide/placed_shape.hpp"

namespace jam::dynamics {

/// Flags that say what a body does not collide with.
enum BodyFlag : std::uint8_t {
  body_fixed = 1,     ///< The body does not move, or moves as prescribed: two of these never collide.
  body_inactive = 2,  ///< The body is not in the scene (yet, or any longer): it collides with nothing.
};

struct Bounds {
  Vec3d centre = {};
  double reach = 0;   ///< Radius of the sphere.
  Vec3d extent = {};  ///< Half edges of the box.
  int body = 0;
  std::uint8_t flags = 0;  ///< BodyFlag bits of the body.

  [[nodiscard]] JAM_HD_INLINE Vec3d low() const { return centre - extent; }
  [[nodiscard]] JAM_HD_INLINE Vec3d high() const { return centre + extent; }
  /// The longest edge of the box.
  [[nodiscard]] JAM_HD_INLINE double size() const {
    const double xy = extent.x > extent.y ? extent.x : extent.y;
    return 2 * (xy > extent.z ? xy : extent.z);
  }
};

/// Largest relative error of a coordinate after four roundings [-].
inline constexpr double bounds_rounding = 1e-15;

/// Bounds of a shape at a pose, with its motion. A plane has none: extent and reach are 0.
[[nodiscard]] JAM_HD_INLINE Bounds bounds_of(const Shape& shape, const Pose& world, std::uint8_t flags,
                                             const StepMotion& motion) {
  Bounds bounds{world.position, 0, {}, shape.body, flags};
  const Vec3d c = world.position;
  if (shape.kind == ShapeKind::plane) return bounds;
  if (shape.kind == ShapeKind::triangle) {
    const PlacedTriangle triangle = placed_triangle(shape, world);
    const auto middle_of = [](double a, double b, double d, double& extent) {
      const double low = a < b ? (a < d ? a : d) : (b < d ? b : d);
      const double high = a > b ? (a > d ? a : d) : (b > d ? b : d);
      extent = 0.5 * (high - low);
      return 0.5 * (low + high);
    };
    const Vec3d* k = triangle.corner;
    bounds.centre = {middle_of(k[0].x, k[1].x, k[2].x, bounds.extent.x),
                     middle_of(k[0].y, k[1].y, k[2].y, bounds.extent.y),
                     middle_of(k[0].z, k[1].z, k[2].z, bounds.extent.z)};
    bounds.reach = length(bounds.extent);
  } else if (shape.kind == ShapeKind::sphere) {
    bounds.reach = shape.radius;
    bounds.extent = {shape.radius, shape.radius, shape.radius};
  } else {
    const Mat3<double> frame = rotation_matrix(world.rotation);
    const Vec3d half = shape.kind == ShapeKind::box ? shape.half : Vec3d{shape.half.x, 0, 0};
    const double margin = shape.kind == ShapeKind::box ? 0.0 : shape.radius;
    const auto along = [&](double x, double y, double z) {
      return fabs(x) * half.x + fabs(y) * half.y + fabs(z) * half.z + margin;
    };
    bounds.reach = length(half) + margin;
    bounds.extent = {along(frame.column[0].x, frame.column[1].x, frame.column[2].x),
                     along(frame.column[0].y, frame.column[1].y, frame.column[2].y),
                     along(frame.column[0].z, frame.column[1].z, frame.column[2].z)};
  }
  const Vec3d half_way = 0.5 * motion.shift;
  const double turn = length(motion.spin) * turning_radius(shape);
  const double wider =
      motion.margin + turn +
      bounds_rounding * (fabs(c.x) + fabs(c.y) + fabs(c.z) + bounds.reach + 2 * motion.margin);
  bounds.centre += half_way;
  bounds.reach += wider + length(half_way);
  bounds.extent += Vec3d{wider + fabs(half_way.x), wider + fabs(half_way.y), wider + fabs(half_way.z)};
  return bounds;
}

/// Whether the bodies of both shapes collide at all.
[[nodiscard]] JAM_HD_INLINE bool may_collide(const Bounds& a, const Bounds& b) {
  return a.body != b.body && (a.flags & b.flags & body_fixed) == 0 &&
         ((a.flags | b.flags) & body_inactive) == 0;
}

/// Whether their bounds meet.
[[nodiscard]] JAM_HD_INLINE bool bounds_meet(const Bounds& a, const Bounds& b) {
  // The spheres first: few pairs of one bin pass, and one branch that is seldom taken costs less than three
  // that often are.
  const double reach = a.reach + b.reach;
  if (length_squared(b.centre - a.centre) > reach * reach) return false;
  const auto overlap = [](double low_a, double high_a, double low_b, double high_b) {
    return low_a <= high_b && low_b <= high_a;
  };
  const Vec3d la = a.low();
  const Vec3d ha = a.high();
  const Vec3d lb = b.low();
  const Vec3d hb = b.high();
  return overlap(la.x, ha.x, lb.x, hb.x) && overlap(la.y, ha.y, lb.y, hb.y) &&
         overlap(la.z, ha.z, lb.z, hb.z);
}

/// Whether the box of the bounds meets a plane, at `world`, during its motion.
[[nodiscard]] JAM_HD_INLINE bool bounds_meet(const Bounds& a, const PlacedPlane& plane, const Pose& world,
                                             const StepMotion& motion) {
  const Vec3d n = plane.normal;
  const double of_box = fabs(n.x) * a.extent.x + fabs(n.y) * a.extent.y + fabs(n.z) * a.extent.z;
  const double of_plane = motion.margin + length(motion.shift) +
                          length(motion.spin) * (length(a.centre - world.position) + a.reach);
  return dot(n, a.centre) - plane.offset <= of_box + of_plane + bounds_rounding * fabs(plane.offset);
}

}  // namespace jam::dynamics
