// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// An independent, slow reference for the gap of two shapes. Spheres, capsules and boxes are zonotopes (a
// centre and 0, 1 or 3 half edges) with a radius added, and so is their Minkowski difference, with up to six
// half edges. The shapes overlap where it holds the origin: their depth is its least distance to a face,
// whose normal is the cross product of two edges. Otherwise the gap is its distance to the origin, the least
// over all faces, edges and vertices: two, one or none of the edges are free, the others at one of their
// ends.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "jam/core/philox.hpp"
#include "jam/dynamics/collide/collider.hpp"

namespace jam::test {

using namespace jam::dynamics;

/// A shape in the world.
struct Solid {
  Shape shape;
  Pose pose;

  [[nodiscard]] std::vector<Vec3d> half_edges() const {
    const auto turned = [&](Vec3d v) { return rotate(pose.rotation, v); };
    if (shape.kind == ShapeKind::capsule) return {turned({shape.half.x, 0, 0})};
    if (shape.kind == ShapeKind::box)
      return {turned({shape.half.x, 0, 0}), turned({0, shape.half.y, 0}), turned({0, 0, shape.half.z})};
    return {};
  }
  [[nodiscard]] double radius() const { return shape.kind == ShapeKind::box ? 0 : shape.radius; }
  /// The largest product of a point of the solid with the unit vector n.
  [[nodiscard]] double support(Vec3d n) const {
    double sum = dot(pose.position, n) + radius();
    for (const Vec3d& edge : half_edges()) sum += std::abs(dot(edge, n));
    return sum;
  }
  /// How far p is outside of the solid; 0 inside.
  [[nodiscard]] double distance_to(Vec3d p) const {
    const Vec3d local = rotate_inverse(pose.rotation, p - pose.position);
    const auto beyond = [](double x, double half) { return std::abs(x) - std::min(std::abs(x), half); };
    const Vec3d half = shape.kind == ShapeKind::box       ? shape.half
                       : shape.kind == ShapeKind::capsule ? Vec3d{shape.half.x, 0, 0}
                                                          : Vec3d{};
    return std::max(
        0.0,
        length(Vec3d{beyond(local.x, half.x), beyond(local.y, half.y), beyond(local.z, half.z)}) - radius());
  }
  [[nodiscard]] double size() const {
    return length(shape.kind == ShapeKind::sphere ? Vec3d{} : shape.half) + radius();
  }
};

/// Least |v + s e + t f| over |s|, |t| <= 1 if it is reached between the ends, else no less than the true
/// one.
inline double distance_with_two_free(Vec3d v, Vec3d e, Vec3d f) {
  const double ee = dot(e, e);
  const double ef = dot(e, f);
  const double ff = dot(f, f);
  const double determinant = ee * ff - ef * ef;
  if (!(determinant > 1e-14 * ee * ff)) return 1e300;
  const double s = (ef * dot(f, v) - ff * dot(e, v)) / determinant;
  const double t = (ef * dot(e, v) - ee * dot(f, v)) / determinant;
  return std::abs(s) <= 1 && std::abs(t) <= 1 ? length(v + s * e + t * f) : 1e300;
}

/// The gap of two solids; negative: the least distance by which one must be moved until they only touch.
inline double exact_gap(const Solid& a, const Solid& b) {
  const Vec3d between = b.pose.position - a.pose.position;
  std::vector<Vec3d> edges = a.half_edges();
  for (const Vec3d& edge : b.half_edges()) edges.push_back(edge);
  const std::size_t n = edges.size();
  const double radii = a.radius() + b.radius();

  // The separating axes. A difference without volume has no depth.
  double depth = n < 2 ? 0 : 1e300;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) {
      const Vec3d across = cross(edges[i], edges[j]);
      if (!(length(across) > 1e-9 * length(edges[i]) * length(edges[j]))) continue;
      const Vec3d normal = across / length(across);
      double reach = 0;
      for (const Vec3d& edge : edges) reach += std::abs(dot(edge, normal));
      depth = std::min(depth, reach - std::abs(dot(between, normal)));
    }
  }
  if (depth > 0 && n > 2 && depth < 1e300) return -depth - radii;

  double least = 1e300;
  for (unsigned signs = 0; signs < 1U << n; ++signs) {
    Vec3d vertex = between;
    for (std::size_t i = 0; i < n; ++i) vertex += (signs >> i & 1U) != 0 ? edges[i] : -edges[i];
    least = std::min(least, length(vertex));
    for (std::size_t i = 0; i < n; ++i) {
      if ((signs >> i & 1U) != 0) continue;
      const Vec3d without_i = vertex + edges[i];
      const double s = -dot(without_i, edges[i]) / dot(edges[i], edges[i]);
      if (std::abs(s) <= 1) least = std::min(least, length(without_i + s * edges[i]));
      for (std::size_t j = i + 1; j < n; ++j) {
        if ((signs >> j & 1U) == 0)
          least = std::min(least, distance_with_two_free(without_i + edges[j], edges[i], edges[j]));
      }
    }
  }
  return least - radii;
}

/// Contacts of the solids as shapes 0 and 1 of two bodies.
inline std::vector<Contact> contacts_of(const Solid& a, const Solid& b, double delta) {
  std::vector<Shape> shapes{a.shape, b.shape};
  shapes[0].body = 0;
  shapes[1].body = 1;
  const std::vector<Pose> poses{a.pose, b.pose};
  const std::vector<std::uint8_t> flags{0, 0};
  std::vector<Contact> contacts;
  Collider collider;
  collider.detect({shapes, poses, flags}, delta, 1, contacts);
  return contacts;
}

inline double least_gap(const std::vector<Contact>& contacts) {
  double least = 1e300;
  for (const Contact& contact : contacts) least = std::min(least, contact.gap);
  return least;
}

inline Solid sphere_at(Vec3d centre, double radius) {
  return {{.kind = ShapeKind::sphere, .radius = radius}, {centre, {}}};
}
inline Solid capsule_at(Vec3d centre, double half, double radius, Quaterniond rotation = {}) {
  return {{.kind = ShapeKind::capsule, .radius = radius, .half = {half, 0, 0}}, {centre, rotation}};
}
inline Solid box_at(Vec3d centre, Vec3d half, Quaterniond rotation = {}) {
  return {{.kind = ShapeKind::box, .half = half}, {centre, rotation}};
}
/// The half space below `point`, seen along `up`, which must not be -z.
inline Solid plane_at(Vec3d point, Vec3d up = {0, 0, 1}) {
  const Vec3d axis = cross(Vec3d{0, 0, 1}, up);
  return {{.kind = ShapeKind::plane}, {point, from_axis_angle(axis, std::atan2(length(axis), up.z))}};
}

inline Vec3d random_vector(RandomStream& random) {
  const double x = random.uniform_double();
  const double y = random.uniform_double();
  return {2 * x - 1, 2 * y - 1, 2 * random.uniform_double() - 1};
}
inline Quaterniond random_rotation(RandomStream& random) {
  Quaterniond q{2 * random.uniform_double() - 1, 2 * random.uniform_double() - 1,
                2 * random.uniform_double() - 1, 2 * random.uniform_double() - 1};
  return normalised(q);
}

}  // namespace jam::test
