// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A closed surface as a wall that holds bodies inside; tells whether boxes lie in it. Lengths in metres.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "jam/dynamics/model/bodies.hpp"

namespace jam::dynamics {

/// Boxes of a load and the walls around them: about as dense as suitcases and parcels [kg/m^3]; friction of
/// cardboard, no restitution.
inline constexpr double load_density = 250;
inline constexpr Surface load_surface{0.4, 0};

/// A box with the axes of its pose.
struct BoxAt {
  Pose pose;
  Vec3d half;       ///< Half of the edges [m].
  double mass = 0;  ///< [kg]; 0: by the density of the load.
};

class MeshContainer {
 public:
  /// Triangles by the numbers of their corners. Triangles without area are left out. If there are several
  /// parts, the part with the largest volume is the container; the others are obstacles in it, whichever way
  /// they face. Throws InputError unless every edge has one triangle on each of its sides, turned alike (says
  /// how many edges do not), the container encloses a volume, and the other parts lie in it.
  MeshContainer(std::span<const Vec3d> vertices, std::span<const std::array<int, 3>> triangles);

  /// The triangles as shapes of one wall, at rest in the frame of the mesh. Edges that point into the
  /// container by more than 1e-3 rad are marked (Shape::edges).
  [[nodiscard]] const std::vector<Shape>& shapes() const { return shapes_; }
  [[nodiscard]] Vec3d low() const { return low_; }
  [[nodiscard]] Vec3d high() const { return high_; }

  /// Whether a box with faces further out by `gap` lies inside: its centre does, and no triangle has a point
  /// in it.
  [[nodiscard]] bool holds(const BoxAt& box, double gap) const;

  /// Whether a point is inside and in no obstacle. For a point on the surface the answer may be true or
  /// false.
  [[nodiscard]] bool contains(Vec3d point) const;

  /// Height of the highest point of the surface over or under a point; low().z where there is none.
  [[nodiscard]] double ceiling(double x, double y) const;

 private:
  std::vector<std::array<Vec3d, 3>> corners_;  ///< Counter-clockwise, seen from inside.
  std::vector<Shape> shapes_;
  Vec3d low_, high_;
};

/// Whether two boxes overlap.
[[nodiscard]] bool overlap(const BoxAt& a, const BoxAt& b);

}  // namespace jam::dynamics
