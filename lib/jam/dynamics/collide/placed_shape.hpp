// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Shapes in the world frame, in the form their geometry needs. Boxes are contact::Box<double> with margin 0.
#pragma once

#include "jam/contact/box.hpp"
#include "jam/dynamics/model/shape.hpp"

namespace jam::dynamics {

using contact::component;
using PlacedBox = contact::Box<double>;

struct PlacedSphere {
  Vec3d centre;
  double radius;
};

/// All points within `radius` of the segment from centre - half axis to centre + half axis.
struct PlacedCapsule {
  Vec3d centre;
  Vec3d axis;  ///< Unit; local x.
  Vec3d side;  ///< Unit, across the axis; local y.
  double half;
  double radius;
};

/// All points p with normal.p <= offset.
struct PlacedPlane {
  Vec3d normal;  ///< Unit, out of the solid.
  double offset;
};

/// Corners counter-clockwise, seen from the side of the normal.
struct PlacedTriangle {
  Vec3d corner[3];
  Vec3d normal;        ///< Unit vector towards the free side.
  std::uint8_t edges;  ///< Bits of the active edges, as in Shape.
};

[[nodiscard]] JAM_HD_INLINE PlacedSphere placed_sphere(const Shape& shape, const Pose& world) {
  return {world.position, shape.radius};
}

[[nodiscard]] JAM_HD_INLINE PlacedCapsule placed_capsule(const Shape& shape, const Pose& world) {
  const Mat3<double> frame = rotation_matrix(world.rotation);
  return {world.position, frame.column[0], frame.column[1], shape.half.x, shape.radius};
}

[[nodiscard]] JAM_HD_INLINE PlacedBox placed_box(const Shape& shape, const Pose& world) {
  return contact::make_box(world.position, world.rotation, shape.half);
}

[[nodiscard]] JAM_HD_INLINE PlacedPlane placed_plane(const Shape&, const Pose& world) {
  const Vec3d normal = rotate(world.rotation, Vec3d{0, 0, 1});
  return {normal, dot(normal, world.position)};
}

[[nodiscard]] JAM_HD_INLINE PlacedTriangle placed_triangle(const Shape& shape, const Pose& world) {
  const Mat3<double> frame = rotation_matrix(world.rotation);
  const Vec3d x = frame.column[0], y = frame.column[1];
  return {{world.position, world.position + shape.half.x * x,
           world.position + shape.half.y * x + shape.half.z * y},
          frame.column[2],
          shape.edges};
}

[[nodiscard]] JAM_HD_INLINE double clamped(double x, double low, double high) {
  return x < low ? low : x > high ? high : x;
}

/// v in the frame of the box.
[[nodiscard]] JAM_HD_INLINE Vec3d to_box(const PlacedBox& box, Vec3d v) {
  return {dot(box.axis[0], v), dot(box.axis[1], v), dot(box.axis[2], v)};
}

/// v, given in the frame of the box, in the world.
[[nodiscard]] JAM_HD_INLINE Vec3d from_box(const PlacedBox& box, Vec3d v) {
  return box.axis[0] * v.x + box.axis[1] * v.y + box.axis[2] * v.z;
}

/// Vertex `number` (0..7) of the box: bit k set where its coordinate k is positive.
[[nodiscard]] JAM_HD_INLINE Vec3d box_vertex(const PlacedBox& box, int number) {
  return box.centre + from_box(box, {(number & 1) != 0 ? box.half.x : -box.half.x,
                                     (number & 2) != 0 ? box.half.y : -box.half.y,
                                     (number & 4) != 0 ? box.half.z : -box.half.z});
}

/// The point of the box that is nearest to p (both in the frame of the box), and where on the box it lies.
struct NearestInBox {
  Vec3d point;
  int region;  ///< Six bits: 2k set where coordinate k was cut off below, 2k + 1 above; 0: p is in the box.
};

[[nodiscard]] JAM_HD_INLINE NearestInBox nearest_in_box(Vec3d half, Vec3d p) {
  const auto bits = [](double x, double limit) { return x < -limit ? 1 : x > limit ? 2 : 0; };
  return {{clamped(p.x, -half.x, half.x), clamped(p.y, -half.y, half.y), clamped(p.z, -half.z, half.z)},
          bits(p.x, half.x) | bits(p.y, half.y) << 2 | bits(p.z, half.z) << 4};
}

/// Where the lines p + s u and p + w + t v (u, v unit vectors) come nearest to each other.
struct LineParameters {
  double s;
  double t;
  bool parallel;  ///< Then s and t are 0.
};

[[nodiscard]] JAM_HD_INLINE LineParameters nearest_on_lines(Vec3d u, Vec3d v, Vec3d w) {
  const Vec3d across = cross(u, v);
  const double sine_squared = dot(across, across);
  if (!(sine_squared > contact::parallel_sine_squared<double>)) return {0, 0, true};
  return {dot(cross(w, v), across) / sine_squared, dot(cross(w, u), across) / sine_squared, false};
}

/// Features of single contacts, in the low bits of `Contact::feature`; features of pairs of boxes have higher
/// bits (box_box.hpp).
/// The points nearest to each other, whichever these are.
inline constexpr std::uint32_t nearest_feature = 0;
inline constexpr std::uint32_t low_end_feature = 1;   ///< End of a capsule at the negative end of its axis.
inline constexpr std::uint32_t high_end_feature = 2;  ///< End of a capsule at the positive end of its axis.

/// An edge, or the end of an axis, becomes the reference of a contact only if a face is worse by more than
/// face_preference times the smallest half size of the pair. So boxes that lie flat on each other, up to
/// errors of rounding and of the solver, keep their faces in contact; the reported overlap is too large by at
/// most that length.
inline constexpr double face_preference = 5e-3;

/// Bodies touch if their distance is below meeting_size_share times their sizes: the direction between their
/// nearest points is then noise.
inline constexpr double meeting_size_share = 1e-10;

}  // namespace jam::dynamics
