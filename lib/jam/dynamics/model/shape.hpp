// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The shapes that collide, for host and device. A body has one shape or several; their union may be
// non-convex, and shapes of one body never collide with each other. SI units: lengths in metres.
#pragma once

#include <cstdint>

#include "jam/core/macros.hpp"
#include "jam/core/quaternion.hpp"
#include "jam/core/vec.hpp"

namespace jam::dynamics {

enum class ShapeKind : std::uint8_t {
  sphere,
  capsule,  ///< All points within `radius` of a segment, the axis.
  box,
  plane,     ///< A half space; it belongs to a wall.
  triangle,  ///< A triangle of the closed surface of a container, which holds bodies inside; it belongs to a
             ///< wall.
};
inline constexpr int shape_kind_count = 5;

/// A frame in an outer frame: a point p of it is at position + rotation p in the outer one.
struct Pose {
  Vec3d position = {};        ///< [m]
  Quaterniond rotation = {};  ///< Unit quaternion.
};

/// `inner`, a pose in the frame that `outer` places, as seen from outside.
[[nodiscard]] JAM_HD_INLINE Pose operator*(const Pose& outer, const Pose& inner) {
  return {outer.position + rotate(outer.rotation, inner.position), outer.rotation * inner.rotation};
}

struct Shape {
  ShapeKind kind = ShapeKind::sphere;
  double radius = 0;  ///< Sphere, capsule: > 0 [m].
  /// Box: half of the edges, > 0. Capsule: half.x is half of the length of the axis, which is local x, >= 0.
  /// Triangle: its corners are (0, 0), (half.x, 0) and (half.y, half.z) in local x, y; half.x, half.z > 0
  /// [m].
  Vec3d half = {};
  Pose pose = {};  ///< Pose in the frame of the body. Plane and triangle: local z is the normal to the free
                   ///< side; z <= 0 is solid.
  int body = 0;    ///< Index of its body.
  /// Triangle: bit k is set if the edge from corner k to the next points into the free side, or is a rim.
  std::uint8_t edges = 0;
};

}  // namespace jam::dynamics
