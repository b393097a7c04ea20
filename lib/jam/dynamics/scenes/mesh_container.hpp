// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A closed surface as a wall that holds bodies inside, and boxes in it. Lengths in metres.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "jam/dynamics/model/bodies.hpp"

namespace jam::dynamics {

/// Boxes of a load and the walls around them: about as dense as suitcases and parcels [kg/m^3]; friction of cardboard, no restitution.
inline constexpr double load_density = 250;
inline constexpr Surface load_surface{0.4, 0};

/// A box with the axes of its pose.
struct BoxAt {
  Pose pose;
  Vec3d half;  ///< Half of the edges [m].
};

class MeshContainer {
 public:
  /// Triangles by the numbers of their corners. Those without area are left out. Throws InputError unless every edge has one triangle on
  /// each of its sides, all of them turned alike, and the surface encloses a volume; says how many edges do not.
  MeshContainer(std::span<const Vec3d> vertices, std::span<const std::array<int, 3>> triangles);

  /// The triangles as shapes of one wall, at rest in the frame of the mesh. Edges that point into the container by more than 1e-3 rad are
  /// marked (Shape::edges).
  [[nodiscard]] const std::vector<Shape>& shapes() const { return shapes_; }
  [[nodiscard]] Vec3d low() const { return low_; }
  [[nodiscard]] Vec3d high() const { return high_; }

  /// Whether a box with faces further out by `gap` lies inside: its centre does, and no triangle has a point in it.
  [[nodiscard]] bool holds(const BoxAt& box, double gap) const;

 private:
  [[nodiscard]] bool contains(Vec3d point) const;

  std::vector<std::array<Vec3d, 3>> corners_;  ///< Counter-clockwise, seen from inside.
  std::vector<Shape> shapes_;
  Vec3d low_, high_;
};

/// Whether two boxes overlap.
[[nodiscard]] bool overlap(const BoxAt& a, const BoxAt& b);

/// Up to `count` boxes with these edges [m], the largest first, on a loose lattice, layer by layer from below; those of a cell of the
/// lattice lie along x or along y at random. Every box keeps `gap` [m] from the others and from the surface. Fewer where no more find a
/// place.
[[nodiscard]] std::vector<BoxAt> lattice_of_boxes(const MeshContainer& container, Vec3d edges, int count, double gap, std::uint64_t seed);

}  // namespace jam::dynamics
